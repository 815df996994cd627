import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createConversation } from "./createConversation.ts";
import { writeDefaultModelId } from "./defaultModel.ts";
import { conversationKeys } from "./store/conversationCache.ts";
import { createConversationStore } from "./store/conversationStore.ts";
import { createMemoryConversations } from "./store/createMemoryConversations.ts";

test("a new conversation starts with the model of the previous one, or else with the model that was chosen last", async () => {
  const cache = new QueryClient();
  const store = createConversationStore("u1", createMemoryConversations(), cache);
  const startAfter = async (previousId: string | null) =>
    (await store.read(await createConversation(store, cache, "u1", previousId))).modelId;
  expect(await startAfter(null)).toBeNull();
  writeDefaultModelId("u1", "m2");
  expect(await startAfter(null)).toBe("m2");
  cache.setQueryData(conversationKeys.one("u1", "previous"), { modelId: "m1" });
  expect(await startAfter("previous")).toBe("m1");
});
