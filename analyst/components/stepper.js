// Steps through positions: buttons, a slider and autoplay.

import { speak, iconButton, make } from "./dom.js";
import { TEXTS } from "./texts.js";

const ICONS = {
  start: "M3 2.5v11M12.5 3L7.5 8l5 5",
  back: "M10.5 3l-5 5 5 5",
  play: "M4.5 3l8 5-8 5z",
  pause: "M5 3v10M11 3v10",
  forward: "M5.5 3l5 5-5 5",
  end: "M13 2.5v11M3.5 3l5 5-5 5",
};

/** Time between two positions of autoplay, in ms. */
const INTERVAL_MS = 700;

/**
 * Controls in `host`; `onStep(index)` is called for the position that is wanted. `isSpoken`: screen readers
 * hear each step; a page that has words of its own for it leaves that out.
 */
export class Stepper {
  constructor(host, { onStep, isSpoken = true }) {
    this.onStep = onStep;
    this.isSpoken = isSpoken;
    this.last = 0;
    this.current = 0;
    this.timer = null;
    const texts = TEXTS.stepper;
    this.start = iconButton(ICONS.start, texts.start, () => this.go(0));
    this.back = iconButton(ICONS.back, texts.back, () => this.go(this.current - 1));
    this.play = iconButton(ICONS.play, texts.play, () => this.toggle());
    this.forward = iconButton(ICONS.forward, texts.forward, () => this.go(this.current + 1));
    this.end = iconButton(ICONS.end, texts.end, () => this.go(this.last));
    this.play.classList.add("filled");
    this.slider = make("input", {
      type: "range",
      class: "slider",
      min: "0",
      max: "0",
      "aria-label": texts.slider,
    });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.element = make(
      "div",
      { class: "stepper", role: "group", "aria-label": texts.label, dir: "ltr" },
      this.start,
      this.back,
      this.play,
      this.forward,
      this.end,
      this.slider,
    );
    host.append(this.element);
  }

  /** Goes to a position and stops autoplay. */
  go(index) {
    this.stop();
    this.onStep(Math.max(0, Math.min(this.last, index)));
    if (this.isSpoken) speak(this.slider.getAttribute("aria-valuetext"));
  }

  /** Shows which position is on the board, in words too. */
  show({ current, last, text }) {
    this.current = current;
    this.last = last;
    this.slider.max = String(last);
    this.slider.value = String(current);
    this.slider.setAttribute("aria-valuetext", text);
    for (const control of [this.start, this.back]) control.disabled = current === 0;
    for (const control of [this.forward, this.end]) control.disabled = current === last;
    this.play.disabled = last === 0;
    if (current === last) this.stop();
  }

  /** Starts or ends autoplay; at the end it begins anew. */
  toggle() {
    if (this.timer !== null) {
      this.stop();
      return;
    }
    if (this.current === this.last) this.onStep(0);
    this.timer = setInterval(() => this.onStep(Math.min(this.last, this.current + 1)), INTERVAL_MS);
    this.label(TEXTS.stepper.pause, ICONS.pause);
  }

  /** Ends autoplay. */
  stop() {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
    this.label(TEXTS.stepper.play, ICONS.play);
  }

  label(text, icon) {
    this.play.setAttribute("aria-label", text);
    this.play.title = text;
    this.play.querySelector("path").setAttribute("d", icon);
  }
}

/** Keys that step from anywhere on the page; `more` are the page's own: a function for each key. */
export function stepByKeys(stepper, more = {}) {
  const keys = {
    ArrowLeft: () => stepper.go(stepper.current - 1),
    ArrowRight: () => stepper.go(stepper.current + 1),
    PageUp: () => stepper.go(stepper.current - 10),
    PageDown: () => stepper.go(stepper.current + 10),
    Home: () => stepper.go(0),
    End: () => stepper.go(stepper.last),
    " ": () => stepper.toggle(),
    ...more,
  };
  document.addEventListener("keydown", (event) => {
    const isPressed = event.key === " " && event.target instanceof HTMLButtonElement;
    const hasKeys = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.ctrlKey || event.metaKey || event.altKey || isPressed || hasKeys) return;
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
}
