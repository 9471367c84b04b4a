// What a book is published with when it should live in no browser: it forgets all that earlier versions kept, and goes.
const OURS = `libro:__ID__:${new URL(self.registration.scope).pathname}:`;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS)) await caches.delete(name);
  }
  await self.registration.unregister();
}
