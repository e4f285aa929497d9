// Every notation opens, pasted, chosen and dropped; what is exported opens again.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { SAMPLES } from "./samples.js";
import { launch, openPage, serve, unfold } from "./site.js";

let browser;
let site;
let page;
before(async () => {
  [browser, site] = [await launch(), await serve()];
  page = await openPage(browser, `${site.address}#analyse`);
});
after(async () => {
  await browser.close();
  await site.stop();
});

/** Clears the board, opens something, and gives the page's message about it. */
async function messageAfter(open) {
  await page.evaluate(() => {
    document.querySelector("#new-board").click();
    document.querySelector("#input-message").textContent = "";
  });
  await open();
  await page.waitForFunction(
    (reading) => !["", reading].includes(document.querySelector("#input-message").textContent),
    "Reading \u2026",
  );
  return page.textContent("#input-message");
}

/** What the view of analysis shows: the moves of the list, the discs, the title. */
const shown = () =>
  page.evaluate(() => ({
    line: [...document.querySelectorAll("#view-analyse .moves .move-square")]
      .map((at) => at.textContent)
      .join(""),
    discs: [...document.querySelectorAll("#view-analyse .square")]
      .map((square) => square.querySelector(".disc"))
      .map((disc) => (disc === null ? "-" : disc.classList.contains("black") ? "X" : "O"))
      .join(""),
    title: document.querySelector("#game-title").textContent,
  }));

/** Hands data to the page as a mouse or the clipboard would: a file, or text. */
const handOver = (event, { file, text }) =>
  page.evaluate(
    ([type, base64, plain]) => {
      const transfer = new DataTransfer();
      if (plain !== undefined) transfer.setData("text/plain", plain);
      else {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], "game"));
      }
      const options = { bubbles: true, cancelable: true };
      const target = document.querySelector("#view-analyse .board");
      const given =
        type === "drop"
          ? new DragEvent(type, { ...options, dataTransfer: transfer })
          : new ClipboardEvent(type, { ...options, clipboardData: transfer });
      target.dispatchEvent(given);
    },
    [event, file === undefined ? "" : Buffer.from(file).toString("base64"), text],
  );

async function paste(text) {
  await unfold(page);
  await page.fill("#paste", text);
  await page.click("#open-text");
}

const choose = (content) =>
  page.setInputFiles("#file", { name: "game", mimeType: "", buffer: Buffer.from(content) });

async function assertOpens(sample, way, open) {
  const name = `${sample.name}, ${way}`;
  const message = await messageAfter(open);
  // A remark may follow, but no refusal.
  const isWhole = message.startsWith(`${sample.count} opened.`) && !message.includes("Refused");
  assert.ok(isWhole, `${name}: ${message}`);
  const { line, discs, title } = await shown();
  assert.equal(line, sample.line, name);
  assert.equal(title, sample.title || "A game", name);
  if (sample.discs !== undefined) assert.equal(discs, sample.discs, name);
}

test("every notation opens, pasted, chosen and dropped", async () => {
  for (const sample of SAMPLES) {
    const { content } = sample;
    const isText = typeof content === "string";
    if (isText) await assertOpens(sample, "pasted", () => paste(content));
    else await assertOpens(sample, "chosen", () => choose(content));
    await assertOpens(sample, "dropped", () => handOver("drop", { file: content }));
  }
  assert.deepEqual(page.complaints, []);
});

test("text is dropped and pasted outside of fields too, and a file from the clipboard", async () => {
  const sample = SAMPLES[0];
  await assertOpens(sample, "text dropped", () => handOver("drop", { text: sample.content }));
  await assertOpens(sample, "text pasted on the board", () => handOver("paste", { text: sample.content }));
  await assertOpens(sample, "file pasted on the board", () => handOver("paste", { file: sample.content }));
});

test("names are decoded by the encoding that a file names", async () => {
  // Shift_JIS for the Japanese name of the game.
  const name = Buffer.from([0x83, 0x49, 0x83, 0x5a, 0x83, 0x8d]);
  const parts = [Buffer.from("(;CA[Shift_JIS]GM[2]PB["), name, Buffer.from("];B[f5])")];
  await messageAfter(() => choose(Buffer.concat(parts)));
  assert.match((await shown()).title, /^\u30aa\u30bb\u30ed/);
});

test("what is no game is refused in words", async () => {
  for (const [text, pattern] of [
    ["nothing like a game", /^pasted:1:1: expected /],
    ["f5d6f5", /^pasted:1:5: move 3: black may not play f5$/],
    ["(;GM[1]SZ[19];B[aa])", /expected a game of Othello/],
    ['{"schema": 9}', /^pasted:1:1: expected a game/],
    ["   ", /^There is nothing to open\.$/],
  ]) {
    assert.match(await messageAfter(() => paste(text)), pattern, text);
  }
  const part = await messageAfter(() => paste("f5d6c3\nf5 k9\n"));
  assert.match(part, /^1 opened\. Refused: pasted:2:4: expected a move/);
});

test("what is exported opens again", async () => {
  const passing = SAMPLES.find(({ name }) => name === "transcript with a pass");
  for (const format of ["transcript", "ggf", "sgf", "pgn", "json", "obf"]) {
    await messageAfter(() => paste(passing.content));
    await page.evaluate(() => {
      document.querySelector("#exported").value = "";
    });
    if (!(await page.isVisible("#format"))) await page.click("#share");
    await page.selectOption("#format", format);
    await page.click("#export-text");
    await page.waitForFunction(() => document.querySelector("#exported").value !== "");
    const text = await page.inputValue("#exported");
    // The positions before ten moves and passes, and the last one.
    const count = format === "obf" ? 11 : 1;
    const line = format === "obf" ? "" : passing.line;
    await assertOpens({ name: format, count, line }, "exported", () => paste(text));
  }
  assert.deepEqual(page.complaints, []);
});
