// Requests the session while the app is still loading. src/entities/session/session.ts uses the reply.
(() => {
  // The app was faster and has made its own request. A reply from here would be stale by the time it is used.
  if ("earlySession" in globalThis) return;
  const startedAtMs = Date.now();
  const reply = fetch("/api/session", { headers: { "x-lectern-client": "web" }, cache: "no-store" });
  reply.catch(() => {
    // The app handles the error. This prevents a report of an unhandled rejection.
  });
  globalThis.earlySession = { reply, startedAtMs };
})();
