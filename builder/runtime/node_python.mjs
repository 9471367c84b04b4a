// Runs Python code in Pyodide under Node. The job arrives as JSON in the file named by the first argument.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const { loadPyodide } = await import(pathToFileURL(path.join(job.core, "pyodide.mjs")).href);

function writer(descriptor) {
  return {
    isatty: false,
    write(bytes) {
      let done = 0;
      while (done < bytes.length) {
        try {
          done += fs.writeSync(descriptor, bytes, done);
        } catch (error) {
          if (error.code !== "EAGAIN") throw error;
        }
      }
      return bytes.length;
    },
  };
}

const pyodide = await loadPyodide({
  indexURL: job.core,
  // Names resolve to nothing, so that nothing is ever looked for on the network.
  packageBaseUrl: job.core,
  lockFileContents: JSON.parse(fs.readFileSync(path.join(job.core, "pyodide-lock.json"), "utf8")),
  env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1", PYTHONHASHSEED: "0", ...job.environment },
});
const extractDir = pyodide.runPython("import sysconfig; sysconfig.get_path('purelib')");
for (const wheel of job.wheels) {
  pyodide.unpackArchive(new Uint8Array(fs.readFileSync(wheel)), "wheel", { extractDir });
}
for (const [inside, outside] of Object.entries(job.mounts)) {
  pyodide.mountNodeFS(inside, outside);
}
pyodide.setStdout(writer(1));
pyodide.setStderr(writer(2));

const status = pyodide.runPython(
  `
def run(source, filename, path, arguments):
    import linecache, sys, traceback, types
    sys.path[:0] = path
    sys.argv[:] = [filename, *arguments]
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    main.__dict__["__file__"] = filename
    try:
        exec(compile(source, filename, "exec", dont_inherit=True), main.__dict__)
        status = 0
    except SystemExit as stop:
        status = stop.code
        if status is None:
            status = 0
        elif not isinstance(status, int):
            print(status, file=sys.stderr)
            status = 1
    except BaseException as error:
        traceback.print_exception(error.with_traceback(error.__traceback__.tb_next))
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return status
run
`,
)(job.source, job.filename, pyodide.toPy(job.path), pyodide.toPy(job.arguments));
process.exit(status);
