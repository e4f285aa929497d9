// The page: its views and how to get from one to the other.

import { byId, button, make } from "./components/dom.js";
import { engine, itemAt, memory, MEMORY_SIZES, readGames, setMemory } from "./engine-client.js";
import { openDialog } from "./dialogs.js";
import { listenForKeys, showKeys } from "./keys.js";
import { chooseLanguage, languageFile, language, loadLanguage, t } from "./language.js";
import { LANGUAGES } from "./locale.js";
import { holdsGame, partsOf, textOf, withPly } from "./link.js";
import { set, settings } from "./settings.js";
import { load, restored, save } from "./storage.js";
import { openItem, titleOf } from "./record.js";
import { GameTree } from "./tree.js";
import { checkbox, field, select } from "./views.js";

// Only two scripts may be loaded by address: the worker and the service worker.
if (globalThis.trustedTypes !== undefined) {
  const own = ["worker.js", "sw.js"].map((name) => new URL(name, import.meta.url).href);
  trustedTypes.createPolicy("default", {
    createScriptURL: (address) => (own.includes(new URL(address, import.meta.url).href) ? address : null),
  });
}

// The worker loads its module while the texts are loaded and the views are built.
engine().catch(() => {});
await loadLanguage();

// Views make their elements with texts, so they are made once there are texts.
const [{ PlayView }, { AnalyseView }, { StudyView }, { GamesView }] = await Promise.all([
  import("./play.js"),
  import("./analyse.js"),
  import("./study.js"),
  import("./games.js"),
]);

const openGame = (game) => {
  views.analyse.open(game);
  location.hash = "#analyse";
};
const openTree = (tree) => {
  const copy = GameTree.from(JSON.parse(JSON.stringify(tree)));
  if (copy !== null) openGame({ tree: copy, facts: {} });
};

let shown = "";
const views = {};
const onSaved = () => shown === "games" && views.games.open();
views.play = restored(["play"], () => new PlayView({ onAnalyse: openGame, onSaved }));
const callbacks = {
  onMove: () => shown === "analyse" && showPlace(),
  onOpen: () => {
    if (location.hash !== "#analyse") location.hash = "#analyse";
  },
  onCount: (source) => {
    views.study.count(source);
    location.hash = "#study";
  },
};
views.analyse = restored(["analyse"], () => new AnalyseView(callbacks));
views.study = restored(["puzzles", "drills"], () => new StudyView({ onAnalyse: openTree }));
views.games = new GamesView({ onAnalyse: openGame });

for (const [name, view] of Object.entries(views)) view.element.id = `view-${name}`;
const links = Object.keys(views).map((name) =>
  make("a", { href: `#${name}`, id: `to-${name}` }, t(`view-${name}`)),
);
const notice = make("p", { class: "message", role: "status", id: "notice" });
const main = make(
  "main",
  { id: "main", tabindex: "-1" },
  notice,
  ...Object.values(views).map((view) => view.element),
);
const skip = make("a", { class: "skip", href: "#main" }, t("skip"));
skip.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

/** What the visitor may choose about the page. */
function openSettings() {
  openDialog(t("settings"), "settings-dialog", () => {
    const languages = select(Object.entries(LANGUAGES), language, (key) =>
      chooseLanguage(key).then(
        () => location.reload(),
        () => {
          languages.value = language;
          version.textContent = t("language-missing");
        },
      ),
    );
    languages.id = "language";
    for (const option of languages.options) option.lang = option.value;
    const sizes = MEMORY_SIZES.map((size) => [String(size), t("mib", { size })]);
    const memoryChoice = select(sizes, String(memory.treeMiB), (size) =>
      setMemory(Number(size)).catch((error) => {
        notice.textContent = error.message;
      }),
    );
    memoryChoice.id = "memory";
    const version = make("p", { class: "facts", id: "version" });
    engine().then(
      ({ info }) => {
        version.textContent = t("version", { version: info.version, simd: info.simd ? "yes" : "no" });
      },
      (error) => {
        version.textContent = error.message;
      },
    );
    return [
      make("div", { class: "fields" }, field(t("language"), languages), field(t("memory"), memoryChoice)),
      ...["sound", "animation", "keys", "flipped"].map((name) =>
        checkbox(t(`setting-${name}`), settings[name], (value) => set(name, value)),
      ),
      make(
        "div",
        { class: "buttons" },
        button(t("keys"), () => showKeys(actions()), { id: "show-keys" }),
      ),
      make("p", { class: "facts" }, t("about")),
      version,
    ];
  });
}

