import type { Conversation, Folder, PromptTemplate } from "@lectern/contract";
import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import type { StoragePlace } from "../../../entities/conversations/storage/storageTexts.ts";
import type { ConversationStore } from "../../../entities/conversations/store/conversationStore.ts";
import type { PromptStoreState } from "../../../entities/prompts/store/promptStore.ts";
import { CallError, NetworkError } from "../../../lib/callError.ts";
import { applyImport, findNewItems, type ImportTarget } from "./applyImport.ts";
import type { OpenImport } from "./openImport.ts";
import { parseImport } from "./parseImport.ts";

const now = new Date("2026-11-21T12:00:00.000Z");

/** Opens an import file without the worker. */
function openParsedImport(json: unknown): OpenImport {
  const { conversations, ...rest } = parseImport(json, now);
  return {
    preview: { ...rest, conversations: conversations.map(({ id, name }) => ({ id, name })) },
    loadConversations: async (ids) => conversations.filter(({ id }) => ids.includes(id)),
    close: () => {},
  };
}

/** Creates an in-memory import target with the given existing items. */
function createTarget(
  existing: { conversations?: Conversation[]; folders?: Folder[]; prompts?: PromptTemplate[] } = {},
  moveMany: ConversationStore["moveMany"] = async () => {
    throw new Error("Nothing moves to the cloud.");
  },
) {
  const stored = new Map((existing.conversations ?? []).map((each) => [each.id, each]));
  const state = createStore<PromptStoreState>(() => ({
    status: "ready",
    folders: existing.folders ?? [],
    prompts: existing.prompts ?? [],
  }));
  const counts = { prepareAdding: 0 };
  const upsert = <Item extends { id: string }>(all: readonly Item[], items: readonly Item[]) => [
    ...all.filter(({ id }) => !items.some((item) => item.id === id)),
    ...items,
  ];
  const target: ImportTarget = {
    knownIds: new Set(stored.keys()),
    promptStore: {
      state,
      saveFolder: async (saved) => state.setState(({ folders }) => ({ folders: upsert(folders, [saved]) })),
      savePrompts: async (prompts) => {
        if (prompts.some(({ name }) => name === "rejected")) throw new Error("It is too long.");
        state.setState((current) => ({ prompts: upsert(current.prompts, prompts) }));
      },
      removeFolder: async () => {},
      removePrompts: async () => {},
    },
    conversationStore: {
      moveMany,
      prepareAdding: async () => {
        counts.prepareAdding += 1;
        return async (conversations) => {
          const added = conversations.filter(({ id }) => !stored.has(id));
          for (const conversation of added) stored.set(conversation.id, conversation);
          return {
            added: added.map(({ id }) => id),
            known: conversations.filter((conversation) => !added.includes(conversation)).map(({ id }) => id),
            isFull: false,
          };
        };
      },
    },
  };
  return { target, stored, state, counts };
}

const createImportOptions = (place: StoragePlace = "local") => ({
  place,
  signal: new AbortController().signal,
  onProgress: () => {},
});
const createConversation = (id: string, folderId: string | null = null) => ({
  id,
  name: id,
  folderId,
  messages: [{ role: "user", content: `of ${id}` }],
});
const createPrompt = (id: string, name = id) => ({
  id,
  name,
  content: "x",
  type: "prompt" as const,
  description: "",
  folderId: "f1",
  data: {},
});
const createFolder = (id: string, name: string, type: Folder["type"] = "chat") => ({ id, name, type });

