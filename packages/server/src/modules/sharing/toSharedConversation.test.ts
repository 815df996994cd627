import type { Message } from "@lectern/contract";
import { expect, test } from "vitest";
import { toSharedConversation } from "./toSharedConversation.ts";

test("the topics of the messages go along, and nothing else that is stored with them", async () => {
  const past = { range: "0-1", topic: "Cranes", description: "How they fly." };
  const messages: Message[] = [
    { id: "q1", parentId: null, role: "user", content: "Cranes?", data: {} },
    {
      id: "a1",
      parentId: "q1",
      role: "assistant",
      content: "Yes.",
      data: {},
      topicData: { pastTopic: past, key: "k" },
    },
    { id: "q2", parentId: "a1", role: "user", content: "Tides?", data: {}, topicData: { currentTopic: "Tides" } },
  ];
  const source = {
    ...{ id: "c", name: "A chat", modelId: null, temperature: null, tags: [], messages },
    ...{ createdAt: "2026-11-30T09:41:00.000Z", updatedAt: "2026-11-30T09:41:00.000Z" },
  };
  const shared = await toSharedConversation(
    source,
    (_, id) => `${id}-shared`,
    null,
    () => undefined,
  );
  expect(shared.messages.map(({ topicData }) => topicData)).toEqual([
    undefined,
    { pastTopic: past },
    { currentTopic: "Tides" },
  ]);
});
