import { digestMessages, type Message } from "@lectern/contract";
import { expect, test } from "vitest";
import { toSharedConversation } from "./toSharedConversation.ts";

const messages: Message[] = ["One", "First", "Two", "Second"].map((content, index) => ({
  id: `m${index}`,
  parentId: index === 0 ? null : `m${index - 1}`,
  role: index % 2 === 0 ? "user" : "assistant",
  content,
  data: {},
}));

async function share(shared: readonly Message[]) {
  const source = { id: "c", name: "Chat", modelId: null, temperature: null, tags: [] };
  const times = { createdAt: "2026-11-30T09:41:00.000Z", updatedAt: "2026-11-30T09:41:00.000Z" };
  const conversation = { ...source, ...times, messages: shared };
  const copy = await toSharedConversation(
    conversation,
    (_, id) => `copy-${id}`,
    null,
    () => undefined,
  );
  return copy.messages.map(({ data }) => data.summary);
}

test("a summary goes along with its messages, but not one of messages that were edited or deleted since", async () => {
  const summary = { text: "They met.", digest: digestMessages(messages.slice(0, 2)) };
  const summarized = messages.map((message, index) => (index === 1 ? { ...message, data: { summary } } : message));
  expect(await share(summarized)).toEqual([undefined, summary, undefined, undefined]);
  const edited = summarized.map((message, index) => (index === 0 ? { ...message, content: "Other" } : message));
  expect(await share(edited)).toEqual([undefined, undefined, undefined, undefined]);
});
