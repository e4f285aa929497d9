// Exports: the game in every format, a picture, a link.

import { button, make } from "./components/dom.js";
import { formats, writeGame } from "./engine-client.js";
import { listText, sentenceText, t } from "./language.js";
import { addressOf, fragmentOf, withPly } from "./link.js";
import { download, pngOf, svgOf } from "./picture.js";
import { folded, select } from "./views.js";

const ENDINGS = { transcript: "txt", ggf: "ggf", sgf: "sgf", pgn: "pgn", obf: "obf", json: "jsonl" };

/** The part of the page that exports. `source()` returns `{ game, ply, picture }` for an export. */
export class Output {
  constructor({ source }) {
    this.source = source;
    this.format = "transcript";
    const choices = formats.map((name) => [name, t(`format-${name}`)]);
    this.choice = select(choices, this.format, (format) => {
      this.format = format;
    });
    this.choice.id = "format";
    this.text = make("textarea", {
      id: "exported",
      rows: "3",
      readonly: true,
      "aria-label": t("exported"),
      hidden: true,
    });
    this.message = make("p", { class: "message", role: "status", id: "output-message" });
    this.linkButton = button(t("export-link"), () => this.run(() => this.showLink()), {
      id: "export-link",
      class: "primary",
    });
    this.element = folded(
      t("share-heading"),
      { id: "output-panel" },
      make(
        "div",
        { class: "buttons" },
        this.linkButton,
        button(t("export-svg"), () => this.run(() => this.savePicture("svg")), { id: "export-svg" }),
        button(t("export-png"), () => this.run(() => this.savePicture("png")), { id: "export-png" }),
      ),
      make(
        "div",
        { class: "buttons" },
        make("label", { class: "field inline" }, make("span", {}, t("format")), this.choice),
        button(t("export-show"), () => this.run(() => this.showText()), { id: "export-text" }),
        button(t("export-file"), () => this.run(() => this.saveText()), { id: "export-file" }),
      ),
      this.message,
      this.text,
    );
  }

  /** Opens the panel and goes there. */
  unfold() {
    this.element.open = true;
    this.linkButton.focus();
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
    const what = listText(lost.map((key) => sentenceText({ key, args: {} })));
    this.message.textContent = lost.length > 0 ? t("export-lost", { what }) : "";
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
    const { game, ply } = this.source();
    const link = addressOf(withPly(await fragmentOf(JSON.stringify(game)), ply));
    this.reveal(link);
    const isCopied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    this.message.textContent = isCopied ? t("link-copied") : t("link-shown");
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
