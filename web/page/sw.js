// Keeps the whole page in this browser, so that it works without a network after the first visit. The build
// fills in the version, a hash over all files, and their names. Servers differ: some redirect `index.html` to
// the folder, some send `Vary` or let files be cached for a year; none of it may break the copy.

const VERSION = /*VERSION*/ "";
const FILES = /*FILES*/ [];
const CACHE = `outflank-${VERSION}`;

/** The page itself, which servers know under two names. */
const PAGE = "./";
const isPage = (file) => file === "index.html";

/** Files for others than visitors. */
const isForRobots = (file) => file === "robots.txt" || file === "social.png";

/** Languages are kept only once they are used. */
const isLanguage = (path) => /(^|\/)locales\/[^/]+\.ftl$/.test(path);

/** A file that the server has confirmed: a browser's own cache may hold those of an old version. */
async function fetched(file) {
  const response = await fetch(new Request(file, { cache: "no-cache" }));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  // Browsers refuse an answer that was redirected for the page itself.
  return response.redirected
    ? new Response(await response.blob(), {
        headers: { "content-type": response.headers.get("content-type") },
      })
    : response;
}

const keep = async (cache, file) =>
  cache.put(new URL(file, self.registration.scope).href, await fetched(file));

/** The languages that copies of earlier versions hold. */
async function usedLanguages() {
  const found = new Set();
  for (const name of await caches.keys()) {
    if (!name.startsWith("outflank-")) continue;
    const requests = await (await caches.open(name)).keys();
    for (const { url } of requests) if (isLanguage(url)) found.add(url.slice(self.registration.scope.length));
  }
  return [...found].filter((file) => FILES.includes(file));
}

/** The languages that pages have asked to keep, on their way. */
const asked = [];

self.addEventListener("install", (event) => {
  if (FILES.length === 0) return;
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      const files = FILES.filter((file) => !isPage(file) && !isLanguage(file) && !isForRobots(file));
      await Promise.all([PAGE, ...files, ...(await usedLanguages())].map((file) => keep(cache, file)));
      await Promise.all(asked);
    })(),
  );
});

// A page that is open goes on with its own version until its visitor wants the new one.
self.addEventListener("message", (event) => {
  const { data } = event;
  if (data === "take over") self.skipWaiting();
  if (typeof data?.language !== "string" || !FILES.includes(data.language)) return;
  const kept = caches.open(CACHE).then((cache) => keep(cache, data.language));
  asked.push(kept.catch(() => {}));
  event.waitUntil(kept);
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("outflank-") && name !== CACHE) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

/** The copy of what is asked for; from the server if there is none. */
async function answer(request) {
  const url = new URL(request.url);
  const path = url.pathname.slice(new URL(self.registration.scope).pathname.length);
  const cache = await caches.open(CACHE);
  const wanted = path === "" || isPage(path) ? new URL(PAGE, self.registration.scope).href : request;
  const found = await cache.match(wanted, { ignoreSearch: true, ignoreVary: true });
  if (found !== undefined) return found;
  if (!isLanguage(path)) return fetch(request);
  const response = await fetched(path);
  await cache.put(url.origin + url.pathname, response.clone());
  return response;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isOwn = request.method === "GET" && request.url.startsWith(self.registration.scope);
  if (isOwn && FILES.length > 0) event.respondWith(answer(request));
});
