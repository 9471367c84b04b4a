// The code of a cell, made editable in its place: highlighted, and a plain text area to keyboard and screen reader.
import { createEditor } from "prism-code-editor";
import { defaultKeymap, editHistory, editorCommands } from "prism-code-editor/commands";
import "prism-code-editor/languages/python";
import "prism-code-editor/prism/languages/python";
import { t } from "../strings.js";

/**
 * Put an editor where the static code `shown` stands, with the same text and the same height.
 *
 * @returns {{value: string, set(source: string): void, selectAll(): void}}
 */
export function openEditor(shown, { name, source, onChange, onRun, onLeaving }) {
  const run = () => {
    onRun();
    return true;
  };
  const place = document.createElement("div");
  place.className = "cell-editor";
  const editor = createEditor(
    place,
    { language: "python", tabSize: 4, lineNumbers: false, value: source, onUpdate: (value) => onChange(value) },
    editorCommands({ ...defaultKeymap, "Mod+Enter": run }),
    editHistory(),
  );
  const area = editor.textarea;
  area.setAttribute("aria-label", t("cell.editor", { name }));
  area.removeAttribute("aria-readonly");
  area.setAttribute("autocorrect", "off");
  area.setAttribute("translate", "no");
  letTabLeave(place, area, onLeaving);
  shown.replaceWith(place);
  return {
    get value() {
      return editor.value;
    },
    set: (value) => editor.setOptions({ value }),
    selectAll() {
      area.focus();
      area.select();
    },
  };
}

/** Tab indents; after Esc it goes on to the next control, as on the rest of the page. */
function letTabLeave(place, area, onLeaving) {
  let leaving = false;
  const show = (now) => {
    if (now !== leaving) onLeaving(now);
    leaving = now;
    place.classList.toggle("leaving", now);
  };
  place.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") {
        show(true);
        // The editor would drop the focus, and with it the reader's place.
        event.stopPropagation();
      } else if (event.key === "Tab") {
        if (leaving) event.stopPropagation();
      } else if (!["Shift", "Control", "Alt", "Meta"].includes(event.key)) {
        show(false);
      }
    },
    { capture: true },
  );
  area.addEventListener("blur", () => show(false));
}
