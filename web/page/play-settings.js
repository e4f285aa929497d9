// The settings of a game and the dialog that begins one: colour, opponent, clock, start.

import { button, make } from "./components/dom.js";
import { isPosition, mustPass, PASS, play, START } from "./components/rules.js";
import { CONTROLS } from "./clock.js";
import { openDialog } from "./dialogs.js";
import { openings } from "./engine-client.js";
import { langOfName, openingName, t } from "./language.js";
import { field, select } from "./views.js";

const SECONDS = ["0.2", "0.5", "1", "2", "5", "10", "30"];
const SQUARE = /^[a-h][1-8]$/;
const DEFAULTS = { color: "black", level: "3", seconds: "1", control: "", start: "" };

/** The opponents that the page offers: the analyst's levels by number, and the engine at full strength. */
export const LEVELS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "full"];

/** A level with its description. */
export const levelText = (level) =>
  t("level-with-words", { level: levelName(level), words: t(`level-${level}`) });

/** A level's short name. */
export const levelName = (level) => (level === "full" ? t("full-strength") : t("level", { level }));

/** A time control in words. */
export function controlText(control) {
  if (control === "") return t("no-clock");
  const [minutes, seconds] = control.split("+").map(Number);
  return seconds === 0 ? t("minutes", { minutes }) : t("minutes-and-seconds", { minutes, seconds });
}

/** The settings as they were kept, where they are of the right kind. */
export function settingsFrom(kept) {
  const values = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS)) {
    if (kept && typeof kept[name] === "string") values[name] = kept[name];
  }
  if (!CONTROLS.includes(values.control)) values.control = "";
  if (!LEVELS.includes(values.level)) values.level = DEFAULTS.level;
  return values;
}

/** The form of a new game; `onBegin(values)` follows its button. `isRunning`: a game would be thrown away. */
export class NewGame {
  constructor(values, { isRunning, onBegin }) {
    this.values = { ...values };
    this.onBegin = onBegin;
    openDialog(t("new-game"), "new-game-dialog", (close) => {
      this.close = close;
      return this.build(isRunning);
    });
    openings().then(
      (list) => this.fillStarts(list),
      () => {},
    );
  }

  build(isRunning) {
    const { values } = this;
    const set = (name) => (value) => {
      values[name] = value;
    };
    const colors = ["black", "white"].map((color) => [color, t(`as-${color}`)]);
    this.color = select(colors, values.color, set("color"));
    this.color.id = "color";
    this.level = select(
      LEVELS.map((level) => [level, levelText(level)]),
      values.level,
      (level) => {
        values.level = level;
        this.showTime();
      },
    );
    this.level.id = "level";
    const seconds = SECONDS.map((value) => [value, t("seconds", { value })]);
    this.timeField = field(t("time-per-move"), select(seconds, values.seconds, set("seconds")));
    this.control = select(
      CONTROLS.map((control) => [control, controlText(control)]),
      values.control,
      set("control"),
    );
    this.control.id = "control";
    this.start = select([["", t("standard-start")]], "", (start) => {
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
    this.ownField = field(t("own-start"), this.ownStart);
    this.message = make("p", { class: "message", role: "status", id: "settings-message" });
    this.showTime();
    this.showOwnStart();
    return [
      isRunning ? make("p", { class: "warning", id: "game-running" }, t("game-running")) : null,
      make(
        "div",
        { class: "fields" },
        field(t("you-play"), this.color),
        field(t("opponent"), this.level),
        this.timeField,
        field(t("clock"), this.control),
        field(t("start"), this.start),
        this.ownField,
      ),
      this.message,
      make(
        "div",
        { class: "buttons" },
        button(t("begin"), () => this.begin(), { class: "primary", id: "begin" }),
        button(isRunning ? t("go-on-playing") : t("cancel"), this.close),
      ),
    ].filter((part) => part !== null);
  }

  /** Begins, unless the start is illegal: then it says why. */
  begin() {
    this.message.textContent = this.fault;
    if (this.fault !== "") return;
    this.close();
    this.onBegin(this.values);
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

  fillStarts(list) {
    const { start } = this.values;
    const options = list.map(({ line, names }) =>
      make("option", { value: line, ...langOfName(names) }, openingName([names[0]])),
    );
    const own = make("option", { value: "own" }, t("own-start-option"));
    this.start.append(own, make("optgroup", { label: t("named-openings") }, ...options));
    const isListed = start === "" || list.some(({ line }) => line === start);
    this.start.value = isListed ? start : "own";
    if (!isListed) this.ownStart.value = start;
    this.showOwnStart();
  }
}

/** What is wrong with moves from the standard start; an empty text if all of them are legal. */
function faultOf(line) {
  const moves = line.match(/..?/gu) || [];
  let position = START;
  for (const move of moves) {
    const next = SQUARE.test(move) ? play(position, move) : null;
    if (next === null) return SQUARE.test(moves[0]) ? t("ending-illegal", { what: move }) : t("no-game");
    position = mustPass(next) ? play(next, PASS) : next;
  }
  return "";
}
