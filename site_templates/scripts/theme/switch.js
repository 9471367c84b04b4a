// The choice of colours, contrast and size of letters in the header; other pages of the book that are open follow.
import { keep, onKept, recall } from "../store.js";
import { CHOICES, soundLook, wear } from "./look.js";

const KEY = "aspecto";

export function startSwitch(root = document) {
  const panel = root.querySelector(".look");
  if (!panel) return;
  const inputs = [...panel.querySelectorAll("input")];

  const choose = (look) => {
    for (const input of inputs) input.checked = look[input.name] === input.value;
  };
  const show = (look) => {
    choose(look);
    wear(look);
    // Drawings that can't take their colours from the style sheet listen to this.
    root.documentElement.dispatchEvent(new CustomEvent("look", { detail: look }));
  };

  // The page has worn it since before it was drawn.
  choose(soundLook(recall(KEY)));
  onKept(KEY, (value) => show(soundLook(value)));
  panel.addEventListener("change", () => {
    const look = soundLook(Object.fromEntries(inputs.filter((one) => one.checked).map((one) => [one.name, one.value])));
    const usual = Object.entries(CHOICES).every(([part, [first]]) => look[part] === first);
    keep(KEY, usual ? null : look);
    show(look);
  });

  // A panel over the page closes as panels do.
  const close = () => {
    panel.open = false;
  };
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !panel.open) return;
    event.stopPropagation();
    close();
    panel.querySelector("summary").focus();
  });
  root.addEventListener("pointerdown", (event) => {
    if (!panel.contains(event.target)) close();
  });
  panel.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !panel.contains(relatedTarget)) close();
  });
}
