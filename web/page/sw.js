// Keeps the whole page in this browser, so that it works without a network after the first visit. The build
// fills in the version, a hash over all files, and their names.

const VERSION = /*VERSION*/"";
const FILES = /*FILES*/[];
const CACHE = `outflank-${VERSION}`;

self.addEventListener("install", (event) => {
  if (FILES.length === 0) return;
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      // Past the browser's own cache, or a new version could keep files of the old one.
      await cache.addAll(["./", ...FILES].map((file) => new Request(file, { cache: "reload" })));
      await self.skipWaiting();
    })(),
  );
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

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin || FILES.length === 0)
    return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(CACHE);
      return (await cache.match(request, { ignoreSearch: true })) || fetch(request);
    })(),
  );
});
