// The book without a network. One version is kept whole or not at all: every file of it is fetched, compared with the hash
// that the build wrote here, and only then is the version offered; so no reader ever gets a page of one and a script of another.
// `now` is the version; `later` are large files whose names tell their content, kept when a page has used them.
const BOOK = __BOOK__;

const SCOPE = new URL(self.registration.scope);
const OURS = `libro:${BOOK.id}:${SCOPE.pathname}:`;
const VERSION = OURS + BOOK.version;
const LATER = `${OURS}later`;
// In each version's store: what is in it. It is put there last, and says that the version is whole.
const LIST = new URL("__list", SCOPE).href;
const AT_ONCE = 6;
const later = new Set(BOOK.later);

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = request.method === "GET" && !request.headers.has("range") ? pathOf(new URL(request.url)) : null;
  if (path === null) return;
  if (Object.hasOwn(BOOK.now, path)) event.respondWith(fromVersion(path, request));
  else if (later.has(path)) event.respondWith(fromLater(path, event));
  else if (request.mode === "navigate") event.respondWith(fromElsewhere(path, request));
});

async function install() {
  const store = await caches.open(VERSION);
  const before = await lastVersions();
  const missing = [];
  for (const [path, hash] of Object.entries(BOOK.now)) {
    // A try that was cut short has left what it had verified.
    if (!(await store.match(address(path)))) missing.push([path, hash]);
  }
  await inTurns(missing, async ([path, hash]) => {
    const response = (await unchanged(before, path, hash)) ?? (await verified(path, hash));
    await store.put(address(path), response);
  });
  await store.put(LIST, new Response(JSON.stringify(BOOK.now)));
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== VERSION && name !== LATER);
  for (const name of old) await caches.delete(name);
  const store = await caches.open(LATER);
  for (const request of await store.keys()) {
    if (!later.has(pathOf(new URL(request.url)))) await store.delete(request);
  }
  // On the first visit, the page that is open was read from the host; its files are found by their content, here as there.
  if (!old.length) await self.clients.claim();
}

async function fromVersion(path, request) {
  const store = await caches.open(VERSION);
  // Without the file in the store, which a browser may have emptied, the host is as good.
  return (await store.match(address(path))) ?? fetch(request);
}

async function fromLater(path, event) {
  const store = await caches.open(LATER);
  const kept = await store.match(address(path));
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.status === 200) {
    // A download that is cut, or a full disk: nothing is kept, and the page has its answer all the same.
    event.waitUntil(store.put(address(path), response.clone()).catch(() => {}));
  }
  return response;
}

/** An address that this version doesn't know: the host may. */
async function fromElsewhere(path, request) {
  if (Object.hasOwn(BOOK.now, `${path}/index.html`)) return Response.redirect(`${address(path)}/`);
  try {
    return await fetch(request);
  } catch {
    return Response.redirect(address("404.html"));
  }
}

/** The versions that are whole in this browser, as pairs of a store and its list. */
async function lastVersions() {
  const found = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith(OURS) || name === VERSION || name === LATER) continue;
    const store = await caches.open(name);
    const list = await store.match(LIST);
    if (list) found.push([store, await list.json()]);
  }
  return found;
}

async function unchanged(versions, path, hash) {
  for (const [store, list] of versions) {
    if (list[path] === hash) return store.match(address(path));
  }
  return undefined;
}

/** The file of this version from the host: from the browser's own store if that has it, else asked anew. */
async function verified(path, hash) {
  for (const cache of ["default", "reload"]) {
    const response = await fetch(address(path), { cache, credentials: "same-origin" });
    if (!response.ok) continue;
    const bytes = await response.arrayBuffer();
    if ((await hashOf(bytes)) !== hash) continue;
    // Made anew: a response that was redirected can't answer a visit.
    return new Response(bytes, { headers: { "Content-Type": response.headers.get("Content-Type") ?? "" } });
  }
  throw new Error(`${path}: not the file of this version`);
}

async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function inTurns(items, work) {
  const waiting = [...items];
  const worker = async () => {
    while (waiting.length) await work(waiting.shift());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** The path below the book's root, with the file name that a folder's address leaves out; null outside of the book. */
function pathOf(url) {
  if (url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return null;
  const path = decodeURIComponent(url.pathname.slice(SCOPE.pathname.length));
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

function address(path) {
  return new URL(path.split("/").map(encodeURIComponent).join("/"), SCOPE).href;
}
