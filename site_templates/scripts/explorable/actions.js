// The line under a figure: restore, copy a link to this state, retry after a fault, stop what takes too long.

import { t } from "../strings.js";
import { addressOf } from "./state.js";

export function bindActions(explorable, status, { retry, stop }) {
  const { figure, spec } = explorable;
  const action = (name, work) => {
    const button = figure.querySelector(`[data-action="${name}"]`);
    button.disabled = false;
    button.addEventListener("click", work);
  };
  action("restore", () => {
    explorable.restore();
    explorable.speak();
  });
  action("retry", retry);
  action("stop", stop);
  action("copy", async () => {
    const address = addressOf(spec, figure.id, explorable.state, location.href);
    if (await copied(address)) {
      status.tell(t("explorable.copied"));
    } else {
      window.prompt(t("explorable.copy_by_hand"), address);
    }
  });
}

/** False where the browser keeps the clipboard to itself (plain http, a refused permission). */
async function copied(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return false;
  }
}
