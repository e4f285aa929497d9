// The page: three views and how to get from one to the other.

import { make } from "./components/dom.js";
import { TEXTS } from "./components/texts.js";
import { AnalyseView } from "./analyse.js";
import { engine, memory, readGames, itemAt, setMemory } from "./brain.js";
import { holdsGame, textOf } from "./link.js";
import { PlayView } from "./play.js";
import { load, save } from "./storage.js";
import { StudyView } from "./study.js";
import { openItem } from "./record.js";
import { GameTree } from "./tree.js";
import { field, select } from "./views.js";

const texts = TEXTS.web;

// Only two scripts may be loaded by address: the worker and the service worker.
if (globalThis.trustedTypes !== undefined) {
  const own = ["worker.js", "sw.js"].map((name) => new URL(name, import.meta.url).href);
  trustedTypes.createPolicy("default", {
    createScriptURL: (address) => (own.includes(new URL(address, import.meta.url).href) ? address : null),
  });
}

// The worker loads its module while the views are built.
engine().catch(() => {});

const openTree = (tree) => {
  const copy = GameTree.from(JSON.parse(JSON.stringify(tree)));
  if (copy === null) return;
  views.analyse.open({ tree: copy, facts: {} });
  location.hash = "#analyse";
};

const views = {
  play: new PlayView({ onAnalyse: openTree }),
  analyse: new AnalyseView(),
  study: new StudyView({ onAnalyse: openTree }),
};

for (const [name, view] of Object.entries(views)) view.element.id = `view-${name}`;
const links = Object.keys(views).map((name) =>
  make("a", { href: `#${name}`, id: `to-${name}` }, texts.views[name]),
);
const notice = make("p", { class: "message", role: "status", id: "notice" });
const main = make(
  "main",
  { id: "main", tabindex: "-1" },
  notice,
  ...Object.values(views).map((view) => view.element),
);

function about() {
  const sizes = ["16", "64", "256", "512"].map((size) => [size, texts.mib(size)]);
  const memoryChoice = select(sizes, String(memory.treeMiB), (size) =>
    setMemory(Number(size)).catch((error) => {
      notice.textContent = error.message;
    }),
  );
  memoryChoice.id = "memory";
  const version = make("span", { id: "version" });
  engine().then(
    ({ info }) => {
      version.textContent = texts.version(info.version, info.simd);
    },
    (error) => {
      notice.textContent = error.message;
    },
  );
  return make("footer", {}, make("p", {}, texts.about, " ", version), field(texts.memory, memoryChoice));
}

const skip = make("a", { class: "skip", href: "#main" }, texts.skip);
skip.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
document.title = texts.title;
document.body.replaceChildren(
  skip,
  make(
    "header",
    { class: "site" },
    make("h1", { class: "brand" }, texts.title),
    make("nav", { "aria-label": texts.navigation }, ...links),
  ),
  main,
  about(),
);

async function openLink(fragment) {
  try {
    const text = await textOf(fragment);
    // From here on the engine's items are the link's, no longer those of the file that is listed.
    views.analyse.input.forget();
    const { items } = await readGames(text, texts.link.name);
    if (items.length === 0) throw new Error(texts.link.damaged);
    views.analyse.open(openItem(await itemAt(0)));
    notice.textContent = "";
  } catch (error) {
    notice.textContent = error.message;
  }
}

/** Shows the view that the address names. */
async function route() {
  const fragment = location.hash;
  const named = fragment.slice(1);
  const isGame = holdsGame(fragment);
  const wanted = isGame ? "analyse" : Object.hasOwn(views, named) ? named : load("view", "play");
  const shown = Object.hasOwn(views, wanted) ? wanted : "play";
  for (const [name, view] of Object.entries(views)) view.element.hidden = name !== shown;
  links.forEach((link, index) => {
    if (Object.keys(views)[index] === shown) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  if (shown !== "analyse") views.analyse.leave();
  if (shown === "study") views.study.open();
  save("view", shown);
  if (!isGame) return;
  await openLink(fragment);
  // The game is stored by now; the address must not bring its first state back after a reload. It names
  // another view if the visitor went there meanwhile.
  if (location.hash === fragment) history.replaceState(null, "", "#analyse");
}

addEventListener("hashchange", route);
route();

/** Caches the page for offline use, after the engine has loaded: the copy would delay the first move. */
function keepOffline() {
  if (!("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  navigator.serviceWorker.register("sw.js").catch(() => {});
}
engine().then(keepOffline, keepOffline);
