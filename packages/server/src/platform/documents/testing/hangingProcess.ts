// A reader process that never exits.
process.once("message", () => {
  for (;;);
});
process.send?.({ type: "ready" });
