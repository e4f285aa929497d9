// Handing in to a ladder: the link of an invitation, a source that is refused, one that plays, the replay
// of a trial, and what others see of all that; in leagues the placement, as it goes on.

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
let club;
const run = (...args) => execFileSync(LADDER, args, { cwd: folder, stdio: "pipe", encoding: "utf8" });

/** Serves a ladder; returns the server and its address. */
async function serve(name) {
  const process = spawn(LADDER, ["serve", name, "--submissions", "--port", "0"], { cwd: folder });
  const line = await new Promise((resolve) => {
    createInterface({ input: process.stdout }).once("line", resolve);
  });
  return [process, line.trim().replace(/\/$/, "")];
}

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "submissions-"));
  run("init", "course", "--clock", "cpu");
  [server, address] = await serve("course");
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.kill();
  club?.kill();
  rmSync(folder, { recursive: true });
});

/** A browser of somebody who is invited and signs in. */
async function signIn(name, ladder = "course", site = address) {
  const token = run("invite", ladder, name).trim().split("/").at(-1);
  const page = await openPage(browser, `${site}/sign-in/${token}`);
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

/** Plays the first legal move in CodinGame's protocol. */
const FIRST = `input(); input()
while True:
    [input() for _ in range(8)]
    print([input() for _ in range(int(input()))][0], flush=True)
`;

test("in leagues a program is placed, and the replay of each battle opens", async () => {
  const names = ["Wood 1", "Bronze", "Silver", "Gold", "Legend"];
  const bosses = names.flatMap((name) => ["--boss", `${name}=greedy`]);
  run("init", "club", "--rules", "leagues", "--meetings", "2", "--clock", "cpu", ...bosses);
  let site;
  [club, site] = await serve("club");
  const page = await signIn("Fay", "club", site);
  await handIn(page, "fay.py", FIRST, "submit", /plays: played/);
  await page.click("text=Your programs");
  await textOf(page, "main", /Placement.*Wood 2: score 0\.00, the boss's 0\.00; waits/);
  run("submit", "club", "Gus", "alphabeta:3");
  const watching = await openPage(browser, `${site}/`);
  await textOf(watching, "main", /Legend.*Wood 2.*Wood 2 boss random.*Gus/);
  // Both pages change by themselves, battle by battle.
  run("run", "club", "--games", "1", "--no-affinity");
  await textOf(page, "main", /meeting 1 of 2.*(won|lost|drawn)/);
  run("run", "club", "--until-stable", "--no-affinity");
  await textOf(page, "main", /Program 1, Wood 2: (promoted|stays)/);
  await textOf(watching, "main", /Legend.*Gus.*(first|stays)/);
  await watching.click("nav >> text=Games");
  const games = await watching.locator("td:first-child a").evaluateAll((links) => links.map((a) => a.href));
  assert.ok(games.length >= 4);
  for (const game of games) {
    await watching.goto(game);
    await textOf(watching, "p.facts", /(Wood|Bronze|Silver|Gold|Legend).*, meeting [12] of 2/);
    for (const round of [1, 2]) {
      await watching.goto(`${game}/rounds/${round}`);
      await watching.waitForSelector("svg, canvas, table");
    }
  }
  assert.deepEqual([...page.complaints, ...watching.complaints], []);
  await page.context().close();
  await watching.context().close();
});
