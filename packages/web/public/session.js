// Asks who is signed in while the application itself is still on its way; src/lib/session.ts takes the reply.
(() => {
  const reply = fetch("/api/session", { headers: { "x-lectern-client": "web" }, cache: "no-store" });
  reply.catch(() => {
    // Whoever takes it says so.
  });
  globalThis.earlySession = reply;
})();
