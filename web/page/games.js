// The visitor's games: a list, and the way in and out of this browser.

import { button, make } from "./components/dom.js";
import { dayText, t } from "./language.js";
import { levelName } from "./play-settings.js";
import { openDialog } from "./dialogs.js";
import { download } from "./picture.js";
import { openItem } from "./record.js";
import { deleteGame, exported, gameIn, imported, savedGames, saveGames } from "./saved-games.js";

/** The most games that the table shows at a time. */
const PAGE = 100;

/** The list of saved games; `onAnalyse(game)` opens one. */
export class GamesView {
  constructor({ onAnalyse }) {
    this.onAnalyse = onAnalyse;
    this.records = [];
    this.shown = PAGE;
    this.message = make("p", { class: "message", role: "status", id: "games-message" });
    this.count = make("p", { class: "facts", id: "games-count" });
    this.rows = make("tbody", { id: "saved-games" });
    const head = ["date", "opponent", "you-play", "result"].map((name) =>
      make("th", { scope: "col" }, t(name)),
    );
    head.push(make("th", { scope: "col" }, make("span", { class: "spoken" }, t("actions"))));
    this.table = make("table", {}, make("thead", {}, make("tr", {}, ...head)), this.rows);
    this.moreButton = button(t("show-more"), () => this.showMore(), { id: "more-games" });
    this.exportButton = button(t("export-all"), () => this.export(), { id: "export-all" });
    this.file = make("input", {
      type: "file",
      id: "import-file",
      class: "spoken",
      tabindex: "-1",
      "aria-hidden": "true",
    });
    this.file.addEventListener("change", () => {
      const [file] = this.file.files;
      if (file !== undefined) this.import(file);
      this.file.value = "";
    });
    this.element = make(
      "div",
      { class: "view" },
      make(
        "section",
        { class: "card" },
        make("h2", {}, t("my-games")),
        this.count,
        make(
          "div",
          { class: "buttons" },
          this.exportButton,
          button(t("import-games"), () => this.file.click(), { id: "import-games" }),
          this.file,
        ),
        this.message,
        this.table,
        make("div", { class: "buttons" }, this.moreButton),
      ),
    );
    this.rows.addEventListener("click", (event) => this.onClick(event));
  }

  /** Reads the games anew. */
  async open() {
    try {
      this.records = await savedGames();
      this.render();
    } catch (error) {
      this.message.textContent = t("storage-closed", { reason: error.name });
    }
  }

  onClick(event) {
    const control = event.target.closest("[data-id]");
    const record = control && this.records.find(({ id }) => id === control.dataset.id);
    if (!record) return;
    if (control.dataset.do === "delete") this.askDelete(record);
    else this.onAnalyse({ ...openItem({ kind: "game", game: gameIn(record) }), side: record.color });
  }

  askDelete(record) {
    openDialog(t("delete-game"), "delete-dialog", (close) => [
      make(
        "p",
        {},
        t("delete-question", { opponent: levelName(record.level), date: dayText(new Date(record.at)) }),
      ),
      make(
        "div",
        { class: "buttons" },
        button(
          t("delete"),
          async () => {
            close();
            await deleteGame(record.id);
            this.open();
          },
          { class: "primary", id: "delete-yes" },
        ),
        button(t("cancel"), close),
      ),
    ]);
  }

  showMore() {
    this.shown += PAGE;
    this.render();
  }

  render() {
    const { records } = this;
    const outcomes = records.map(outcomeOf);
    const of = (outcome) => outcomes.filter((found) => found === outcome).length;
    this.count.textContent = t("games-count", {
      count: records.length,
      won: of("win"),
      drawn: of("draw"),
      lost: of("loss"),
    });
    this.table.hidden = records.length === 0;
    this.exportButton.disabled = records.length === 0;
    this.moreButton.hidden = records.length <= this.shown;
    this.rows.replaceChildren(...records.slice(0, this.shown).map(rowOf));
  }

  export() {
    const name = `outflank-games-${new Date().toISOString().slice(0, 10)}.jsonl`;
    download(new Blob([exported(this.records)], { type: "application/jsonl" }), name);
  }

  /** Adds the games of an exported file; one that is here already is replaced by the file's. */
  async import(file) {
    try {
      const records = imported(await file.text());
      await saveGames(records);
      this.message.textContent = t("imported", { count: records.length });
    } catch (error) {
      this.message.textContent = error.message;
    }
    const { textContent } = this.message;
    await this.open();
    this.message.textContent = textContent;
  }
}

/** A game's outcome for the visitor: win, loss, draw or unfinished. */
function outcomeOf({ winner, color }) {
  if (winner === null) return "unfinished";
  if (winner === "draw") return "draw";
  return winner === color ? "win" : "loss";
}

function rowOf(record) {
  const { id, at, level, color, discs } = record;
  const date = dayText(new Date(at));
  const opponent = levelName(level);
  const [own, others] = color === "black" ? discs : [...discs].reverse();
  const isEarly = record.ending === "resigned" || record.ending === "timed_out";
  const score = isEarly ? t(`ending-${record.ending}`) : `${own} : ${others}`;
  const outcome = t(`outcome-${outcomeOf(record)}`, { score });
  const label = t("open-saved", { opponent, date });
  const open = make(
    "button",
    { type: "button", class: "link", "data-id": id, "aria-label": label },
    make("time", { datetime: at }, date),
  );
  const remove = make(
    "button",
    {
      type: "button",
      class: "icon-button",
      "data-id": id,
      "data-do": "delete",
      "aria-label": t("delete-saved", { opponent, date }),
    },
    "\u00d7",
  );
  return make(
    "tr",
    {},
    make("td", {}, open),
    make("td", {}, opponent),
    make("td", {}, t(color)),
    make(
      "td",
      { class: "numeric" },
      outcome,
      record.hasHelp ? make("span", { class: "soft help" }, t("with-help")) : null,
    ),
    make("td", {}, remove),
  );
}
