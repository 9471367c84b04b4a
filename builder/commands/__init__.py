"""The commands of `libro`, one file each: `about`, `arguments` and `run`."""
