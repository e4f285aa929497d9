"use strict";

// All text is inserted through text nodes and attributes, never as markup.

const data = JSON.parse(document.getElementById("data").textContent);

/** The element with this id. */
const byId = (id) => document.getElementById(id);

/** An HTML element with attributes and children: strings become text nodes, null and false are skipped. */
function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element; arguments as for `make`. */
function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== false));
  return element;
}

/** A number with a sign (U+2212 for minus) and this number of decimals. */
function signed(value, decimals = 1) {
  const text = Math.abs(value).toFixed(decimals);
  if (Number(text) === 0) return text;
  return (value < 0 ? "\u2212" : "+") + text;
}
