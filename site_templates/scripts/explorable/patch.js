// A drawing of the same shape as the last one, which is what a drag brings: only what differs is touched.

// Their values are the reader's; a morph knows how to leave them alone.
const FIELDS = new Set(["input", "textarea", "select", "option"]);

/** Makes what `element` holds into `html` and gives true; false, with nothing touched, where the shapes are not the same. */
export function patchInto(element, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const changes = [];
  if (!sameShape(element.firstChild, template.content.firstChild, changes)) return false;
  for (const [node, name, value] of changes) {
    if (name === null) node.data = value;
    else if (value === null) node.removeAttribute(name);
    else node.setAttribute(name, value);
  }
  return true;
}

/** Compares a row of siblings and all below them; collects [node, attribute or null for its text, value]. */
function sameShape(old, fresh, changes) {
  for (; old && fresh; old = old.nextSibling, fresh = fresh.nextSibling) {
    if (old.nodeType !== fresh.nodeType) return false;
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== fresh.data) changes.push([old, null, fresh.data]);
      continue;
    }
    if (old.localName !== fresh.localName || old.id !== fresh.id || FIELDS.has(old.localName)) return false;
    compareAttributes(old, fresh, changes);
    if (!sameShape(old.firstChild, fresh.firstChild, changes)) return false;
  }
  return old === fresh;
}

function compareAttributes(old, fresh, changes) {
  const wanted = fresh.attributes;
  let kept = old.attributes.length;
  for (let index = 0; index < wanted.length; index++) {
    const { name, value } = wanted[index];
    const present = old.getAttribute(name);
    if (present !== value) changes.push([old, name, value]);
    if (present !== null) kept -= 1;
  }
  // What is left over was taken off in Python, or put on by the page.
  if (kept > 0) for (const { name } of old.attributes) if (!fresh.hasAttribute(name)) changes.push([old, name, null]);
}
