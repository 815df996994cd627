// A reader process that crashes with an error that quotes the document.
process.once("message", () => {
  throw new Error("The document says: aubergine-2718");
});
process.send?.({ type: "ready" });
