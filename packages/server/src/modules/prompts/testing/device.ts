import { type PromptStoreItem, type PromptTemplate, syncPrompts } from "@lectern/contract";
import type { TestPerson } from "../../../testing/createTestApp.ts";

/** A minimal client of `syncPrompts`, like a browser. */
export interface Device {
  edit(prompt: PromptTemplate): void;
  remove(id: string): void;
  sync(options: { losesResponse: boolean }): Promise<void>;
  /** Returns the prompt texts by id. */
  contents(): Map<string, string>;
  /** Returns the texts that this device wrote and has neither overwritten nor deleted. */
  lastWrittenTexts(): string[];
  /** Returns the texts that this device has overwritten or deleted. */
  replacedTexts(): string[];
}

export function createDevice(person: TestPerson): Device {
  const syncedItems = new Map<string, { item: PromptTemplate; revision: number }>();
  const pendingChanges = new Map<string, { item: PromptTemplate | null; revision: number }>();
  const lastWritten = new Map<string, string>();
  const replacedTexts: string[] = [];
  let cursor = 0;

  const getCurrentItem = (id: string) =>
    pendingChanges.has(id) ? (pendingChanges.get(id)?.item ?? null) : (syncedItems.get(id)?.item ?? null);
  const change = (id: string, item: PromptTemplate | null) => {
    const previousItem = getCurrentItem(id);
    if (previousItem) replacedTexts.push(previousItem.content);
    pendingChanges.set(id, { item, revision: syncedItems.get(id)?.revision ?? 0 });
  };

  return {
    edit(prompt) {
      change(prompt.id, prompt);
      lastWritten.set(prompt.id, prompt.content);
    },
    remove(id) {
      if (getCurrentItem(id) === null) return;
      change(id, null);
      lastWritten.delete(id);
    },
    async sync({ losesResponse }) {
      const changes = [...pendingChanges].map(([id, change]): PromptStoreItem => ({ kind: "prompt", id, ...change }));
      const { status, result } = await person.proxy(syncPrompts, { since: cursor, changes });
      if (status !== 200) throw new Error(`syncPrompts answered ${status}`);
      if (losesResponse) return;
      pendingChanges.clear();
      cursor = result.cursor;
      for (const { kind, id, item, revision } of result.items) {
        if (kind !== "prompt") continue;
        if (item) syncedItems.set(id, { item, revision });
        else syncedItems.delete(id);
      }
    },
    contents: () => new Map([...syncedItems].map(([id, { item }]) => [id, item.content])),
    lastWrittenTexts: () => [...lastWritten.values()],
    replacedTexts: () => replacedTexts,
  };
}
