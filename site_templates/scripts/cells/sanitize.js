// Markup that a cell's code made, without anything that could run, load or reach out of its place. What is not on
// these lists isn't shown; elements that only hold others give way to what they hold.

const SVG = "http://www.w3.org/2000/svg";

const HTML_ELEMENTS = new Set(
  ("b blockquote br caption code col colgroup dd div dl dt em figcaption figure hr i img kbd li ol p pre s samp small span strong sub sup " +
    "table tbody td tfoot th thead tr u ul").split(" "),
);
const SVG_ELEMENTS = new Set(
  ("circle clipPath defs desc ellipse g line linearGradient marker path pattern polygon polyline radialGradient rect stop svg symbol text " +
    "textPath title tspan use").split(" "),
);
// What these hold is no picture either.
const DROPPED = new Set(
  "applet audio base canvas embed foreignobject frame frameset head iframe link math meta noscript object script style template textarea title video".split(" "),
);

const ATTRIBUTES = new Set(
  ("aria-hidden aria-label class colspan dir height id lang role rowspan scope style title width alt " +
    "clip-path clip-rule clippathunits cx cy d dominant-baseline dx dy fill fill-opacity fill-rule font-family font-size font-style font-weight " +
    "fx fy gradienttransform gradientunits letter-spacing lengthadjust marker-end marker-mid marker-start markerheight markerunits markerwidth offset " +
    "opacity orient paint-order pathlength patterncontentunits patterntransform patternunits points preserveaspectratio r refx refy rotate rx ry " +
    "spreadmethod startoffset stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit " +
    "stroke-opacity stroke-width text-anchor text-decoration textlength transform vector-effect viewbox visibility word-spacing x x1 x2 y y1 y2").split(" "),
);
const ROLES = new Set("cell columnheader figure grid group img list listitem none presentation row rowgroup rowheader table".split(" "));
const LINKS = new Set(["href", "xlink:href"]);
const PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=\s]*$/i;
// Inside a style, whatever loads; a place of one's own on the page is out of reach by the box that holds the drawing.
const LOADS = /url\s*\(|image\s*\(|image-set\s*\(|cross-fade\s*\(|element\s*\(|expression\s*\(|@import|\\/i;

/** The drawing as new nodes; `prefix` keeps its ids apart from those of the page. */
export function sanitize(markup, prefix) {
  const parsed = new DOMParser().parseFromString(markup, "text/html");
  const clean = document.createDocumentFragment();
  copyChildren(parsed.body, clean, prefix);
  return clean;
}

function copyChildren(from, to, prefix) {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) to.append(node.data);
    else if (node.nodeType === Node.ELEMENT_NODE) copyElement(node, to, prefix);
  }
}

function copyElement(element, to, prefix) {
  const inSvg = element.namespaceURI === SVG;
  const name = element.localName;
  if (!(inSvg ? SVG_ELEMENTS : HTML_ELEMENTS).has(name)) {
    if (!DROPPED.has(name.toLowerCase())) copyChildren(element, to, prefix);
    return;
  }
  const made = document.createElementNS(element.namespaceURI, name);
  for (const attribute of element.attributes) copyAttribute(made, attribute, inSvg, prefix);
  if (name === "img" && !made.hasAttribute("src")) return;
  copyChildren(element, made, prefix);
  to.append(made);
}

function copyAttribute(made, { name, value }, inSvg, prefix) {
  const key = name.toLowerCase();
  if (key === "src" && made.localName === "img") {
    if (PICTURE.test(value)) made.setAttribute(name, value);
  } else if (LINKS.has(key)) {
    // Only to another part of the same drawing.
    if (inSvg && /^#[\w-]+$/.test(value)) made.setAttribute("href", `#${prefix}${value.slice(1)}`);
  } else if (key === "id") {
    if (/^[\w-]+$/.test(value)) made.setAttribute("id", prefix + value);
  } else if (key === "role") {
    if (ROLES.has(value)) made.setAttribute("role", value);
  } else if (key === "style") {
    copyStyle(made, value);
  } else if (ATTRIBUTES.has(key)) {
    const own = value.replace(/^\s*url\(\s*["']?#([\w-]+)["']?\s*\)/i, (whole, id) => `url(#${prefix}${id})`);
    if (!LOADS.test(own.replace(/^url\(#[\w-]+\)/, ""))) made.setAttribute(name, own);
  }
}

function copyStyle(made, text) {
  const kept = text.split(";").filter((one) => one.includes(":") && !LOADS.test(one) && !/position\s*:/i.test(one));
  if (kept.length) made.setAttribute("style", kept.join(";"));
}
