// Handing in to a ladder: the link of an invitation, a source that is refused, one that plays, the replay
// of a trial, and what others see of all that.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { launch, openPage, ROOT, textOf } from "./site.js";

const LADDER = path.join(process.env.PROGRAMS || path.join(ROOT, "target/debug"), "outflank-ladder");
const PLAYER = readFileSync(path.join(ROOT, "ladder/tests/sources/player.c"), "utf8");

let browser;
let server;
let address;
let folder;
const run = (...args) => execFileSync(LADDER, args, { cwd: folder, stdio: "pipe", encoding: "utf8" });

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "submissions-"));
  run("init", "course", "--clock", "cpu");
  server = spawn(LADDER, ["serve", "course", "--submissions", "--port", "0"], { cwd: folder });
  const line = await new Promise((resolve) => {
    createInterface({ input: server.stdout }).once("line", resolve);
  });
  address = line.trim().replace(/\/$/, "");
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true });
});

/** A browser of somebody who is invited and signs in. */
async function signIn(name) {
  const token = run("invite", "course", name).trim().split("/").at(-1);
  const page = await openPage(browser, `${address}/sign-in/${token}`);
  await textOf(page, "h1", new RegExp(`Sign in as ${name}`));
  await page.click("form.card button");
  await textOf(page, "h1", new RegExp(`^${name}$`));
  return page;
}

/** Hands in a source, or only tries it, and waits for the outcome on its page, which changes by itself. */
async function handIn(page, file, source, kind, outcome) {
  await page.click("text=Hand in a program");
  await page.setInputFiles("#file", { name: file, mimeType: "text/plain", buffer: Buffer.from(source) });
  await page.click(`button[value=${kind}]`);
  return textOf(page, "[role=status]", outcome);
}

test("a source is refused, another plays, and a trial is replayed", async () => {
  const page = await signIn("Ann");
  await textOf(page, "main", /You have handed in nothing that plays yet/);
  await handIn(page, "bad.c", "#error <b>not yet</b>\n", "submit", /refused/);
  await textOf(page, "pre.messages", /#error <b>not yet<\/b>/);
  await page.click("text=Your programs");
  await textOf(page, "tbody tr:first-child", /bad\.c.*refused/);
  await handIn(page, "good.c", PLAYER, "submit", /plays: played d3 as black/);
  const own = page.url();
  await page.click("text=Your programs");
  await textOf(page, "tbody tr:first-child", /good\.c.*plays/);
  await handIn(page, "trial.c", `${PLAYER}/* 2 */\n`, "try", /tried: .* against random/);
  await page.click("text=Replay");
  await textOf(page, "nav.way-back", /upload 3/);
  assert.equal(await page.locator("pre.messages").count(), 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();

  // Another participant and a stranger see none of it.
  for (const [other, status] of [
    [await signIn("Bob"), 404],
    [await openPage(browser, `${address}/`), 401],
  ]) {
    assert.equal((await other.goto(own)).status(), status);
    assert.equal((await other.goto(`${own}/source`)).status(), status);
    await other.goto(`${address}/participants/1`);
    await textOf(other, "h1", /^Ann$/);
    assert.ok(!(await other.content()).includes("not yet"));
    await other.context().close();
  }
});

test("pasted text is handed in after signing in anew, and never after signing out", async () => {
  const page = await signIn("Eve");
  await page.click("text=Hand in a program");
  await page.fill("#text", PLAYER);
  await page.selectOption("#language", "c");
  await page.click("button[value=submit]");
  await textOf(page, "[role=status]", /plays/);
  await page.click("text=Your programs");
  const left = await page.context().newPage();
  await left.goto(`${address}/submissions/new`);
  await page.click("text=Sign out");
  await left.fill("#text", `${PLAYER}/* 2 */\n`);
  await left.click("button[value=submit]");
  await textOf(left, "h1", /Sign in/);
  assert.match(run("history", "course", "Eve"), /program 1/);
  assert.doesNotMatch(run("history", "course", "Eve"), /program 2/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
