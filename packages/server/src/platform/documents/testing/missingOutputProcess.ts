// A reader process that reports success but writes no files.
process.once("message", () =>
  process.send?.({
    type: "done",
    kind: "text",
    text: { totalItems: 1, totalTokens: 1, language: null, locationProperties: [], props: {} },
    image: null,
    notes: [],
  }),
);
process.send?.({ type: "ready" });
