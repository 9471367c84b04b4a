// Hover cards: on hover, on focus, on touch. Esc closes; the pointer may enter the card; links stay links.
import { t } from "../strings.js";

const OPEN_AFTER = 220; // ms; long enough that crossing a link on the way shows nothing
const CLOSE_AFTER = 200; // ms; long enough to travel from the link to the card
const GAP = 8; // px between link and card

const GO = { lesson: "card.open", equation: "card.go_equation", figure: "card.go_figure", section: "card.go_section", term: "card.go_term", citation: "card.go_citation" };

export function startCards(root = document) {
  const triggers = [...root.querySelectorAll("[data-card]")].filter((one) => cardOf(root, one));
  if (!triggers.length) return;
  const popover = root.createElement("div");
  popover.className = "card-popover";
  popover.hidden = true;
  root.body.append(popover);

  let current = null;
  let timer = 0;
  let touched = false;

  const later = (action, delay) => {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  };

  const close = () => {
    clearTimeout(timer);
    popover.hidden = true;
    popover.replaceChildren();
    current = null;
  };

  const open = (trigger, withLink) => {
    clearTimeout(timer);
    if (current === trigger && !popover.hidden) return;
    const card = cardOf(root, trigger).cloneNode(true);
    card.removeAttribute("id");
    popover.replaceChildren(card);
    if (withLink && trigger.href) popover.append(goLink(trigger, card));
    current = trigger;
    popover.hidden = false;
    place(popover, trigger);
  };

  for (const trigger of triggers) {
    // Assistive technology reads the card with its link, open or not.
    trigger.setAttribute("aria-describedby", cardOf(root, trigger).id);
    trigger.addEventListener("pointerenter", (event) => {
      if (event.pointerType !== "touch") later(() => open(trigger, false), OPEN_AFTER);
    });
    trigger.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") later(close, CLOSE_AFTER);
    });
    trigger.addEventListener("pointerdown", (event) => {
      touched = event.pointerType === "touch";
    });
    trigger.addEventListener("focus", () => {
      if (!touched && trigger.matches(":focus-visible")) open(trigger, false);
    });
    trigger.addEventListener("blur", () => later(close, CLOSE_AFTER));
    trigger.addEventListener("click", (event) => {
      if (!touched && trigger.href) return;
      // A finger can't hover: the first touch shows the card, whose link leads on.
      event.preventDefault();
      touched = false;
      if (current === trigger) close();
      else open(trigger, true);
    });
  }

  popover.addEventListener("pointerenter", () => clearTimeout(timer));
  popover.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") later(close, CLOSE_AFTER);
  });
  popover.addEventListener("focusin", () => clearTimeout(timer));
  // Pressed before `blur` has closed it: a touch on the card's own link must find it there.
  popover.addEventListener("pointerdown", () => setTimeout(() => clearTimeout(timer)));
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && current) close();
  });
  root.addEventListener("pointerdown", (event) => {
    if (current && !popover.contains(event.target) && !current.contains(event.target)) close();
  });
  addEventListener("resize", close);
}

function cardOf(root, trigger) {
  return root.getElementById(`card-${trigger.dataset.card}`);
}

function goLink(trigger, card) {
  const link = document.createElement("a");
  link.className = "card-open";
  link.href = trigger.href;
  const kind = [...card.classList].find((name) => name.startsWith("card-"))?.slice(5);
  link.textContent = t(GO[kind] ?? "card.open");
  return link;
}

/** Below the first line of the link; above it where there is no room; never out of the window. */
function place(popover, trigger) {
  const link = trigger.getClientRects()[0] ?? trigger.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const below = innerHeight - link.bottom;
  const fits = popover.offsetHeight + GAP <= below || below >= link.top;
  const top = fits ? link.bottom + GAP : link.top - popover.offsetHeight - GAP;
  const left = Math.max(GAP, Math.min(link.left - 12, width - popover.offsetWidth - GAP));
  popover.style.top = `${top + scrollY}px`;
  popover.style.left = `${left + scrollX}px`;
}
