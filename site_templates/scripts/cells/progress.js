// What Python is doing while a cell waits for it, in words and megabytes.
import { t } from "../strings.js";

const MEGABYTE = 1e6;
const megabytes = (bytes) => (bytes / MEGABYTE).toFixed(1);

/** The words for a status of the Python host (see scripts/python/host.js). */
export function describe({ stage, loadedBytes, totalBytes }) {
  if (stage === "download") {
    const values = { loaded: megabytes(loadedBytes), total: megabytes(totalBytes) };
    return t(totalBytes ? "python.download" : "python.download_unknown", values);
  }
  return t(`python.${stage || "start"}`);
}

/** Show a status in a cell's progress line; only the change of stage is read out, not every megabyte. */
export function createProgress(element) {
  const bar = element.querySelector("progress");
  const words = element.querySelector(".cell-progress-text");
  return {
    show(status) {
      element.hidden = false;
      const { loadedBytes: loaded, totalBytes: total, stage } = status;
      if (stage === "download" && total) bar.value = loaded / total;
      else bar.removeAttribute("value");
      words.textContent = describe(status);
    },
    hide() {
      element.hidden = true;
      words.textContent = "";
    },
  };
}
