// A reading process that never ends by itself.
process.once("message", () => {
  for (;;);
});
process.send?.({ type: "ready" });
