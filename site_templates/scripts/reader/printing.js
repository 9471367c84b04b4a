// Paper can't unfold: what is folded is opened to print, and folded again afterwards.

export function unfoldForPrint(root = document) {
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...root.querySelectorAll("details:not([open])")];
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
    opened = [];
  });
}
