// The curve of a whole game: the engine's values, proven ones marked, and the players' own values.

import { Curve, discScale, provenAndEstimated, scaleValue } from "./components/curve.js";
import { make, signed } from "./components/dom.js";
import { sideToMove } from "./components/rules.js";
import { TEXTS } from "./components/texts.js";
import { t } from "./language.js";
import { seen, settings } from "./settings.js";

const HEIGHT = 130;

/** A point as the viewpoint of the page sees it. */
function seenPoint(point) {
  if (point === null || settings.viewpoint === "black") return point;
  return { value: -point.value, lower: -point.upper, upper: -point.lower };
}

/** The curve with its legend; `onSelect(index)` is called for a position of the main line. */
export class GameCurve {
  constructor({ onSelect }) {
    this.legend = make("div", { class: "legend numeric" });
    this.heading = make("h3", {});
    this.element = make("figure", { class: "game-curve" }, make("figcaption", {}, this.heading, this.legend));
    this.curve = new Curve(this.element, { label: t("curve"), onSelect, height: HEIGHT });
  }

  show(tree, judgement) {
    const line = tree.mainLine();
    const own = ownValues(line).map((values) => values.map(([index, value]) => [index, seen(value)]));
    const { result, first } = judgement;
    const points = result === null ? [] : result.curve.map(seenPoint);
    this.heading.textContent = t("curve-heading", { color: settings.viewpoint });
    const values = [...points.map(scaleValue), ...own.flat().map(([, value]) => value)];
    const { range, ticks } = discScale(values, signed);
    const { lines, ranges, marks } = provenAndEstimated(points, { className: "engine", first });
    if (own[0].length > 0) lines.push({ className: "first", points: own[0] });
    if (own[1].length > 0) lines.push({ className: "second", points: own[1] });
    (result === null ? [] : result.turns).forEach((turn, index) => {
      if (turn.class !== "mistake" && turn.class !== "blunder") return;
      const point = points[index + 1];
      if (!point) return;
      const text = `${turn.move} ${TEXTS.classes[turn.class]}`;
      marks.push({ className: "bad", index: index + first + 1, value: scaleValue(point), text, r: 4.5 });
    });
    const end = points.length > 0 ? signed(points.at(-1).value, 0) : "";
    this.curve.show({
      last: line.length - 1,
      range,
      ticks,
      lines,
      ranges,
      marks,
      flag: result !== null && result.decided_by ? result.decided_by : null,
      label: t("curve-label", { color: settings.viewpoint, end, known: points.length > 0 ? "yes" : "no" }),
    });
    const at = line.indexOf(tree.current);
    this.curve.select(at < 0 ? 0 : at);
    this.showLegend(own);
  }

  /** Names the lines, if there are others than the engine's. */
  showLegend(own) {
    const entry = (className, name) => make("span", { class: `name ${className}` }, make("bdi", {}, name));
    const hasOwn = own.some((values) => values.length > 0);
    this.legend.replaceChildren(
      ...[
        hasOwn ? entry("engine", TEXTS.curve.engine) : null,
        own[0].length > 0 ? entry("first", t("own-of", { color: "black" })) : null,
        own[1].length > 0 ? entry("second", t("own-of", { color: "white" })) : null,
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
