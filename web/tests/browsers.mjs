// Browsers as visitors have them: no driver, a new profile each; what they measure comes back by requests.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { built, installed, send, serve } from "./browser/server.js";

/** Time after which a browser that says nothing counts as failed, in ms. */
const PATIENCE = 120_000;

/** What would open pages and connections of its own in a new profile of Firefox. */
const FIREFOX_SETTINGS = [
  'user_pref("browser.aboutwelcome.enabled", false);',
  'user_pref("browser.shell.checkDefaultBrowser", false);',
  'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
  'user_pref("network.captive-portal-service.enabled", false);',
  'user_pref("network.connectivity-service.enabled", false);',
].join("\n");

const KINDS = [
  {
    name: "Chromium",
    programs: ["chromium", "chromium-browser", "google-chrome"],
    words: (profile, address) => [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      address,
    ],
  },
  {
    name: "Firefox",
    programs: ["firefox-esr", "firefox"],
    words: (profile, address) => {
      writeFileSync(path.join(profile, "user.js"), FIREFOX_SETTINGS);
      return ["--headless", "--no-remote", "--profile", profile, address];
    },
  },
];

/** The browsers that are installed: `[{ name, open(address) }]`; `open` gives what ends the browser. */
export function browsers() {
  const found = KINDS.map((kind) => ({ ...kind, program: installed(kind.programs) }));
  for (const { name, program, programs } of found) {
    if (program !== undefined) continue;
    console.log(`${name} is not installed (Debian: apt-get install ${programs[0]})`);
  }
  return found
    .filter(({ program }) => program !== undefined)
    .map(({ name, program, words }) => ({ name, open: (address) => open(program, words, address) }));
}

function open(program, words, address) {
  const profile = mkdtempSync(path.join(tmpdir(), "profile-"));
  // A process group of its own, so that its helpers end with it.
  const child = spawn(program, words(profile, address), { detached: true, stdio: "ignore" });
  const ended = new Promise((resolve) => {
    child.once("exit", resolve);
    child.once("error", resolve);
  });
  return async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  };
}

/** Something that comes in the body of a request, or an error after `PATIENCE`. */
class Answer {
  constructor(what) {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.timer = setTimeout(() => reject(new Error(`${what}: no answer`)), PATIENCE);
    });
  }

  give(value) {
    clearTimeout(this.timer);
    this.resolve(value);
  }
}

function bodyOf(request, onBody) {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => onBody(JSON.parse(Buffer.concat(parts).toString("utf8"))));
}

/** Measures in a page: the engine is started once, and does the same work whenever it is its turn. */
const WORK = `import { Engine } from "./engine.js";
const engine = await Engine.start();
for (let answer = {}; ; answer = await engine.speed())
  await fetch("turn", { method: "POST", body: JSON.stringify(answer) });
`;

const WORK_PAGE = '<!DOCTYPE html><script type="module" src="work.js"></script>';

/** Opens a page with the engine: `{ measure(), close() }`. */
export async function engineIn({ name, open: openAt }) {
  let answer = new Answer(name);
  let goOn = null;
  const site = await serve((place, request, response) => {
    if (place === "/work.html") send(response, place, WORK_PAGE);
    else if (place === "/work.js") send(response, place, WORK);
    else if (place === "/turn") {
      bodyOf(request, (body) => {
        goOn = () => response.end();
        answer.give(body);
      });
    } else return false;
    return true;
  });
  const end = openAt(`${site.address}work.html`);
  const close = async () => {
    await end();
    await site.stop();
  };
  try {
    await answer.promise;
  } catch (error) {
    await close();
    throw error;
  }
  const measure = () => {
    answer = new Answer(name);
    goOn();
    return answer.promise;
  };
  return { measure, close };
}

/** Plays the first legal move as soon as a square takes a click; reports times since the navigation. */
const PROBE = `const times = {};
const look = () => {
  const square = document.querySelector("#view-play .square.playable[aria-disabled=false]");
  const status = document.querySelector("#view-play .status")?.textContent ?? "";
  if (times.playable === undefined && square !== null) {
    times.playable = performance.now();
    square.click();
  } else if (times.answered === undefined && /White played/u.test(status)) {
    times.answered = performance.now();
    watch.disconnect();
    fetch("first-move", { method: "POST", body: JSON.stringify(times) });
  }
};
const watch = new MutationObserver(look);
watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
`;

/** Opens the page in a new browser: `{ playable, answered }`, in ms since the navigation began. */
export async function firstMoveIn({ name, open: openAt }) {
  const answer = new Answer(name);
  const page = built("index.html")
    .toString("utf8")
    .replace("<script", '<script src="probe.js"></script>\n<script');
  const site = await serve((place, request, response) => {
    if (place === "/index.html") send(response, place, page);
    else if (place === "/probe.js") send(response, place, PROBE);
    else if (place === "/first-move") {
      bodyOf(request, (body) => {
        response.end();
        answer.give(body);
      });
    } else return false;
    return true;
  });
  const end = openAt(site.address);
  try {
    return await answer.promise;
  } finally {
    await end();
    await site.stop();
  }
}
