// A reader process under the control of a malicious document: it sends an invalid message.
process.once("message", () => process.send?.({ type: "done", kind: "program", text: { totalItems: -1 } }));
process.send?.({ type: "ready" });
