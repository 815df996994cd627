import { type PromptStoreItem, type PromptTemplate, syncPrompts } from "@lectern/contract";
import type { TestPerson } from "../../../testing/createTestApp.ts";

/** A minimal client of `syncPrompts`, like a browser. */
export interface Device {
  edit(prompt: PromptTemplate): void;
  remove(id: string): void;
  sync(options: { losesResponse: boolean }): Promise<void>;
  /** Returns the prompt texts by id. */
  getContents(): Map<string, string>;
  /** Returns the texts that this device wrote and has neither overwritten nor deleted. */
  getLastWrittenTexts(): string[];
  /** Returns the texts that this device has overwritten or deleted. */
  getReplacedTexts(): string[];
}

export function createDevice(person: TestPerson): Device {
  const syncedItems = new Map<string, { item: PromptTemplate; revision: number }>();
  const pendingChanges = new Map<string, { item: PromptTemplate | null; revision: number }>();
  const lastWrittenTexts = new Map<string, string>();
  const replacedTexts: string[] = [];
  let cursor = 0;

  const getCurrentItem = (id: string) =>
    pendingChanges.has(id) ? (pendingChanges.get(id)?.item ?? null) : (syncedItems.get(id)?.item ?? null);
  const addChange = (id: string, item: PromptTemplate | null) => {
    const previousItem = getCurrentItem(id);
    if (previousItem) replacedTexts.push(previousItem.content);
    pendingChanges.set(id, { item, revision: syncedItems.get(id)?.revision ?? 0 });
  };

  return {
    edit(prompt) {
      addChange(prompt.id, prompt);
      lastWrittenTexts.set(prompt.id, prompt.content);
    },
    remove(id) {
      if (getCurrentItem(id) === null) return;
      addChange(id, null);
      lastWrittenTexts.delete(id);
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
    getContents: () => new Map([...syncedItems].map(([id, { item }]) => [id, item.content])),
    getLastWrittenTexts: () => [...lastWrittenTexts.values()],
    getReplacedTexts: () => replacedTexts,
  };
}
