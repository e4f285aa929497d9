// Keeps the main part of a page up to date: the server sends the size of its database, and the page is
// fetched again when that has grown. No markup is made from strings: the browser parses the answer as a
// document of its own.

/** An open page is fetched again at most this often; a class's pages not at the same moment. */
const SHORTEST_WAIT_MS = 2000;
const JITTER_MS = 1000;

const main = () => document.querySelector("main");
const live = document.getElementById("live");
let latest = null;
let isWaiting = false;

function refresh() {
  const request = new XMLHttpRequest();
  request.open("GET", location.href);
  request.responseType = "document";
  request.addEventListener("load", () => {
    const fresh = request.status === 200 && request.response && request.response.querySelector("main");
    if (fresh) replaceMain(document.adoptNode(fresh));
  });
  request.addEventListener("loadend", () => {
    isWaiting = false;
    schedule();
  });
  request.send();
}

/** Messages that can be opened, the oldest first: newer ones are added before them. */
const messages = (part) => [...part.querySelectorAll("details")].reverse();

/** Replaces the main part; the keyboard focus stays on the same link, and what was opened stays open. */
function replaceMain(fresh) {
  const focused = document.activeElement && document.activeElement.getAttribute("href");
  const shown = messages(main()).map((element) => element.open);
  messages(fresh).forEach((element, index) => {
    element.open = shown[index] === true;
  });
  main().replaceWith(fresh);
  const again =
    focused && [...fresh.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused);
  if (again) again.focus({ preventScroll: true });
}

function schedule() {
  if (isWaiting || latest === null || latest === main().dataset.size) return;
  isWaiting = true;
  setTimeout(refresh, SHORTEST_WAIT_MS + JITTER_MS * Math.random());
}

/** Listens while the page is visible: a browser shares six connections to a server among all tabs. */
let events = null;
function listen() {
  if (document.hidden === (events === null)) return;
  if (document.hidden) {
    events.close();
    events = null;
    live.hidden = true;
    return;
  }
  events = new EventSource(main().dataset.events || "/events");
  events.addEventListener("change", (event) => {
    latest = event.data;
    schedule();
  });
  events.addEventListener("open", () => {
    live.hidden = false;
  });
  events.addEventListener("error", () => {
    live.hidden = true;
  });
}

if (main().dataset.size !== undefined) {
  document.addEventListener("visibilitychange", listen);
  listen();
}
