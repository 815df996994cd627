// A reading process that was taken over by its document: it claims what it has not done, in a form of its own.
process.once("message", () => process.send?.({ type: "done", kind: "program", text: { totalItems: -1 } }));
process.send?.({ type: "ready" });
