// The position on the board in words: the move that led here, and the best moves now, with their lines.

import { button, make } from "./components/dom.js";
import { colorOf, PASS, sideToMove, START } from "./components/rules.js";
import { TEXTS } from "./components/texts.js";
import { openingOf } from "./engine-client.js";
import { lossText } from "./judgement.js";
import { numberText, openingName, sentenceText, t } from "./language.js";
import { movesOf, valueText, valueWords } from "./views.js";

/** Best moves that are listed. */
const MAX_MOVES = 4;
/** Moves of a line that are shown. */
const MAX_LINE = 12;
/** The longest line that is looked up among the named openings. */
const MAX_PLIES = 24;

/**
 * The panel. A line is a preview: `onPreview(node, moves)` shows it on the board while it is pointed at or
 * chosen, `onPreview(node, null)` ends that. `onPlay(move)` plays one move.
 */
export class Words {
  constructor({ onPreview, onPlay }) {
    this.onPreview = onPreview;
    this.onPlay = onPlay;
    this.named = new Map();
    this.move = make("div", { id: "move-words" });
    this.best = make("div", { id: "best-lines" });
    this.element = make("section", { class: "card words", "aria-label": t("words") }, this.move, this.best);
    this.shown = {};
  }

  /** Shows a node: its report, and the judged turn that led there. */
  show({ node, report, turn, isLive }) {
    // While a line is previewed, its button stays what the pointer is on.
    const isSame = this.shown.node === node && this.shown.report === report && this.shown.isLive === isLive;
    if (isSame && this.shown.turn === turn) return;
    this.shown = { node, report, turn, isLive };
    this.move.replaceChildren(...this.onMove(node, turn));
    this.best.replaceChildren(...this.onBest(node, report, isLive));
  }

  onMove(node, turn) {
    const parts = [];
    if (node.move !== null) {
      const color = colorOf(sideToMove(node.parent.position));
      const move = node.move === PASS ? t("passes", { color }) : t("plays", { color, square: node.move });
      const mark = turn === null || node.move === PASS ? "" : ` \u2013 ${TEXTS.classes[turn.class]}`;
      parts.push(make("p", {}, make("strong", {}, move + mark)));
    }
    const name = this.nameOf(node);
    if (name) parts.push(make("p", { class: "soft" }, t("opening-name", { name })));
    if (turn !== null && turn.loss >= 0.5) {
      const kind = turn.exact ? "proven" : "estimated";
      parts.push(make("p", {}, t("loss-against", { loss: lossText(turn), best: turn.best, kind })));
      if (turn.changes_result) parts.push(make("p", { class: "bad" }, t("changes-result")));
    }
    for (const text of turn === null ? [] : sentencesOf(turn)) parts.push(make("p", {}, text));
    const note = node.note || {};
    if (typeof note.value === "number")
      parts.push(make("p", { class: "soft" }, t("own-value", { value: note.value.toFixed(1) })));
    if (typeof note.seconds === "number")
      parts.push(make("p", { class: "soft" }, t("move-time", { seconds: note.seconds.toFixed(2) })));
    for (const text of [note.comment, note.stderr]) {
      if (text) parts.push(make("pre", { class: "said", dir: "auto", tabindex: "0" }, text.slice(0, 20_000)));
    }
    return parts;
  }

  onBest(node, report, isLive) {
    if (report === null || report.moves.length === 0) return [];
    const items = report.moves.slice(0, MAX_MOVES).map((entry) => this.lineItem(node, entry));
    const playouts = numberText(report.playouts);
    const effort = report.exact ? t("proven-to-end") : t("search-effort", { playouts, depth: report.depth });
    return [
      make("h3", {}, t("best-moves", { color: colorOf(sideToMove(node.position)) })),
      make("ol", { class: "lines" }, ...items),
      ...sentencesOf(report).map((text) => make("p", {}, text)),
      make("p", { class: "facts numeric" }, isLive ? `${t("live-now")} ${effort}` : effort),
    ];
  }

  /** A move to play, and its line to look at. */
  lineItem(node, entry) {
    const moves = movesOf(entry.line).slice(0, MAX_LINE);
    const play = button(
      entry.move === "pass" ? TEXTS.pass : entry.move,
      () => this.onPlay(entry.move === "pass" ? PASS : entry.move),
      {
        class: "line",
        "aria-label": t("play-line-move", { move: entry.move, value: valueWords(entry) }),
        title: t("play-move-title"),
      },
    );
    const value = make("b", { class: "line-value numeric" }, valueText(entry));
    const look = make(
      "button",
      { type: "button", class: "line-moves", "aria-pressed": "false", title: t("preview-title") },
      make("span", { class: "spoken" }, t("preview-line", { move: entry.move })),
      ...moves.map((move, index) =>
        make("span", { "data-ply": index + 1 }, `${move === PASS ? TEXTS.pass : move} `),
      ),
    );
    const upTo = (event) => {
      const at = event.target.closest("[data-ply]");
      return at === null ? moves : moves.slice(0, Number(at.dataset.ply));
    };
    const release = () => {
      for (const other of this.best.querySelectorAll("[aria-pressed=true]"))
        other.setAttribute("aria-pressed", "false");
    };
    look.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.onPreview(node, upTo(event));
    });
    look.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "mouse") return;
      release();
      this.onPreview(node, null);
    });
    look.addEventListener("blur", () => {
      release();
      this.onPreview(node, null);
    });
    look.addEventListener("click", (event) => {
      const wasPressed = look.getAttribute("aria-pressed") === "true";
      release();
      look.setAttribute("aria-pressed", String(!wasPressed));
      this.onPreview(node, wasPressed ? null : upTo(event));
    });
    return make("li", {}, play, value, look);
  }

  /** The opening of a node's line; asked for once and shown when it is there. */
  nameOf(node) {
    const moves = [];
    let root = node;
    for (; root.parent !== null; root = root.parent) moves.push(root.move);
    const line = moves.reverse().join("");
    if (line === "" || moves.length > MAX_PLIES || root.position !== START) return "";
    if (!this.named.has(line)) {
      this.named.set(line, "");
      openingOf(line).then(
        ({ title }) => {
          this.named.set(line, title ? openingName(title.split(" / ")) : "");
          if (this.shown.node === node) this.move.replaceChildren(...this.onMove(node, this.shown.turn));
        },
        () => {},
      );
    }
    return this.named.get(line);
  }
}

/** The analyst's sentences about a turn or a report. */
export const sentencesOf = ({ sentences = [] }) => sentences.map(sentenceText);
