// A reading process that ends as one does whose library has a fault.
process.once("message", () => process.abort());
process.send?.({ type: "ready" });
