// A reader process that crashes.
process.once("message", () => process.abort());
process.send?.({ type: "ready" });
