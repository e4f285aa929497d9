// What a curve draws: estimates as lines, proven scores as dots, proven results as ranges.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pointText, provenAndEstimated, scaleValue } from "../../../analyst/components/curve.js";

const estimate = (value) => ({ value, lower: -64, upper: 64 });
const WON = { value: 31.5, lower: 2, upper: 64 };
const LOST = { value: -31.5, lower: -64, upper: -6 };
const EXACT = { value: 4, lower: 4, upper: 4 };
/** Not worse than a draw: nobody has won yet. */
const SAFE = { value: 3.5, lower: 0, upper: 64 };

test("a proven result interrupts the line with a range", () => {
  const { lines, ranges, marks } = provenAndEstimated([estimate(1), SAFE, WON, null, LOST, EXACT], {
    className: "engine",
    first: 10,
  });
  assert.deepEqual(
    lines.map(({ points }) => points),
    [
      [
        [10, 1],
        [11, 3.5],
      ],
      [[15, 4]],
    ],
  );
  assert.deepEqual(
    ranges.map(({ index, low, high, text }) => [index, low, high, text]),
    [
      [12, 2, 64, "after move 12: black wins by at least 2, proven"],
      [14, -64, -6, "after move 14: white wins by at least 6, proven"],
    ],
  );
  assert.deepEqual(
    marks.map(({ index, value, text }) => [index, value, text]),
    [[15, 4, "after move 15: +4, proven"]],
  );
});

test("texts and scale show the bound where only the result is proven", () => {
  assert.deepEqual([estimate(3.25), SAFE, WON, LOST, EXACT].map(pointText), [
    "+3.3",
    "+3.5",
    "at least +2",
    "at most \u22126",
    "=+4",
  ]);
  assert.deepEqual(
    [
      { value: 4, lower: -64, upper: 4 },
      { value: -4, lower: -4, upper: 64 },
    ].map(pointText),
    ["at most +4", "at least \u22124"],
  );
  assert.deepEqual([estimate(3.25), SAFE, WON, LOST, EXACT].map(scaleValue), [3.25, 3.5, 2, -6, 4]);
});
