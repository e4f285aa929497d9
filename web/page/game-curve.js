// The curve of a whole game: the engine's values, proven ones marked, and the players' own values.

import { Curve, discScale, provenAndEstimated, scaleValue } from "./components/curve.js";
import { make, signed } from "./components/dom.js";
import { sideToMove } from "./components/rules.js";
import { TEXTS } from "./components/texts.js";

const texts = TEXTS.web.curve;

/** The curve with its legend; `onSelect(index)` is called for a position of the main line. */
export class GameCurve {
  constructor({ onSelect }) {
    this.legend = make("div", { class: "legend numeric" });
    this.element = make(
      "figure",
      { class: "game-curve" },
      make("figcaption", {}, make("h2", {}, texts.heading), this.legend),
    );
    this.curve = new Curve(this.element, { label: texts.heading, onSelect });
  }

  show(tree, judgement) {
    const line = tree.mainLine();
    const own = ownValues(line);
    const { result } = judgement;
    const points = result === null ? [] : result.curve;
    const first = result === null ? 0 : result.first || 0;
    this.element.hidden = points.length === 0 && own.every((values) => values.length === 0);
    const values = [...points.map(scaleValue), ...own.flat().map(([, value]) => value)];
    const { range, ticks } = discScale(values, signed);
    const { lines, ranges, marks } = provenAndEstimated(points, { className: "engine", first });
    if (own[0].length > 0) lines.push({ className: "first", points: own[0] });
    if (own[1].length > 0) lines.push({ className: "second", points: own[1] });
    (result === null ? [] : result.turns).forEach((turn, index) => {
      if (turn.class !== "mistake" && turn.class !== "blunder") return;
      const at = index + first + 1;
      const point = points[index + 1];
      if (point)
        marks.push({
          className: "bad",
          index: at,
          value: scaleValue(point),
          text: `${turn.move} ${turn.class}`,
          r: 4.5,
        });
    });
    this.curve.show({
      last: line.length - 1,
      range,
      ticks,
      lines,
      ranges,
      marks,
      flag: result !== null && result.decided_by ? result.decided_by : null,
      label: texts.label(points.length > 0 ? signed(points.at(-1).value, 0) : ""),
    });
    const at = line.indexOf(tree.current);
    this.curve.select(at < 0 ? 0 : at);
    this.showLegend(points.length > 0, own);
  }

  showLegend(hasEngine, own) {
    const entry = (className, name) => make("span", { class: `name ${className}` }, make("bdi", {}, name));
    this.legend.replaceChildren(
      ...[
        hasEngine ? entry("engine", TEXTS.curve.engine) : null,
        own[0].length > 0 ? entry("first", texts.own(TEXTS.colors.black)) : null,
        own[1].length > 0 ? entry("second", texts.own(TEXTS.colors.white)) : null,
      ].filter((part) => part !== null),
    );
  }
}

/** Black's and white's own values for black, by position. */
function ownValues(line) {
  const own = [[], []];
  line.forEach((node, index) => {
    const value = node.note === null ? undefined : node.note.value;
    if (typeof value !== "number") return;
    const isBlack = sideToMove(node.parent.position) === "X";
    own[isBlack ? 0 : 1].push([index, isBlack ? value : -value]);
  });
  return own;
}
