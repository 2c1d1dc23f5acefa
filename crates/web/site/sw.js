// @ts-check
// Keeps the files of the page, so that it opens without a network. Two constants are written before
// this: FILES, the addresses of all files, and VERSION, which changes with any of them; and FIRST,
// "network" where a server answers, whose page must be of its own version, else "cache".
/* global FILES, VERSION, FIRST */

const NAME = `damier-${VERSION}`;

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  const fill = async () => {
    const cache = await caches.open(NAME);
    await cache.addAll(FILES.map((path) => new Request(path, { cache: "no-cache" })));
    await worker.skipWaiting();
  };
  event.waitUntil(fill());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("damier-"));
    await Promise.all(old.filter((name) => name !== NAME).map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

/** @param {Request} request */
async function kept(request) {
  const cache = await caches.open(NAME);
  return cache.match(request, { ignoreSearch: true });
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.includes("/api/")) return;
  const answer = async () => {
    if (FIRST === "cache") return (await kept(request)) ?? fetch(request);
    try {
      return await fetch(request);
    } catch (error) {
      const found = await kept(request);
      if (found) return found;
      throw error;
    }
  };
  event.respondWith(answer());
});
