import { type PromptStoreItem, type PromptTemplate, syncPrompts } from "@lectern/contract";
import type { TestPerson } from "../../../testing/createTestApp.ts";

/** A minimal client of `syncPrompts`, as a browser is one. */
export interface Device {
  edit(prompt: PromptTemplate): void;
  remove(id: string): void;
  sync(options: { losesResponse: boolean }): Promise<void>;
  /** Prompt texts by id. */
  contents(): Map<string, string>;
  /** The texts that this device wrote last: those that it has neither overwritten nor deleted itself. */
  lastWrittenTexts(): string[];
  /** Texts that this device had when it overwrote or deleted them. */
  replacedTexts(): string[];
}

export function createDevice(person: TestPerson): Device {
  const known = new Map<string, { item: PromptTemplate; revision: number }>();
  const dirty = new Map<string, { item: PromptTemplate | null; revision: number }>();
  const written = new Map<string, string>();
  const replaced: string[] = [];
  let cursor = 0;

  const currentItem = (id: string) => (dirty.has(id) ? (dirty.get(id)?.item ?? null) : (known.get(id)?.item ?? null));
  const change = (id: string, item: PromptTemplate | null) => {
    const before = currentItem(id);
    if (before) replaced.push(before.content);
    dirty.set(id, { item, revision: known.get(id)?.revision ?? 0 });
  };

  return {
    edit(prompt) {
      change(prompt.id, prompt);
      written.set(prompt.id, prompt.content);
    },
    remove(id) {
      if (currentItem(id) === null) return;
      change(id, null);
      written.delete(id);
    },
    async sync({ losesResponse }) {
      const changes = [...dirty].map(([id, change]): PromptStoreItem => ({ kind: "prompt", id, ...change }));
      const { status, result } = await person.proxy(syncPrompts, { since: cursor, changes });
      if (status !== 200) throw new Error(`syncPrompts answered ${status}`);
      if (losesResponse) return;
      dirty.clear();
      cursor = result.cursor;
      for (const { kind, id, item, revision } of result.items) {
        if (kind !== "prompt") continue;
        if (item) known.set(id, { item, revision });
        else known.delete(id);
      }
    },
    contents: () => new Map([...known].map(([id, { item }]) => [id, item.content])),
    lastWrittenTexts: () => [...written.values()],
    replacedTexts: () => replaced,
  };
}
