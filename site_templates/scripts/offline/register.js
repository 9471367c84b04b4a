// The book without a network, where the host and the browser allow it; everywhere else the page is whole as it is.
import { offerVersion } from "./notice.js";

const page = document.documentElement;

export function startOffline() {
  const worker = page.dataset.worker;
  if (!worker || !location.protocol.startsWith("http")) return;
  linkManifest();
  // Whoever saves data is not sent a book that she has not asked for.
  if (!navigator.serviceWorker || navigator.connection?.saveData) return;
  const begin = () => (window.requestIdleCallback ?? setTimeout)(() => register(worker));
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}

/** Here and not in the HTML: from a file, Chromium refuses it and says so in the console. */
function linkManifest() {
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = `${page.dataset.root}manifest.json`;
  document.head.append(link);
}

async function register(worker) {
  const container = navigator.serviceWorker;
  let controller = container.controller;
  // Another tab may have asked for the new version: then this one is of the old, and has to follow.
  container.addEventListener("controllerchange", () => {
    if (controller && container.controller !== controller) location.reload();
    controller = container.controller;
  });
  try {
    const registration = await container.register(worker, { updateViaCache: "none" });
    if (registration.waiting && controller) offerVersion(registration);
    registration.addEventListener("updatefound", () => {
      const fresh = registration.installing;
      fresh.addEventListener("statechange", () => {
        if (fresh.state === "installed" && container.controller) offerVersion(registration);
      });
    });
  } catch {
    // A private window, a forbidden store, a host without the file: the page needs none of it.
  }
}
