// Elements without markup: all text goes through text nodes and attributes.

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** An HTML element with attributes and children: strings become text nodes, null and false are skipped. */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element; arguments as for `make`. */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A button with a visible text. */
export function button(text, onClick, attributes = {}) {
  const element = make("button", { type: "button", ...attributes }, text);
  element.addEventListener("click", onClick);
  return element;
}

/** A button that shows an icon: one path in a box of 16 by 16. The label names it and is its tooltip. */
export function iconButton(path, label, onClick) {
  const icon = draw(
    "svg",
    { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" },
    draw("path", { d: path }),
  );
  const element = make(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label },
    icon,
  );
  element.addEventListener("click", onClick);
  return element;
}

/** A small disc that shows a colour; the words beside it say which. */
export function discOf(color) {
  return make("span", { class: `seat ${color}`, "aria-hidden": "true" });
}

/** A number with a sign (U+2212 for minus) and this number of decimals. */
export function signed(value, decimals = 1) {
  const text = Math.abs(value).toFixed(decimals);
  if (Number(text) === 0) return text;
  return (value < 0 ? "\u2212" : "+") + text;
}

/** The region that screen readers follow: one a page, made when first needed. */
let region = null;

/** Has a screen reader say a text once it has finished what it says now. */
export function speak(text) {
  if (region === null) {
    region = make("div", { class: "spoken", role: "status", "aria-live": "polite" });
    (document.querySelector("main") || document.body).append(region);
  }
  // The same words twice in a row would not be said again.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
