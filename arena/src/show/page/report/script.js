const { players, results, versions } = data;

const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** A likelihood in percent; rounding never shows certainty. */
const likelihood = (share) => (share > 0.9995 ? "> 99.9 %" : percent(share));

/** About five round numbers that cover the range from `low` to `high`. */
function ticks(low, high) {
  const rough = Math.max(high - low, 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((factor) => rough <= power * factor);
  const found = [];
  for (let i = Math.floor(low / step); (i - 1) * step < high; i++) found.push(i * step);
  return found;
}

/** A name truncated to this number of characters. */
const short = (name, length) =>
  ([...name].length > length ? `${[...name].slice(0, length - 1).join("")}\u2026` : name);

const TOO_FEW = "too few games to say";

function drawRatings() {
  const rated = players.filter(({ elo }) => elo !== null);
  const svg = byId("ratings");
  const [left, right, row, top] = [190, 600, 26, 10];
  const bottom = top + row * players.length;
  svg.setAttribute("viewBox", `0 0 720 ${bottom + 26}`);
  const marks = ticks(
    Math.min(0, ...rated.map(({ elo, error }) => elo - error)),
    // Without a rating the range is from 0 to 1.
    Math.max(1, ...rated.map(({ elo, error }) => elo + error)),
  );
  const [low, high] = [marks[0], marks[marks.length - 1]];
  const x = (elo) => left + ((right - left) * (elo - low)) / (high - low);
  for (const mark of marks) {
    svg.append(
      draw("line", {
        class: mark === 0 ? "zero-line" : "grid-line", x1: x(mark), x2: x(mark), y1: top, y2: bottom,
      }),
      draw("text", { x: x(mark), y: bottom + 17, "text-anchor": "middle" }, signed(mark, 0)),
    );
  }
  players.forEach(({ name, elo, error }, i) => {
    const y = top + row * (i + 0.5);
    svg.append(
      draw("text", { class: "label", x: left - 12, y: y + 4, "text-anchor": "end" }, short(name, 26)),
    );
    if (elo === null) {
      svg.append(draw("text", { x: left + 12, y: y + 4 }, TOO_FEW));
      return;
    }
    svg.append(
      draw(
        "g",
        { class: "first" },
        draw("line", { class: "whisker", x1: x(elo - error), x2: x(elo + error), y1: y, y2: y }),
        draw("circle", { class: "point", cx: x(elo), cy: y, r: 5 }),
      ),
      draw("text", { x: right + 12, y: y + 4 }, `${signed(elo)} \u00b1 ${error.toFixed(1)}`),
    );
  });
}

function fillStandings() {
  const headings = ["#", "Name", "Elo", "\u00b1", "Games", "Score", "Stronger than next"];
  const head = headings.map((text, i) => make("th", { class: i === 1 ? "name" : null }, text));
  const orTooFew = ({ elo }, text) =>
    elo === null ? make("td", { title: TOO_FEW }, "\u2013") : make("td", {}, text);
  const rows = players.map((player, i) =>
    make(
      "tr",
      {},
      make("td", {}, String(i + 1)),
      make("td", { class: "name", title: player.name }, player.name),
      orTooFew(player, signed(player.elo)),
      orTooFew(player, player.error.toFixed(1)),
      make("td", {}, String(player.games)),
      make("td", {}, percent(player.score)),
      make("td", {}, player.superiority === null ? "" : likelihood(player.superiority)),
    ),
  );
  byId("standings").append(make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
}

function cell([won, drawn, lost]) {
  const games = won + drawn + lost;
  if (games === 0) return make("td", {}, "\u2013");
  const score = (won + drawn / 2) / games;
  const shown = make(
    "td",
    { class: score >= 0.5 ? "shade-win" : "shade-loss" },
    percent(score),
    make("small", {}, `+${won} =${drawn} \u2212${lost}`),
  );
  shown.style.setProperty("--strength", Math.abs(score - 0.5) * 90);
  return shown;
}

function fillCrosstable() {
  const head = players.map((_, i) => make("th", {}, String(i + 1)));
  const rows = players.map((player, i) =>
    make(
      "tr",
      {},
      make("td", { class: "name", title: player.name }, `${i + 1}. ${player.name}`),
      ...results[i].map((result, j) => (i === j ? make("td", { class: "self" }, "\u25aa") : cell(result))),
    ),
  );
  byId("crosstable").append(
    make("thead", {}, make("tr", {}, make("th", { class: "name" }, "Player"), ...head)),
    make("tbody", {}, ...rows),
  );
}

function drawVersions() {
  const svg = byId("versions");
  const [left, right, top, bottom] = [56, 700, 12, 200];
  const marks = ticks(
    Math.min(...versions.map(({ elo, error }) => elo - error)),
    Math.max(...versions.map(({ elo, error }) => elo + error)),
  );
  const [low, high] = [marks[0], marks[marks.length - 1]];
  const x = (i) => left + ((right - left) * (i + 0.5)) / versions.length;
  const y = (elo) => bottom - ((bottom - top) * (elo - low)) / (high - low);
  for (const mark of marks) {
    svg.append(
      draw("line", {
        class: mark === 0 ? "zero-line" : "grid-line", x1: left, x2: right, y1: y(mark), y2: y(mark),
      }),
      draw("text", { x: left - 8, y: y(mark) + 4, "text-anchor": "end" }, signed(mark, 0)),
    );
  }
  const upper = versions.map(({ elo, error }, i) => `${x(i)} ${y(elo + error)}`);
  const lower = versions.map(({ elo, error }, i) => `${x(i)} ${y(elo - error)}`).reverse();
  const line = versions.map(({ elo }, i) => `${x(i)} ${y(elo)}`);
  const curve = draw(
    "g",
    { class: "first" },
    draw("path", { class: "band", d: `M${[...upper, ...lower].join("L")}Z` }),
    draw("path", { class: "curve", d: `M${line.join("L")}` }),
  );
  const every = Math.ceil(versions.length / 12);
  versions.forEach(({ name, elo, error }, i) => {
    const point = draw("circle", { class: "point", cx: x(i), cy: y(elo), r: 4 });
    point.append(draw("title", {}, `${name}: ${signed(elo)} \u00b1 ${error.toFixed(1)}`));
    curve.append(
      draw("line", { class: "whisker", x1: x(i), x2: x(i), y1: y(elo - error), y2: y(elo + error) }),
      point,
    );
    if (i % every === 0) {
      const at = `rotate(-35 ${x(i)} ${bottom + 16})`;
      const place = { x: x(i), y: bottom + 16, "text-anchor": "end", transform: at };
      svg.append(draw("text", place, short(name, 14)));
    }
  });
  svg.append(curve);
}

byId("title").append(data.title);
byId("facts").append(...data.facts.map((fact) => make("p", { class: "facts" }, fact)));
if (players.length > 0) {
  drawRatings();
  fillStandings();
  fillCrosstable();
}
if (versions.length > 0) drawVersions();
else byId("versions-card").remove();
