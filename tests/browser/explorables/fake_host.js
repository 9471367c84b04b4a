// A Python host whose Python is the test's own: same interface, no download, and each stage at the test's command.
window.fakePython = (() => {
  const listeners = new Set();
  let loading = null;
  const host = {
    status: { phase: "idle", stage: null, loadedBytes: 0, totalBytes: 0, error: null },
    requests: [],
    // A test may hold loading or answers back, and let them go later.
    holdLoading: false,
    holdAnswers: false,
    letGo: [],
    inFlight: 0,
    mostInFlight: 0,
    onStatus(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(change) {
      host.status = { ...host.status, ...change };
      for (const listener of listeners) listener(host.status);
    },
    load() {
      loading ??= (async () => {
        host.set({ phase: "loading", stage: "download", loadedBytes: 3100000, totalBytes: 12400000 });
        if (host.holdLoading) await new Promise((resolve, reject) => host.letGo.push(resolve, reject));
        host.set({ phase: "ready", stage: null });
      })().catch((error) => {
        loading = null;
        host.set({ phase: "failed", error });
        throw error;
      });
      return loading;
    },
    async call(request) {
      await host.load();
      host.requests.push(request);
      host.inFlight += 1;
      host.mostInFlight = Math.max(host.mostInFlight, host.inFlight);
      host.set({ phase: "busy" });
      if (host.holdAnswers) await new Promise((resolve) => host.letGo.push(resolve));
      const answer = JSON.parse(await window.answerRequest(JSON.stringify(request)));
      host.inFlight -= 1;
      host.set({ phase: "ready" });
      if (!answer.ok) {
        throw Object.assign(new Error(`${answer.error.type}: ${answer.error.message}`), { type: answer.error.type });
      }
      return answer;
    },
    async stop() {},
  };
  return host;
})();
