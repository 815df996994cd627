import { beforeEach, expect, test, vi } from "vitest";
import { closeHighlight, type Highlight, setRequest, useHighlightStore } from "../highlightStore.ts";
import { requestReply } from "./requestReply.ts";

const source = "One and two.";
const createHighlight = (id: string): Highlight => ({
  ...{ id, conversationId: "c", messageId: "m", source, previousSource: source, mode: "fastEdit", insertOffset: null },
  selection: { start: 0, end: 3, form: "text", linePrefix: "" },
  phase: { kind: "choosing" },
});
const show = (highlight: Highlight) => useHighlightStore.setState({ highlight });
const getState = () => useHighlightStore.getState();

beforeEach(() => useHighlightStore.setState({ highlight: null, requests: {} }));

test("a reply that is saved after its highlight was closed leaves the next one and its request alone", async () => {
  const saving = Promise.withResolvers<void>();
  const rewriteMessage = vi.fn(() => saving.promise);
  const first = createHighlight("first");
  show(first);
  setRequest("c", "Shorter");
  const dependencies = { chat: { askAside: async () => "1" }, store: { rewriteMessage } };
  const reply = requestReply(dependencies, { highlight: first, request: "Shorter", modelId: "x", accountId: null });
  await vi.waitFor(() => expect(getState().highlight?.phase.kind).toBe("saving"));
  closeHighlight();
  const second = createHighlight("second");
  show(second);
  setRequest("c", "Something else");
  saving.resolve();
  await reply;
  expect(rewriteMessage).toHaveBeenCalledWith("c", "m", { expected: source, content: "1 and two." });
  expect(getState()).toMatchObject({ highlight: second, requests: { c: "Something else" } });
});

test("a reply that is saved while its highlight is open clears the request", async () => {
  const highlight = createHighlight("first");
  show(highlight);
  setRequest("c", "Shorter");
  const dependencies = { chat: { askAside: async () => "1" }, store: { rewriteMessage: async () => {} } };
  await requestReply(dependencies, { highlight, request: "Shorter", modelId: "x", accountId: null });
  expect(getState()).toMatchObject({
    highlight: { source: "1 and two.", selection: { start: 0, end: 1 }, phase: { kind: "done" } },
    requests: { c: "" },
  });
});