describe("an import", () => {
  test("merges folders by name and type, and puts imported items into the existing folders", async () => {
    const { target, stored, state } = createTarget({
      folders: [createFolder("mine", "Physics"), createFolder("f2", "Else", "prompt")],
    });
    const file = {
      version: 4,
      history: [createConversation("a", "f1"), createConversation("b", "f2")],
      folders: [createFolder("f1", "Physics"), createFolder("f2", "Other"), createFolder("f3", "Physics", "prompt")],
      prompts: [{ ...createPrompt("p"), folderId: "f3" }],
    };
    const outcome = await applyImport(openParsedImport(file), target, createImportOptions());
    expect(outcome).toMatchObject({
      conversationIds: ["a", "b"],
      folders: 2,
      prompts: 1,
      existing: 1,
      skipped: [],
      isCancelled: false,
    });
    expect(stored.get("a")?.folderId).toBe("mine");
    const { folders, prompts } = state.getState();
    // The id of the file's second folder belongs to an existing folder, which stays unchanged.
    expect(folders).toContainEqual(createFolder("f2", "Else", "prompt"));
    expect(stored.get("b")?.folderId).toBe(folders.find(({ name }) => name === "Other")?.id);
    expect(stored.get("b")?.folderId).not.toBe("f2");
    expect(prompts[0]?.folderId).toBe("f3");
  });

  test("skips and names a rejected item, and imports the others", async () => {
    const { target, state } = createTarget();
    const file = {
      version: 4,
      history: [],
      folders: [],
      prompts: [createPrompt("p1"), createPrompt("p2", "rejected"), createPrompt("p3")],
    };
    const outcome = await applyImport(openParsedImport(file), target, createImportOptions());
    expect(outcome).toMatchObject({ prompts: 2, skipped: [{ name: "rejected", reason: "It is too long." }] });
    expect(state.getState().prompts.map(({ id }) => id)).toEqual(["p1", "p3"]);
  });

  test("lists the cloud's conversations once, or not at all if the file has no conversations", async () => {
    const { target, stored, counts } = createTarget();
    await applyImport(
      openParsedImport({ version: 4, history: [], folders: [createFolder("f1", "Physics")], prompts: [] }),
      target,
      createImportOptions(),
    );
    expect(counts.prepareAdding).toBe(0);
    await applyImport(
      openParsedImport(Array.from({ length: 500 }, (_, index) => createConversation(`c${index}`))),
      target,
      createImportOptions(),
    );
    expect(counts.prepareAdding).toBe(1);
    expect(stored.size).toBe(500);
  });

  test("keeps and reports what was imported before it was cancelled; the next import adds the rest", async () => {
    const { target, stored } = createTarget();
    const history = Array.from({ length: 500 }, (_, index) => createConversation(`c${index}`));
    const controller = new AbortController();
    const outcome = await applyImport(openParsedImport(history), target, {
      place: "local",
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(outcome).toMatchObject({ conversationIds: { length: 200 }, isCancelled: true });
    const secondOutcome = await applyImport(
      openParsedImport(history),
      { ...target, knownIds: new Set(stored.keys()) },
      createImportOptions(),
    );
    expect(secondOutcome).toMatchObject({ conversationIds: { length: 300 }, existing: 200, isCancelled: false });
    expect(stored.size).toBe(500);
  });

  test("moves imported conversations to the cloud in batches, and names what stayed in this browser", async () => {
    const calls: (readonly string[])[] = [];
    const { target, stored } = createTarget({}, async (ids) => {
      calls.push(ids);
      const error = new CallError("Error", { status: 413, reason: "It is too large." });
      const failed = ids.filter((id) => id === "c3").map((id) => ({ id, name: id, error }));
      return { done: ids.filter((id) => id !== "c3"), failed, isCancelled: false };
    });
    const history = Array.from({ length: 120 }, (_, index) => createConversation(`c${index}`));
    const outcome = await applyImport(openParsedImport(history), target, createImportOptions("cloud"));
    expect(outcome.unmoved).toEqual({ ids: ["c3"], reason: "It is too large." });
    expect(outcome.conversationIds).toHaveLength(120);
    expect(calls.flat()).toEqual(history.map(({ id }) => id));
    expect(calls.length).toBeGreaterThan(1);
    expect(stored.size).toBe(120);
  });

  test("stops when the cloud cannot be reached; the next import adds the rest and nothing twice", async () => {
    let isReachable = false;
    const { target, stored } = createTarget({}, async (ids) => {
      if (isReachable) return { done: ids, failed: [], isCancelled: false };
      const [id = "", ...otherIds] = ids;
      const error = new NetworkError("POST /create", null);
      return { done: otherIds.slice(0, 1), failed: [{ id, name: id, error }], isCancelled: true };
    });
    const history = Array.from({ length: 120 }, (_, index) => createConversation(`c${index}`));
    const outcome = await applyImport(openParsedImport(history), target, createImportOptions("cloud"));
    expect(outcome).toMatchObject({ isUnreachable: true, isCancelled: false, isFull: false });
    const importedCount = outcome.conversationIds.length;
    expect(outcome.unmoved.ids).toHaveLength(importedCount - 1);
    expect(stored.size).toBe(importedCount);
    expect(importedCount).toBeLessThan(120);

    isReachable = true;
    const nextTarget = { ...target, knownIds: new Set(stored.keys()) };
    const nextOutcome = await applyImport(openParsedImport(history), nextTarget, createImportOptions("cloud"));
    expect(nextOutcome).toMatchObject({ existing: importedCount, unmoved: { ids: [] }, isUnreachable: false });
    expect(nextOutcome.conversationIds).toHaveLength(120 - importedCount);
    expect(stored.size).toBe(120);
  });

  test("ignores built-in folders and templates", () => {
    const { target } = createTarget({ folders: [createFolder("agents", "Agents")] });
    const file = {
      version: 4,
      history: [],
      folders: [createFolder("agents", "Mine")],
      prompts: [createPrompt("lectern:summary")],
    };
    expect(findNewItems(openParsedImport(file), target)).toEqual({ conversations: [], folders: [], prompts: [] });
  });

  test("no file causes existing items to be lost or overwritten", async () => {
    const ids = fc.constantFrom("a", "b", "c", "d", 5, null, "bad id");
    const anyFile = fc.record({
      version: fc.constant(4),
      history: fc.array(
        fc.oneof(
          fc.record({
            id: ids,
            name: fc.string(),
            folderId: ids,
            messages: fc.array(fc.record({ role: fc.constantFrom("user", "x"), content: fc.string() })),
          }),
          fc.jsonValue(),
        ),
      ),
      folders: fc.array(
        fc.oneof(
          fc.record({
            id: ids,
            name: fc.constantFrom("Physics", "Other", ""),
            type: fc.constantFrom("chat", "prompt", "y"),
          }),
          fc.jsonValue(),
        ),
      ),
      prompts: fc.array(
        fc.oneof(fc.record({ id: ids, name: fc.string(), content: fc.string(), folderId: ids }), fc.jsonValue()),
      ),
    });
    await fc.assert(
      fc.asyncProperty(anyFile, async (file) => {
        const own = {
          conversations: parseImport([createConversation("a"), createConversation("b", "a")], now).conversations,
          folders: [createFolder("a", "Physics"), createFolder("c", "Mine", "prompt")],
          prompts: [createPrompt("a"), createPrompt("b")],
        };
        const { target, stored, state } = createTarget(own);
        const outcome = await applyImport(openParsedImport(file), target, createImportOptions());
        for (const conversation of own.conversations) expect(stored.get(conversation.id)).toBe(conversation);
        expect(state.getState().folders).toEqual(expect.arrayContaining(own.folders));
        expect(state.getState().prompts).toEqual(expect.arrayContaining(own.prompts));
        expect(stored.size).toBe(own.conversations.length + outcome.conversationIds.length);
        expect(state.getState().folders).toHaveLength(own.folders.length + outcome.folders);
        expect(state.getState().prompts).toHaveLength(own.prompts.length + outcome.prompts);
        // A second import finds that all items already exist.
        const secondOutcome = await applyImport(
          openParsedImport(file),
          { ...target, knownIds: new Set(stored.keys()) },
          createImportOptions(),
        );
        expect(secondOutcome).toMatchObject({ conversationIds: [], folders: 0, prompts: 0 });
      }),
      { numRuns: getFuzzRunCount(150) },
    );
  });
});
