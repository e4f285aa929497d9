// The games of a file that holds several: found by player, year, event, result, opening or moves.

import { button, make } from "./components/dom.js";
import { openings } from "./engine-client.js";
import { langOfName, numberText, openingName, ownName, t } from "./language.js";
import { openingsAlong, oriented } from "./lines.js";
import { titleOf } from "./record.js";
import { field, select } from "./views.js";

/** The most games that the list shows at a time: more are found by searching. */
const MAX_SHOWN = 200;

/** The list; `onSelect(index)` is called for a game, `onCount(source)` to count the moves of those found. */
export class FileGames {
  constructor({ onSelect, onCount }) {
    this.onSelect = onSelect;
    this.onCount = onCount;
    this.entries = [];
    this.result = "";
    this.search = make("input", {
      type: "search",
      id: "game-search",
      autocomplete: "off",
      placeholder: t("search-games"),
      "aria-label": t("search-games"),
    });
    this.search.addEventListener("input", () => this.render());
    const results = [
      ["", t("any-result")],
      ["black", t("wins", { color: "black" })],
      ["white", t("wins", { color: "white" })],
      ["draw", t("draw")],
    ];
    this.results = select(results, "", (result) => {
      this.result = result;
      this.render();
    });
    this.results.id = "game-result";
    this.count = make("p", { class: "facts", id: "game-count", role: "status" });
    this.list = make("ul", { class: "file-games", id: "file-games" });
    this.element = make(
      "section",
      { class: "card", hidden: true, "aria-label": t("games-in-file") },
      make("h2", {}, t("games-in-file")),
      make(
        "div",
        { class: "fields" },
        field(t("search-games"), this.search),
        field(t("result"), this.results),
      ),
      this.count,
      make(
        "div",
        { class: "buttons small" },
        button(t("count-openings"), () => this.countMoves(), { id: "count-openings" }),
      ),
      this.list,
    );
    this.list.addEventListener("click", (event) => {
      const control = event.target.closest("[data-index]");
      if (control === null) return;
      this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
      control.setAttribute("aria-current", "true");
      this.onSelect(Number(control.dataset.index));
    });
  }

  clear() {
    this.entries = [];
    this.element.hidden = true;
    this.list.replaceChildren();
  }

  /** Shows the summaries of a file's items. */
  async show(items) {
    const named = await openings().catch(() => []);
    this.entries = items.map((item) => entryOf(item, named));
    this.search.value = "";
    this.element.hidden = false;
    this.render();
  }

  /** Has the moves of the games found counted. */
  countMoves() {
    const found = this.found();
    const isAll = found.length === this.entries.length;
    const what = this.search.value.trim();
    this.onCount({
      games: isAll ? null : found.map(({ index }) => index),
      text: t("counted", { count: found.length, what }),
    });
  }

  /** The entries that match every word of the search and the result. */
  found() {
    const words = this.search.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    const isFound = ({ text, line }) => words.every((word) => text.includes(word) || line.startsWith(word));
    return this.entries.filter(
      (entry) => (this.result === "" || entry.winner === this.result) && isFound(entry),
    );
  }

  render() {
    const found = this.found();
    this.count.textContent = t("games-found", {
      count: found.length,
      all: numberText(this.entries.length),
      shown: Math.min(found.length, MAX_SHOWN),
      cut: found.length > MAX_SHOWN ? "yes" : "no",
    });
    this.list.replaceChildren(
      ...found.slice(0, MAX_SHOWN).map(({ index, title, facts, opening }) => {
        const label = [
          make("bdi", {}, title),
          make("span", { class: "soft" }, facts),
          opening && make("bdi", { class: "soft", ...langOfName([opening]) }, openingName([opening])),
        ];
        return make(
          "li",
          {},
          make("button", { type: "button", "data-index": index, class: "game" }, ...label),
        );
      }),
    );
  }
}

/** A summary with the text that searches look through. */
function entryOf(item, named) {
  const { index, date = "", event = "", result = null } = item;
  if (item.kind !== "game")
    return {
      index,
      title: `${index + 1}. ${t("position")}`,
      facts: "",
      opening: null,
      text: "",
      line: "",
      winner: null,
    };
  const line = item.start ? "" : oriented(item.line || "");
  const along = line === "" ? [] : openingsAlong(line, named);
  const score = result === null ? undefined : result.score;
  const sign = Math.sign(score ?? 0);
  const winner =
    result?.winner || (score === undefined ? null : sign === 0 ? "draw" : sign > 0 ? "black" : "white");
  const title = `${index + 1}. ${titleOf({ players: [{ name: item.black }, { name: item.white }] })}`;
  const english = along.flatMap((opening) => opening.names);
  const names = [...english, ...english.map(ownName)];
  const discs = score === undefined ? "" : `${32 + score / 2} : ${32 - score / 2}`;
  const facts = [discs, date, event].filter((part) => part).join(" \u00b7 ");
  const text = [item.black, item.white, date, event, ...names].join(" ").toLowerCase();
  return { index, title, facts, opening: english[0] ?? null, text, line, winner };
}
