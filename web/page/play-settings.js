// The settings of a game: colour, level, time, start.

import { button, make } from "./components/dom.js";
import { isPosition, mustPass, PASS, play, START } from "./components/rules.js";
import { TEXTS } from "./components/texts.js";
import { openings } from "./brain.js";
import { checkbox, field, select } from "./views.js";

const texts = TEXTS.web.play;
const SECONDS = ["0.2", "0.5", "1", "2", "5", "10", "30"];
const SQUARE = /^[a-h][1-8]$/;
const DEFAULTS = { color: "black", level: "3", seconds: "1", start: "", clock: false };

/** A form; `onBegin` is called by its button. */
export class PlaySettings {
  constructor(kept, onBegin) {
    this.values = { ...DEFAULTS };
    for (const name of Object.keys(DEFAULTS)) {
      if (kept && typeof kept[name] === typeof DEFAULTS[name]) this.values[name] = kept[name];
    }
    this.onBegin = onBegin;
    this.build();
    openings().then(
      (list) => this.fillStarts(list),
      () => {},
    );
  }

  build() {
    const { values } = this;
    const set = (name) => (value) => {
      values[name] = value;
    };
    const colors = [
      ["black", texts.asBlack],
      ["white", texts.asWhite],
    ];
    const levels = [
      ...Array.from({ length: 8 }, (_, i) => [String(i + 1), texts.level(i + 1)]),
      ["full", texts.full],
    ];
    const seconds = SECONDS.map((value) => [value, texts.seconds(value)]);
    this.color = select(colors, values.color, set("color"));
    this.level = select(levels, values.level, (level) => {
      values.level = level;
      this.showTime();
    });
    this.time = select(seconds, values.seconds, set("seconds"));
    this.color.id = "color";
    this.level.id = "level";
    this.start = select([["", texts.standardStart]], "", (start) => {
      values.start = start;
      this.showOwnStart();
    });
    this.start.id = "start";
    this.ownStart = make("input", {
      type: "text",
      spellcheck: "false",
      autocomplete: "off",
      id: "own-start",
    });
    this.ownStart.addEventListener("input", () => this.readOwnStart());
    this.ownField = field(texts.ownStart, this.ownStart);
    this.timeField = field(texts.time, this.time);
    this.message = make("p", { class: "message", role: "status", id: "settings-message" });
    this.element = make(
      "section",
      { class: "card", "aria-label": texts.settings },
      make("h2", {}, texts.settings),
      make(
        "div",
        { class: "fields" },
        field(texts.color, this.color),
        field(texts.opponent, this.level),
        this.timeField,
        field(texts.start, this.start),
        this.ownField,
        checkbox(texts.showClock, values.clock, set("clock")),
      ),
      make(
        "div",
        { class: "buttons" },
        button(texts.newGame, () => this.onBegin(), { class: "primary", id: "new-game" }),
      ),
      this.message,
    );
    this.showTime();
    this.showOwnStart();
  }

  /** Levels have fixed searches; only full strength thinks for a time. */
  showTime() {
    this.timeField.hidden = this.values.level !== "full";
  }

  showOwnStart() {
    this.ownField.hidden = this.start.value !== "own";
    this.setFault("");
    if (!this.ownField.hidden) this.readOwnStart();
  }

  readOwnStart() {
    const text = this.ownStart.value.trim();
    const squares = text.replaceAll(".", "-").replaceAll("x", "X").replaceAll("o", "O");
    const line = text.toLowerCase().replace(/\s+/g, "");
    this.setFault(isPosition(squares) ? "" : faultOf(line));
    this.values.start = isPosition(squares) ? squares : this.fault === "" ? line : "";
  }

  /** Notes what is wrong with the own start; it is said when a game is to begin, not at every key. */
  setFault(fault) {
    this.fault = fault;
    this.message.textContent = "";
    this.ownStart.setAttribute("aria-invalid", String(fault !== ""));
  }

  /** Whether a game can begin with these settings; says why not. */
  check() {
    this.message.textContent = this.fault;
    return this.fault === "";
  }

  fillStarts(list) {
    const { start } = this.values;
    const options = list.map(({ line, names }) => make("option", { value: line }, names[0]));
    const own = make("option", { value: "own" }, texts.ownStartOption);
    this.start.append(own, make("optgroup", { label: texts.openings }, ...options));
    const isListed = start === "" || list.some(({ line }) => line === start);
    this.start.value = isListed ? start : "own";
    if (!isListed) this.ownStart.value = start;
    this.showOwnStart();
  }
}

/** What is wrong with moves from the standard start; an empty text if all of them can be played. */
function faultOf(line) {
  const moves = line.match(/..?/gu) || [];
  let position = START;
  for (const move of moves) {
    const next = SQUARE.test(move) ? play(position, move) : null;
    if (next === null) {
      const isLine = SQUARE.test(moves[0]);
      return isLine ? TEXTS.web.analyse.ending({ illegal_move: move }) : TEXTS.web.input.noGame;
    }
    position = mustPass(next) ? play(next, PASS) : next;
  }
  return "";
}
