// A reader process that blocks its main thread and never exits.
process.once("message", () => {
  for (;;);
});
process.send?.({ type: "ready" });
