// Tokens in an order of one's own: arrows walk, Alt and an arrow move, a finger or the mouse drags.

import { t } from "../../strings.js";

export function bindTokenList(element, control, change, current) {
  const list = element.querySelector("ol");
  let dragged = null;
  let focused = current()[0];

  const item = (token) => list.querySelector(`[data-token="${token}"]`);
  const move = (token, place) => {
    const order = current().filter((other) => other !== token);
    order.splice(Math.min(Math.max(place, 0), order.length), 0, token);
    change(order);
  };

  list.addEventListener("keydown", (event) => {
    const token = Number(event.target.dataset.token);
    const order = current();
    const at = order.indexOf(token);
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0,
      End: order.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (event.altKey) {
      move(token, to);
      item(token).focus();
    } else {
      focused = order[Math.min(Math.max(to, 0), order.length - 1)];
      sync(order);
      item(focused).focus();
    }
  });

  list.addEventListener("pointerdown", (event) => {
    const target = event.target.closest("[data-token]");
    if (!target || event.button !== 0) return;
    dragged = Number(target.dataset.token);
    focused = dragged;
    list.setPointerCapture(event.pointerId);
  });
  list.addEventListener("pointermove", (event) => {
    if (dragged === null) return;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-token]");
    if (!over || !list.contains(over) || over === item(dragged)) return;
    const [from, to] = [dragged, Number(over.dataset.token)].map((token) => current().indexOf(token));
    if (isPast(over, event, to > from, item(dragged))) move(dragged, to);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    list.addEventListener(end, () => {
      dragged = null;
    });
  }

  function sync(order) {
    const total = order.length;
    order.forEach((token, place) => {
      const one = item(token);
      one.tabIndex = token === focused ? 0 : -1;
      one.setAttribute("aria-selected", String(token === focused));
      one.setAttribute(
        "aria-label",
        t("explorable.order_item", { token: control.tokens[token], place: place + 1, total }),
      );
      // Appending what is already in place would take the focus from it.
      if (list.children[place] !== one) list.insertBefore(one, list.children[place]);
    });
  }
  return sync;
}

/** Beyond the middle of the token it is over, so that tokens of unequal width don't change places back and forth. */
function isPast(over, { clientX }, forward, dragged) {
  const box = over.getBoundingClientRect();
  if (Math.abs(box.top - dragged.getBoundingClientRect().top) > 1) return true;
  const middle = box.left + box.width / 2;
  return forward ? clientX > middle : clientX < middle;
}
