// What a visitor pastes, drops or opens: bounded in size, read by the analyst, never markup.

import { button, make } from "./components/dom.js";
import { TEXTS } from "./components/texts.js";
import { itemAt, readGames } from "./brain.js";
import { titleOf } from "./record.js";

const texts = TEXTS.web.input;

/** The largest file, in bytes: the engine's own limit, also for what a packed one unpacks to. */
const MOST_BYTES = 16 * 1024 * 1024;
/** The most games of one file that are listed. */
const MOST_LISTED = 500;

/** The part of the page that takes games; `onOpen(item)` is called for the one that is chosen. */
export class Input {
  constructor({ onOpen }) {
    this.onOpen = onOpen;
    this.round = 0;
    this.text = make("textarea", {
      id: "paste",
      rows: "3",
      spellcheck: "false",
      autocomplete: "off",
      "aria-label": texts.label,
      placeholder: texts.placeholder,
    });
    this.file = make("input", { type: "file", id: "file", "aria-label": texts.file });
    this.file.addEventListener("change", () => {
      if (this.file.files.length > 0) this.readFile(this.file.files[0]);
      this.file.value = "";
    });
    this.message = make("p", { class: "message", role: "status", id: "input-message" });
    this.games = make("div", { class: "games" });
    this.element = make(
      "section",
      { class: "card", "aria-label": texts.heading },
      make("h2", {}, texts.heading),
      this.text,
      make(
        "div",
        { class: "buttons" },
        button(texts.openText, () => this.readText(this.text.value), { class: "primary", id: "open-text" }),
        this.file,
      ),
      make("p", { class: "facts" }, texts.formats),
      this.message,
      this.games,
    );
  }

  /** Takes what is dropped on an element. */
  takeDrops(element) {
    element.addEventListener("dragover", (event) => event.preventDefault());
    element.addEventListener("drop", (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file !== undefined) this.readFile(file);
      else this.readText(event.dataTransfer.getData("text/plain"));
    });
  }

  /** Takes a paste anywhere outside of fields. */
  takePastes(isWanted) {
    document.addEventListener("paste", (event) => {
      if (
        !isWanted() ||
        event.target instanceof HTMLTextAreaElement ||
        event.target instanceof HTMLInputElement
      )
        return;
      const [file] = event.clipboardData.files;
      if (file !== undefined) this.readFile(file);
      else this.readText(event.clipboardData.getData("text/plain"));
    });
  }

  /** Opens a file, unless it is too large: then it is not even read. */
  async readFile(file) {
    if (file.size > MOST_BYTES) {
      this.say(texts.tooLarge(file.name, Math.ceil(file.size / 1024 / 1024), MOST_BYTES / 1024 / 1024));
      return;
    }
    await this.read(file, file.name);
  }

  /** Opens a text. */
  async readText(text) {
    if (text.trim() === "") {
      this.say(texts.nothing);
      return;
    }
    if (text.length > MOST_BYTES) {
      this.say(texts.tooLarge(texts.pasted, Math.ceil(text.length / 1024 / 1024), MOST_BYTES / 1024 / 1024));
      return;
    }
    await this.read(text, texts.pasted);
  }

  async read(source, name) {
    this.round += 1;
    const { round } = this;
    this.say(texts.reading);
    this.games.replaceChildren();
    try {
      const { items, errors, more } = await readGames(source, name);
      if (round !== this.round) return;
      if (items.length === 0) {
        this.say(errors.length === 0 ? texts.noGame : errors[0]);
        return;
      }
      await this.open(0);
      if (round !== this.round) return;
      this.say(texts.found(items.length, more, errors));
      if (items.length > 1) this.list(items);
    } catch (error) {
      if (round === this.round) this.say(error.message);
    }
  }

  /** Forgets the games that are listed or being read: what the engine has read since took their place. */
  forget() {
    this.round += 1;
    this.games.replaceChildren();
    this.say("");
  }

  async open(index) {
    this.onOpen(await itemAt(index));
  }

  /** Lists the games of a file to choose from. */
  list(items) {
    const chosen = make("select", { id: "games", "aria-label": texts.choose });
    items.slice(0, MOST_LISTED).forEach((item, index) => {
      const players = [{ name: item.black }, { name: item.white }];
      const title = item.kind === "game" ? titleOf({ players }, TEXTS.web.record) : texts.position;
      chosen.append(
        make("option", { value: String(index) }, `${index + 1}. ${title} ${item.date || ""}`.trim()),
      );
    });
    chosen.addEventListener("change", () => {
      this.open(Number(chosen.value)).catch((error) => this.say(error.message));
    });
    this.games.replaceChildren(make("label", { class: "field" }, make("span", {}, texts.choose), chosen));
    if (items.length > MOST_LISTED)
      this.games.append(make("p", { class: "facts" }, texts.firstListed(MOST_LISTED)));
  }

  say(text) {
    this.message.textContent = text;
  }
}
