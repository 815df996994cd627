import "fake-indexeddb/auto";
import type { Conversation, PromptTemplate } from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { OutgoingDraft } from "../../../entities/chat/sending/messageDraft.ts";
import { createConversation } from "../../../entities/conversations/createConversation.ts";
import { createConversationStore } from "../../../entities/conversations/store/conversationStore.ts";
import { openLocalConversations } from "../../../entities/conversations/store/localConversations.ts";
import { readRecentPromptIds } from "../../../entities/prompts/recentPrompts.ts";
import type { PromptStoreState } from "../../../entities/prompts/store/promptStore.ts";
import { startPrompt } from "./startPrompt.ts";

const root: PromptTemplate = {
  id: "root",
  name: "Sailor",
  type: "root_prompt",
  description: "",
  content: "Answer like a sailor.",
  folderId: null,
  data: { conversationTags: ["sea"] },
};
const prompt: PromptTemplate = {
  ...root,
  id: "tides",
  name: "Tides",
  type: "prompt",
  content: "Explain the tides.",
  data: { rootPromptId: "root", conversationTags: ["moon"] },
};
const state = createStore<PromptStoreState>(() => ({ status: "ready", folders: [], prompts: [root, prompt] }));

beforeEach(() => {
  vi.stubGlobal("location", { pathname: "/", search: "", hash: "" });
  vi.stubGlobal("history", { pushState: () => {}, replaceState: () => {} });
  vi.stubGlobal("dispatchEvent", () => true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([true, false])(
  "[C4.42, C4.44] starting with a prompt is one write, with an empty draft to reuse: %s",
  async (hasDraft) => {
    const userId = `prompts${hasDraft}`;
    const cache = new QueryClient();
    const local = await openLocalConversations(userId);
    const store = createConversationStore(userId, local, cache);
    const draftId = hasDraft ? await createConversation(store, cache, userId, null) : null;
    const write = vi.spyOn(IDBObjectStore.prototype, "put");
    const sentDrafts: OutgoingDraft[] = [];
    await startPrompt(prompt, {
      userId,
      chat: { sendOrReturn: (draft) => sentDrafts.push(draft) },
      promptStore: { ready: async () => {}, state },
      currentConversation: null,
      create: (settings) => createConversation(store, cache, userId, null, settings),
    });
    // One write: the conversation and its line in the list.
    expect(write).toHaveBeenCalledTimes(2);
    const [summary, ...others] = await store.list();
    expect(others).toEqual([]);
    if (hasDraft) expect(summary?.id).toBe(draftId);
    const conversation: Partial<Conversation> = {
      name: expect.stringMatching(/^Tides \d\d\/\d\d\/\d\d \d\d:\d\d$/),
      prompt: "Answer like a sailor.",
      tags: ["moon", "sea"],
      messages: [],
    };
    expect(await store.read(summary?.id ?? "")).toMatchObject(conversation);
    // The slash list offers it first.
    expect(readRecentPromptIds(userId)).toEqual(["tides"]);
    expect(sentDrafts).toMatchObject([{ conversationId: summary?.id, text: "Explain the tides." }]);
    // A conversation with a name is not a draft, so the next one is new.
    expect(await createConversation(store, cache, userId, null)).not.toBe(summary?.id);
  },
);
