// What a figure says about itself: that it waits, that it is out of date, that it failed and what to do.

import { t } from "../strings.js";
import { fixed } from "./numbers.js";

const SHOW_AFTER = 200;
const SLOW_AFTER = 8000;
const TOLD_FOR = 2500;

export function createStatus(figure, python) {
  const text = figure.querySelector(".explorable-status");
  const stop = figure.querySelector('[data-action="stop"]');
  const scene = figure.querySelector(".explorable-scene");
  const box = figure.querySelector(".explorable-fault");
  let waiting = false;
  let since = 0;
  let timer = 0;

  python?.onStatus(() => waiting && say());

  function say() {
    const { phase, stage, loadedBytes, totalBytes } = python.status;
    const seconds = Math.round((Date.now() - since) / 1000);
    if (phase === "loading" || phase === "idle" || phase === "stopping") {
      const megabytes = (bytes) => fixed(bytes / 1e6, 1);
      write(stage === "download" && totalBytes
        ? t("explorable.waiting_bytes", { loaded: megabytes(loadedBytes), total: megabytes(totalBytes) })
        : t("explorable.waiting"));
      stop.hidden = true;
    } else if (seconds * 1000 >= SLOW_AFTER) {
      write(t("explorable.slow", { seconds }));
      stop.hidden = false;
    } else {
      write(seconds >= 1 ? t("explorable.busy") : t("explorable.waiting"));
    }
  }

  function write(words) {
    if (text.textContent !== words) text.textContent = words;
  }

  function tick() {
    if (!waiting) return;
    scene.setAttribute("aria-busy", "true");
    say();
    timer = setTimeout(tick, 1000);
  }

  function settled() {
    clearTimeout(timer);
    waiting = false;
    scene.removeAttribute("aria-busy");
    stop.hidden = true;
    write("");
  }

  return {
    waiting(on) {
      if (on && !waiting) {
        waiting = true;
        since = Date.now();
        timer = setTimeout(tick, python.status.phase === "ready" ? SHOW_AFTER : 0);
      } else if (!on) {
        settled();
      }
    },
    settled,
    /** Show a fault in the figure's own box; nothing else on the page is touched. */
    fault(error) {
      settled();
      const loading = python.status.phase === "failed";
      box.querySelector(".fault-title").textContent = t(loading ? "explorable.fault_load" : "explorable.fault");
      box.querySelector(".fault-detail").textContent = faultText(error);
      box.hidden = false;
      figure.dataset.faulty = "";
    },
    clear() {
      box.hidden = true;
      delete figure.dataset.faulty;
    },
    unavailable() {
      write(t("explorable.unavailable"));
      scene.setAttribute("aria-busy", "true");
    },
    say: write,
    /** Say something for a while. */
    tell(words) {
      write(words);
      setTimeout(() => text.textContent === words && write(""), TOLD_FOR);
    },
  };
}

/** What an error says to a reader. */
export function faultText(error) {
  const words = { PythonStopped: "explorable.stopped", PythonCrashed: "explorable.crashed" }[error?.name];
  return words ? t(words) : (error?.message ?? String(error));
}
