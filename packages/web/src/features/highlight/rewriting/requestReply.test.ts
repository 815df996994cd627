import { beforeEach, expect, test, vi } from "vitest";
import { MessageChangedError } from "../../../entities/conversations/store/conversationActions.ts";
import { closeHighlight, type Highlight, hasPendingReplies, setRequest, useHighlightStore } from "../highlightStore.ts";
import { requestReply } from "./requestReply.ts";

const source = "One and two.";
const createHighlight = (id: string): Highlight => ({
  ...{ id, conversationId: "c", messageId: "m", source, previousSource: source, mode: "fastEdit", insertOffset: null },
  selection: { start: 0, end: 3, form: "text", linePrefix: "" },
  phase: { kind: "choosing" },
});
const show = (highlight: Highlight) => useHighlightStore.setState({ highlight });
const getState = () => useHighlightStore.getState();

beforeEach(() => useHighlightStore.setState({ highlight: null, requests: {}, pendingReplies: {} }));

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

test("a reply is pending from the moment it is saved until that has succeeded, also after its highlight was closed", async () => {
  const attempts = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const rewriteMessage = vi.fn(() => attempts[count++]?.promise ?? Promise.resolve());
  const highlight = createHighlight("first");
  show(highlight);
  const dependencies = { chat: { askAside: async () => "1" }, store: { rewriteMessage } };
  const reply = requestReply(dependencies, { highlight, request: "Shorter", modelId: "x", accountId: null });
  expect(hasPendingReplies()).toBe(false);
  await vi.waitFor(() => expect(rewriteMessage).toHaveBeenCalledOnce());
  expect(hasPendingReplies()).toBe(true);
  closeHighlight();
  attempts[0]?.reject(new Error("The network is down."));
  await reply;
  expect(getState().pendingReplies).toMatchObject({ first: { text: "1", content: "1 and two.", isSaving: false } });
  const { phase } = getState().pendingReplies.first?.highlight ?? {};
  if (phase?.kind === "unsaved") phase.save();
  attempts[1]?.resolve();
  await vi.waitFor(() => expect(hasPendingReplies()).toBe(false));
});

test("a reply to an answer that was changed elsewhere is not pending", async () => {
  const highlight = createHighlight("first");
  show(highlight);
  const rewriteMessage = () => Promise.reject(new MessageChangedError());
  const dependencies = { chat: { askAside: async () => "1" }, store: { rewriteMessage } };
  await requestReply(dependencies, { highlight, request: "Shorter", modelId: "x", accountId: null });
  expect(getState().highlight).toBeNull();
  expect(hasPendingReplies()).toBe(false);
});
