import { expect, test } from "vitest";
import { getNextConversationState } from "./conversationState.ts";

test("[C4.21] [A4.22] the state id is 'init', then 'post-init', then a new one at each change of the list or the selection", () => {
  const first = getNextConversationState(null, null, null);
  expect(first.id).toBe("init");
  expect(getNextConversationState(first, null, "a").id).toBe("init");
  const read = getNextConversationState(first, [], null);
  expect(read.id).toBe("post-init");
  expect(getNextConversationState(read, read.conversations, null)).toBe(read);

  const selected = getNextConversationState(read, read.conversations, "a");
  const changed = getNextConversationState(selected, [], "a");
  const ids = [first, read, selected, changed].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("conversations loaded before the first render count as loaded", () => {
  expect(getNextConversationState(null, [], null).id).toBe("post-init");
});
