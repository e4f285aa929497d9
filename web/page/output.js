// Exports: the game in every format, a picture, a link.

import { button, make } from "./components/dom.js";
import { TEXTS } from "./components/texts.js";
import { formats, writeGame } from "./brain.js";
import { linkTo } from "./link.js";
import { download, pngOf, svgOf } from "./picture.js";
import { select } from "./views.js";

const texts = TEXTS.web.output;
const ENDINGS = { transcript: "txt", ggf: "ggf", sgf: "sgf", pgn: "pgn", obf: "obf", json: "jsonl" };

/** The part of the page that exports. `source()` returns `{ game, picture }` for an export. */
export class Output {
  constructor({ source }) {
    this.source = source;
    this.format = "transcript";
    this.choice = select(
      formats.map((name) => [name, texts.formats[name]]),
      this.format,
      (format) => {
        this.format = format;
      },
    );
    this.choice.id = "format";
    this.text = make("textarea", {
      id: "exported",
      rows: "4",
      readonly: true,
      "aria-label": texts.text,
      hidden: true,
    });
    this.message = make("p", { class: "message", role: "status", id: "output-message" });
    this.element = make(
      "section",
      { class: "card", "aria-label": texts.heading },
      make("h2", {}, texts.heading),
      make(
        "div",
        { class: "buttons" },
        make("label", { class: "field inline" }, make("span", {}, texts.format), this.choice),
        button(texts.show, () => this.run(() => this.showText()), { id: "export-text" }),
        button(texts.file, () => this.run(() => this.saveText()), { id: "export-file" }),
      ),
      make(
        "div",
        { class: "buttons" },
        button(texts.link, () => this.run(() => this.showLink()), { id: "export-link" }),
        button(texts.svg, () => this.run(() => this.savePicture("svg")), { id: "export-svg" }),
        button(texts.png, () => this.run(() => this.savePicture("png")), { id: "export-png" }),
      ),
      this.message,
      this.text,
    );
  }

  async run(action) {
    this.message.textContent = "";
    try {
      await action();
    } catch (error) {
      this.message.textContent = error.message;
    }
  }

  async written() {
    const { text, lost } = await writeGame(this.source().game, this.format);
    this.message.textContent = lost.length > 0 ? texts.lost(lost.join(", ")) : "";
    return text;
  }

  async showText() {
    this.reveal(await this.written());
  }

  async saveText() {
    const blob = new Blob([await this.written()], { type: "text/plain" });
    download(blob, `game.${ENDINGS[this.format] || "txt"}`);
  }

  async showLink() {
    const link = await linkTo(JSON.stringify(this.source().game));
    this.reveal(link);
    const isCopied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    this.message.textContent = isCopied ? texts.linkCopied : texts.linkShown;
  }

  async savePicture(kind) {
    const { position, ...options } = this.source().picture;
    const svg = svgOf(position, options);
    const blob = kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg);
    download(blob, `board.${kind}`);
  }

  reveal(text) {
    this.text.hidden = false;
    this.text.value = text;
    this.text.select();
  }
}
