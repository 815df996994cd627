import { type LibraryItem, type PromptTemplate, syncPrompts } from "@lectern/contract";
import type { TestPerson } from "../../../testing/createTestApp.ts";

/** A browser as a client of the library, as simple as one can be: for tests. */
export interface Device {
  edit(prompt: PromptTemplate): void;
  remove(id: string): void;
  sync(how: { losesReply: boolean }): Promise<void>;
  /** Text by id. */
  contents(): Map<string, string>;
  /** The texts that this device wrote, and neither wrote over nor deleted itself. */
  ownLast(): string[];
  /** Texts that were there on this device when it wrote over them, or deleted them. */
  replaced(): string[];
}

export function createDevice(person: TestPerson): Device {
  const known = new Map<string, { item: PromptTemplate; revision: number }>();
  const dirty = new Map<string, { item: PromptTemplate | null; revision: number }>();
  const mine = new Map<string, string>();
  const replaced: string[] = [];
  let cursor = 0;

  const shown = (id: string) => (dirty.has(id) ? (dirty.get(id)?.item ?? null) : (known.get(id)?.item ?? null));
  const change = (id: string, item: PromptTemplate | null) => {
    const before = shown(id);
    if (before) replaced.push(before.content);
    dirty.set(id, { item, revision: known.get(id)?.revision ?? 0 });
  };

  return {
    edit(prompt) {
      change(prompt.id, prompt);
      mine.set(prompt.id, prompt.content);
    },
    remove(id) {
      if (shown(id) === null) return;
      change(id, null);
      mine.delete(id);
    },
    async sync({ losesReply }) {
      const changes = [...dirty].map(([id, one]): LibraryItem => ({ kind: "prompt", id, ...one }));
      const { status, result } = await person.proxy(syncPrompts, { since: cursor, changes });
      if (status !== 200) throw new Error(`the library answered ${status}`);
      if (losesReply) return;
      dirty.clear();
      cursor = result.cursor;
      for (const { kind, id, item, revision } of result.items) {
        if (kind !== "prompt") continue;
        if (item) known.set(id, { item, revision });
        else known.delete(id);
      }
    },
    contents: () => new Map([...known].map(([id, { item }]) => [id, item.content])),
    ownLast: () => [...mine.values()],
    replaced: () => replaced,
  };
}
