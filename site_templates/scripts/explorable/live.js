// Drawings from the page's Python: only the newest state is sent, one request in flight.

// A lesson's own views are defined once, whatever the number of figures; the host tells a restarted Python again.
const definitions = new WeakMap();

export function createLive(spec, modules, python, { onDrawing, onFault, onWaiting }) {
  let inFlight = false;
  let newest = null;
  // Counts what was dropped; an answer to a question dropped since then is not shown.
  let dropped = 0;

  async function send() {
    if (inFlight || newest === null) return;
    inFlight = true;
    onWaiting(true);
    let before = dropped;
    let state = null;
    try {
      await prepare();
      // Loading takes its time: what is drawn is the state of now.
      before = dropped;
      state = newest;
      newest = null;
      if (state === null) return;
      const { drawing } = await python.call({ do: "draw", view: spec.name, state });
      // A newer state that waits makes an answer stale, but showing it keeps a drag alive.
      if (before === dropped) onDrawing(drawing, state);
    } catch (error) {
      // Without Python there is nothing to send; the reader may ask again.
      if (state === null) newest = null;
      if (before === dropped && newest === null) onFault(error);
    } finally {
      inFlight = false;
      if (newest === null) onWaiting(false);
      else send();
    }
  }

  async function prepare() {
    await python.load();
    const names = Object.keys(modules ?? {});
    if (!names.length) return;
    if (!definitions.has(python)) definitions.set(python, new Map());
    const known = definitions.get(python);
    const key = JSON.stringify(modules);
    if (!known.has(key)) known.set(key, python.call({ do: "define_views", modules }));
    try {
      await known.get(key);
    } catch (error) {
      known.delete(key);
      throw error;
    }
  }

  return {
    /** Python can be had in this page. */
    get possible() {
      return python !== null;
    },
    /** Python is here already. */
    get ready() {
      return python !== null && ["ready", "busy"].includes(python.status.phase);
    },
    request(state) {
      newest = state;
      send();
    },
    /** Forget a state that waits to be sent, and the answer to one that was. */
    drop() {
      newest = null;
      dropped += 1;
    },
    prepare,
    stop: () => python.stop(),
  };
}