const gear = button("\u2699", openSettings, {
  id: "settings",
  class: "icon-button",
  "aria-label": t("settings"),
  title: t("settings"),
});
document.body.replaceChildren(
  skip,
  make(
    "header",
    { class: "site" },
    make(
      "h1",
      { class: "brand" },
      make("span", { class: "brand-mark", "aria-hidden": "true" }),
      make("span", {}, t("title")),
    ),
    make("nav", { "aria-label": t("views") }, ...links),
    gear,
  ),
  main,
);

/** What keys do in the view that is shown, and everywhere. */
const actions = () => [
  ...(views[shown].actions?.() ?? []),
  ...links.map((link, index) => ({
    key: String(index + 1),
    text: link.textContent,
    run: () => link.click(),
  })),
  { key: "f", text: t("flip"), run: () => set("flipped", !settings.flipped) },
  { key: "s", text: t("settings"), run: openSettings },
];
listenForKeys(actions);

async function openLink(fragment) {
  const { game, ply } = partsOf(fragment);
  try {
    // A reload of the address keeps what was done with the game since.
    if (views.analyse.link === game) {
      views.analyse.goToPly(ply);
      return;
    }
    const text = await textOf(game);
    // From here on the engine's items are the link's, no longer those of the file that is listed.
    views.analyse.input.forget();
    const { items } = await readGames(text, t("link"));
    if (items.length === 0) throw new Error(t("link-damaged"));
    views.analyse.open({ ...openItem(await itemAt(0)), link: game, ply });
    notice.textContent = "";
  } catch (error) {
    notice.textContent = error.message;
  }
}

let placing = null;

/** Writes into the address which game is shown and where it is, once stepping has come to a rest. */
function showPlace() {
  document.title = t("page-title", { view: titleOf(views.analyse.facts) });
  clearTimeout(placing);
  placing = setTimeout(() => {
    const { link, ply } = views.analyse;
    const wanted = link === null ? "#analyse" : withPly(link, ply);
    if (shown === "analyse" && location.hash !== wanted) history.replaceState(null, "", wanted);
  }, 300);
}

/** Shows the view that the address names. */
async function route() {
  const fragment = location.hash;
  const named = fragment.slice(1);
  const isGame = holdsGame(fragment);
  const wanted = isGame ? "analyse" : Object.hasOwn(views, named) ? named : load("view", "play");
  shown = Object.hasOwn(views, wanted) ? wanted : "play";
  for (const [name, view] of Object.entries(views)) view.element.hidden = name !== shown;
  links.forEach((link, index) => {
    if (Object.keys(views)[index] === shown) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  document.title = t("page-title", { view: t(`view-${shown}`) });
  save("view", shown);
  if (shown !== "analyse") views.analyse.leave();
  if (shown === "study" || shown === "games") views[shown].open();
  if (isGame) await openLink(fragment);
  if (shown === "analyse") views.analyse.enter();
}

addEventListener("hashchange", route);
route();

/** Offers a new version of the page that has been loaded beside this one. */
function offerUpdate(worker) {
  if (byId("update") !== null) return;
  const update = button(t("update-now"), () => worker.postMessage("take over"), {
    id: "update",
    class: "primary",
  });
  notice.after(make("p", { class: "update", role: "status" }, t("update-there"), " ", update));
}

/** Caches the page for offline use, after the engine has loaded: the copy would delay the first move. */
async function keepOffline() {
  if (!("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  const { serviceWorker } = navigator;
  // Every page of this site changes to the new version at once; what is on it is kept.
  let isOfVersion = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (isOfVersion) location.reload();
    isOfVersion = true;
  });
  const registration = await serviceWorker.register("sw.js");
  // The first worker has not seen the page load its language.
  registration.installing?.postMessage({ language: languageFile() });
  const watch = (worker) => {
    const isNew = () => worker.state === "installed" && serviceWorker.controller !== null;
    if (isNew()) offerUpdate(worker);
    else worker.addEventListener("statechange", () => isNew() && offerUpdate(worker));
  };
  for (const worker of [registration.waiting, registration.installing]) if (worker !== null) watch(worker);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  // A page that stays open for days asks for a new version when it is shown again.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) registration.update().catch(() => {});
  });
}
const tryKeepOffline = () => keepOffline().catch(() => {});
engine().then(tryKeepOffline, tryKeepOffline);
