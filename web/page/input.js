// What a visitor pastes, drops or opens: bounded in size, read by the analyst, never markup.

import { button, make } from "./components/dom.js";
import { itemAt, readGames, readNames } from "./engine-client.js";
import { FileGames } from "./file-games.js";
import { t } from "./language.js";
import { folded } from "./views.js";

/** The largest file, in bytes: the engine's own limit, also for the unpacked size of a packed one. */
const MAX_BYTES = 16 * 1024 * 1024;

const MIB = 1024 * 1024;

/** Files of players' and tournaments' names for WTHOR files. */
const isNames = (file) => /\.(jou|trn)$/i.test(file.name);

/**
 * The part of the page that takes games; `onOpen(item)` is called for the one that is chosen. The message
 * about the last one stands by the fields, and at `top` once it is open.
 */
export class Input {
  constructor({ onOpen, onNew, onCount }) {
    this.onOpen = onOpen;
    this.round = 0;
    this.text = make("textarea", {
      id: "paste",
      rows: "3",
      spellcheck: "false",
      autocomplete: "off",
      "aria-label": t("input-label"),
      placeholder: t("input-placeholder"),
    });
    this.text.addEventListener("paste", () => {
      // A paste into the empty field is a game to open, once the field holds it.
      if (this.text.value.trim() === "") setTimeout(() => this.readText(this.text.value));
    });
    this.file = make("input", { type: "file", id: "file", multiple: true, "aria-label": t("input-file") });
    this.file.addEventListener("change", () => {
      this.readFiles([...this.file.files]);
      this.file.value = "";
    });
    this.message = make("p", { class: "message", role: "status", id: "input-message" });
    this.games = new FileGames({ onSelect: (index) => this.open(index), onCount });
    this.fields = folded(
      t("open-heading"),
      { id: "input-panel", open: true },
      this.text,
      make(
        "div",
        { class: "buttons" },
        button(t("open-text"), () => this.readText(this.text.value), { class: "primary", id: "open-text" }),
        this.file,
        button(t("new-board"), onNew, { id: "new-board" }),
      ),
      make("p", { class: "facts" }, t("input-formats")),
    );
    this.element = make("div", { class: "input" }, this.message, this.games.element, this.fields);
    this.top = make("div", {});
  }

  /** Folds the fields away: a game is open. */
  fold() {
    this.fields.open = false;
  }

  /** Opens the fields and goes there. */
  unfold() {
    this.fields.open = true;
    this.text.value = "";
    this.text.focus();
  }

  /** Takes what is dropped on an element. */
  takeDrops(element) {
    element.addEventListener("dragover", (event) => event.preventDefault());
    element.addEventListener("drop", (event) => {
      event.preventDefault();
      const files = [...event.dataTransfer.files];
      if (files.length > 0) this.readFiles(files);
      else this.readText(event.dataTransfer.getData("text/plain"));
    });
  }

  /** Takes a paste anywhere outside of fields. */
  takePastes() {
    document.addEventListener("paste", (event) => {
      const isField = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
      if (isField) return;
      const files = [...event.clipboardData.files];
      if (files.length > 0) this.readFiles(files);
      else this.readText(event.clipboardData.getData("text/plain"));
    });
  }

  /** Opens files: names for WTHOR files first, then the first file of games. */
  async readFiles(files) {
    const huge = files.find((file) => file.size > MAX_BYTES);
    if (huge !== undefined) {
      this.refuse(huge.name, huge.size);
      return;
    }
    try {
      for (const file of files.filter(isNames)) {
        await readNames(file);
        this.say(t("names-read", { name: file.name }));
      }
    } catch (error) {
      this.say(error.message);
      return;
    }
    const file = files.find((other) => !isNames(other));
    if (file !== undefined) await this.read(file, file.name);
  }

  /** Opens a text. */
  async readText(text) {
    if (text.trim() === "") this.say(t("nothing-to-open"));
    else if (text.length > MAX_BYTES) this.refuse(t("pasted"), text.length);
    else await this.read(text, t("pasted"));
  }

  refuse(name, bytes) {
    this.say(t("too-large", { name, size: Math.ceil(bytes / MIB), limit: MAX_BYTES / MIB }));
  }

  async read(source, name) {
    this.round += 1;
    const { round } = this;
    this.say(t("reading"));
    this.games.clear();
    try {
      const { items, errors, remarks, more } = await readGames(source, name);
      if (round !== this.round) return;
      if (items.length === 0) {
        this.say(errors[0] ?? t("no-game"));
        return;
      }
      await this.open(0);
      if (round !== this.round) return;
      // The fields may be far below the board.
      scrollTo(0, 0);
      const others = errors.length - 1;
      const said = others < 0 ? (remarks[0] ?? "") : t("refused", { error: errors[0], others });
      this.say(`${t("opened", { count: items.length, more: more ? "yes" : "no" })} ${said}`.trim(), this.top);
      if (items.length > 1) this.games.show(items);
    } catch (error) {
      if (round === this.round) this.say(error.message);
    }
  }

  /** Forgets the games that are listed or being read: what the engine has read since took their place. */
  forget() {
    this.round += 1;
    this.games.clear();
    this.say("");
  }

  async open(index) {
    try {
      this.onOpen(await itemAt(index));
    } catch (error) {
      this.say(error.message);
    }
  }

  say(text, place = this.element) {
    if (this.message.parentElement !== place) place.prepend(this.message);
    this.message.textContent = text;
  }
}
