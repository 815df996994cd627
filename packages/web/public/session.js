// Asks who is signed in while the application itself is still on its way; src/lib/session.ts takes the reply.
(() => {
  // The application was there first and has asked itself: a reply that nobody takes now would be an old one when somebody does.
  if ("earlySession" in globalThis) return;
  const startedAtMs = Date.now();
  const reply = fetch("/api/session", { headers: { "x-lectern-client": "web" }, cache: "no-store" });
  reply.catch(() => {
    // Whoever takes it says so.
  });
  globalThis.earlySession = { reply, startedAtMs };
})();
