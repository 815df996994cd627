import type { Conversation, Folder, PromptTemplate } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import type { PromptStoreState } from "../../../entities/prompts/store/promptStore.ts";
import { applyImport, findNewItems, type ImportTarget } from "./applyImport.ts";
import type { OpenImport } from "./openImport.ts";
import { parseImport } from "./parseImport.ts";

const now = new Date("2026-11-21T12:00:00.000Z");

/** A file as it is after it was read, without the worker. */
function opened(json: unknown): OpenImport {
  const { conversations, ...rest } = parseImport(json, now);
  return {
    preview: { ...rest, conversations: conversations.map(({ id, name }) => ({ id, name })) },
    take: async (ids) => conversations.filter(({ id }) => ids.includes(id)),
    close: () => {},
  };
}

/** What somebody has, and the ports that write to it. */
function person(given: { conversations?: Conversation[]; folders?: Folder[]; prompts?: PromptTemplate[] } = {}) {
  const kept = new Map((given.conversations ?? []).map((one) => [one.id, one]));
  const state = createStore<PromptStoreState>(() => ({
    status: "ready",
    folders: given.folders ?? [],
    prompts: given.prompts ?? [],
  }));
  const counts = { begun: 0 };
  const put = <Item extends { id: string }>(all: readonly Item[], items: readonly Item[]) => [
    ...all.filter(({ id }) => !items.some((item) => item.id === id)),
    ...items,
  ];
  const target: ImportTarget = {
    knownIds: new Set(kept.keys()),
    promptStore: {
      state,
      saveFolder: async (folder) => state.setState(({ folders }) => ({ folders: put(folders, [folder]) })),
      savePrompts: async (prompts) => {
        if (prompts.some(({ name }) => name === "refused")) throw new Error("It is too long.");
        state.setState((known) => ({ prompts: put(known.prompts, prompts) }));
      },
      removeFolder: async () => {},
      removePrompts: async () => {},
    },
    beginAdding: async () => {
      counts.begun += 1;
      return async (conversations) => {
        const fresh = conversations.filter(({ id }) => !kept.has(id));
        for (const one of fresh) kept.set(one.id, one);
        return {
          added: fresh.map(({ id }) => id),
          known: conversations.filter((one) => !fresh.includes(one)).map(({ id }) => id),
          isFull: false,
        };
      };
    },
  };
  return { target, kept, state, counts };
}

const work = () => ({ signal: new AbortController().signal, onProgress: () => {} });
const conversation = (id: string, folderId: string | null = null) => ({
  id,
  name: id,
  folderId,
  messages: [{ role: "user", content: `of ${id}` }],
});
const prompt = (id: string, name = id) => ({
  id,
  name,
  content: "x",
  type: "prompt" as const,
  description: "",
  folderId: "f1",
  data: {},
});
const folder = (id: string, name: string, type: Folder["type"] = "chat") => ({ id, name, type });

describe("an import", () => {
  test("merges folders by name and type, and files what it brings in those that are here", async () => {
    const { target, kept, state } = person({ folders: [folder("mine", "Physics"), folder("f2", "Else", "prompt")] });
    const file = {
      version: 4,
      history: [conversation("a", "f1"), conversation("b", "f2")],
      folders: [folder("f1", "Physics"), folder("f2", "Other"), folder("f3", "Physics", "prompt")],
      prompts: [{ ...prompt("p"), folderId: "f3" }],
    };
    const outcome = await applyImport(opened(file), target, work());
    expect(outcome).toMatchObject({
      conversations: 2,
      folders: 2,
      prompts: 1,
      known: 1,
      skipped: [],
      isCancelled: false,
    });
    expect(kept.get("a")?.folderId).toBe("mine");
    const { folders, prompts } = state.getState();
    // The id of the file's second folder was taken by another one, which stays as it is.
    expect(folders).toContainEqual(folder("f2", "Else", "prompt"));
    expect(kept.get("b")?.folderId).toBe(folders.find(({ name }) => name === "Other")?.id);
    expect(kept.get("b")?.folderId).not.toBe("f2");
    expect(prompts[0]?.folderId).toBe("f3");
  });

  test("one thing that is refused does not keep the others out, and is named", async () => {
    const { target, state } = person();
    const file = {
      version: 4,
      history: [],
      folders: [],
      prompts: [prompt("p1"), prompt("p2", "refused"), prompt("p3")],
    };
    const outcome = await applyImport(opened(file), target, work());
    expect(outcome).toMatchObject({ prompts: 2, skipped: [{ name: "refused", reason: "It is too long." }] });
    expect(state.getState().prompts.map(({ id }) => id)).toEqual(["p1", "p3"]);
  });

  test("looks once what the cloud has, however many conversations the file has, and not at all where it has none", async () => {
    const { target, kept, counts } = person();
    await applyImport(
      opened({ version: 4, history: [], folders: [folder("f1", "Physics")], prompts: [] }),
      target,
      work(),
    );
    expect(counts.begun).toBe(0);
    await applyImport(opened(Array.from({ length: 500 }, (_, index) => conversation(`c${index}`))), target, work());
    expect(counts.begun).toBe(1);
    expect(kept.size).toBe(500);
  });

  test("that is cancelled keeps what it has done and says so; the next one does the rest", async () => {
    const { target, kept } = person();
    const history = Array.from({ length: 500 }, (_, index) => conversation(`c${index}`));
    const controller = new AbortController();
    const outcome = await applyImport(opened(history), target, {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(outcome).toMatchObject({ conversations: 200, isCancelled: true });
    const again = await applyImport(opened(history), { ...target, knownIds: new Set(kept.keys()) }, work());
    expect(again).toMatchObject({ conversations: 300, known: 200, isCancelled: false });
    expect(kept.size).toBe(500);
  });

  test("built-in folders and templates are those that everybody has", () => {
    const { target } = person({ folders: [folder("agents", "Agents")] });
    const file = { version: 4, history: [], folders: [folder("agents", "Mine")], prompts: [prompt("lectern:summary")] };
    expect(findNewItems(opened(file), target)).toEqual({ conversations: [], folders: [], prompts: [] });
  });

  test("whatever is in a file, nothing that a person has is lost or overwritten", async () => {
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
          conversations: parseImport([conversation("a"), conversation("b", "a")], now).conversations,
          folders: [folder("a", "Physics"), folder("c", "Mine", "prompt")],
          prompts: [prompt("a"), prompt("b")],
        };
        const { target, kept, state } = person(own);
        const outcome = await applyImport(opened(file), target, work());
        for (const one of own.conversations) expect(kept.get(one.id)).toBe(one);
        expect(state.getState().folders).toEqual(expect.arrayContaining(own.folders));
        expect(state.getState().prompts).toEqual(expect.arrayContaining(own.prompts));
        expect(kept.size).toBe(own.conversations.length + outcome.conversations);
        expect(state.getState().folders).toHaveLength(own.folders.length + outcome.folders);
        expect(state.getState().prompts).toHaveLength(own.prompts.length + outcome.prompts);
        // Again: all of it is known.
        const again = await applyImport(opened(file), { ...target, knownIds: new Set(kept.keys()) }, work());
        expect(again).toMatchObject({ conversations: 0, folders: 0, prompts: 0 });
      }),
      { numRuns: 150 },
    );
  });
});
