// The move list: numbers, colours, moves, values and remarks, a row for each pair of moves.

import { discOf, make } from "./dom.js";
import { TEXTS } from "./texts.js";

/** A list in `host`; `onSelect(key)` is called for the entry that is chosen. */
export class MoveList {
  constructor(host, { onSelect = () => {}, label = TEXTS.moves.label, className = "" } = {}) {
    this.onSelect = onSelect;
    this.entries = new Map();
    this.element = make("ol", { class: `moves numeric ${className}`.trim(), "aria-label": label });
    this.element.addEventListener("keydown", (event) => this.walk(event));
    host.append(this.element);
  }

  /**
   * Shows entries: `{ key, number, color, text, value, extra, mark, markLabel, markClass, isFaded, level }`.
   * `level` above 0 is a variation.
   */
  show(entries) {
    this.entries.clear();
    const items = entries.map((entry) => {
      const control = make(
        "button",
        { type: "button", class: "move", tabindex: "-1" },
        make("span", { class: "move-number" }, entry.number === undefined ? "" : String(entry.number)),
        discOf(entry.color),
        make("span", { class: "spoken" }, TEXTS.colors[entry.color]),
        make("span", { class: "move-square" }, entry.text),
        make("span", { class: "move-value" }, entry.value || ""),
        entry.extra ? make("span", { class: "move-extra" }, entry.extra) : null,
        make(
          "span",
          { class: `move-mark ${entry.markClass || ""}`.trim(), "aria-hidden": "true" },
          entry.mark || "",
        ),
        entry.markLabel ? make("span", { class: "spoken" }, entry.markLabel) : null,
      );
      control.addEventListener("click", () => this.onSelect(entry.key));
      this.entries.set(entry.key, control);
      const level = Math.min(entry.level || 0, 4);
      const kinds = [
        entry.color,
        entry.isFaded ? "faded" : "",
        level > 0 ? `variation level-${level}` : "",
      ];
      return make("li", { class: kinds.filter((kind) => kind !== "").join(" ") }, control);
    });
    this.element.replaceChildren(...items);
  }

  /** Marks an entry as the one shown and keeps it in view; null marks none. */
  select(key) {
    const controls = [...this.entries.values()];
    for (const control of controls) {
      control.removeAttribute("aria-current");
      control.tabIndex = -1;
    }
    const chosen = this.entries.get(key);
    if (chosen !== undefined) {
      chosen.setAttribute("aria-current", "true");
      keepInView(this.element, chosen);
    }
    const inTabs = chosen || controls[0];
    if (inTabs !== undefined) inTabs.tabIndex = 0;
  }

  /** Up and down walk through the list, Home and End go to its ends. */
  walk(event) {
    const controls = [...this.entries.values()];
    const from = controls.indexOf(event.target);
    const targets = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: controls.length - 1 };
    if (from < 0 || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(targets, event.key))
      return;
    event.preventDefault();
    event.stopPropagation();
    const to = Math.max(0, Math.min(controls.length - 1, targets[event.key]));
    controls[to].focus();
    this.onSelect([...this.entries.keys()][to]);
  }
}

/** Scrolls the list alone, never the page. */
function keepInView(list, entry) {
  const [frame, box] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (box.top < frame.top || box.bottom > frame.bottom) {
    list.scrollTop += box.top - frame.top - frame.height / 2;
  }
}
