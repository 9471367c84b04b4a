// The parts of the model: fetched over http or by scripts from disk, checked by their hashes, kept where the browser lets us.

const SILENCE = 30_000;
const STORE = "libro-modelo";

/** What went wrong with a part; `reason` is a key of the catalogue's table `model`. */
export class ModelError extends Error {
  name = "ModelError";

  constructor(reason, detail) {
    super(detail);
    this.reason = reason;
  }
}

/** The list of parts under `base`. It is a script, so that it can be had from disk too. */
export function readList(base) {
  return receive(`${base}manifest.js`, "manifest", new AbortController().signal);
}

/**
 * All parts in order, as {name: Uint8Array}. `have` keeps those that earlier tries brought and gets the new ones;
 * `onProgress(bytes)` hears of what has come, in bytes of the packed files.
 */
export async function fetchParts(base, list, have, { signal, onProgress }) {
  const fetchOne = location.protocol === "file:" ? receive : fetchText;
  const store = await openStore();
  let done = 0;
  for (const part of list.files) {
    if (!have[part.name]) {
      const url = new URL(`${base}${part.name}.js`, location.href).href;
      const kept = await store?.match(url);
      const text = kept
        ? contentOf(await kept.text())
        : await fetchOne(url, part.name, signal, (bytes) => onProgress(Math.min(done + bytes, done + part.packed)));
      signal.throwIfAborted();
      have[part.name] = await unpack(part, text, () => store?.delete(url));
      if (!kept) await keep(store, url, text);
    }
    done += part.packed;
    onProgress(done);
  }
  return have;
}

/** Whether this browser holds every part already. */
export async function allKept(base, list) {
  const store = await openStore();
  if (!store) return false;
  const held = new Set((await store.keys()).map((request) => request.url));
  return list.files.every((part) => held.has(new URL(`${base}${part.name}.js`, location.href).href));
}

/** Whether this browser holds any part, of whichever version. */
export async function anyKept() {
  try {
    return (await caches.has(STORE)) && (await (await caches.open(STORE)).keys()).length > 0;
  } catch {
    // No store, or one that is refused: some browsers refuse the very name of it.
    return false;
  }
}

/** Takes everything out of the browser's store; says whether there was anything. */
export async function forget() {
  try {
    return await caches.delete(STORE);
  } catch {
    return false;
  }
}

/** Null where the browser has no store for us: plain http, `file://`, a private window. */
async function openStore() {
  if (location.protocol === "file:") return null;
  try {
    return await caches.open(STORE);
  } catch {
    return null;
  }
}

async function keep(store, url, text) {
  try {
    await store?.put(url, new Response(`libroModel("",${JSON.stringify(text)});\n`));
  } catch {
    // No room: the part is used all the same, and fetched again another day.
  }
}

async function fetchText(url, name, signal, onBytes) {
  // A connection that brings nothing for so long is taken for dead.
  const silence = new AbortController();
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE);
  };
  try {
    wait();
    const response = await fetch(url, { signal: AbortSignal.any?.([signal, silence.signal]) ?? signal });
    if (!response.ok) throw new ModelError("unreachable", `${name}: HTTP ${response.status}`);
    const pieces = [];
    let bytes = 0;
    for (let reader = response.body.getReader(), piece; !(piece = await reader.read()).done; ) {
      wait();
      pieces.push(piece.value);
      onBytes((bytes += piece.value.length));
    }
    return contentOf(await new Blob(pieces).text());
  } catch (error) {
    if (signal.aborted || error instanceof ModelError) throw error;
    throw new ModelError("unreachable", `${name}: ${error.message}`);
  } finally {
    clearTimeout(timer);
  }
}

/** The string that a part's script hands over, without running it. */
function contentOf(script) {
  const start = script.indexOf(",") + 2;
  return script.slice(start, script.lastIndexOf('"'));
}

/** Runs a script and gives what it hands over under `name`. */
function receive(url, name, signal) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const script = document.createElement("script");
    const finish = (settle, value) => {
      script.remove();
      settle(value);
    };
    globalThis.libroModel = (received, content) => {
      if (received === name) finish(resolve, content);
    };
    script.onload = () => finish(reject, new ModelError("damaged", name));
    script.onerror = () => finish(reject, new ModelError("unreachable", name));
    signal.addEventListener("abort", () => finish(reject, signal.reason), { once: true });
    script.src = url;
    document.head.append(script);
  });
}

async function unpack(part, text, discard) {
  try {
    const packed = new Blob([fromBase64(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    if (bytes.length === part.bytes && (await hashIs(bytes, part.sha256))) return bytes;
  } catch (error) {
    await discard();
    throw new ModelError("damaged", `${part.name}: ${error.message}`);
  }
  await discard();
  throw new ModelError("damaged", part.name);
}

/** Where the browser won't hash (plain http), Python does, before it uses a single byte. */
async function hashIs(bytes, expected) {
  if (!globalThis.crypto?.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === expected;
}

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
