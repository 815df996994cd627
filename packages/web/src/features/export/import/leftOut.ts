/** What an import can leave out, in the order in which it is shown. */
export const leftOutKinds = [
  "image",
  "recording",
  "file",
  "toolCall",
  "toolResult",
  "reasoning",
  "citation",
  "hiddenInstruction",
  "unknownBlock",
  "shortenedText",
  "otherFile",
] as const;

export type LeftOutKind = (typeof leftOutKinds)[number];

export interface LeftOutCount {
  kind: LeftOutKind;
  count: number;
  /** The first few names of what was left out, such as those of tools; empty if it has none. */
  names: readonly string[];
}

export interface LeftOutCounter {
  /** Counts one item, or several that have no name. */
  add(kind: LeftOutKind, options?: { name?: string; count?: number }): void;
  addAll(counts: readonly LeftOutCount[]): void;
  list(): LeftOutCount[];
}

const maxNames = 5;
const maxNameLength = 40;

/** Counts what an import leaves out of a file. */
export function createLeftOutCounter(): LeftOutCounter {
  const counts = new Map<LeftOutKind, { count: number; names: Set<string> }>();
  const addNames = (kind: LeftOutKind, addedCount: number, addedNames: readonly string[]) => {
    if (addedCount === 0) return;
    const { count, names } = counts.get(kind) ?? { count: 0, names: new Set<string>() };
    for (const name of addedNames) if (name !== "" && names.size < maxNames) names.add(name);
    counts.set(kind, { count: count + addedCount, names });
  };
  return {
    add: (kind, { name = "", count = 1 } = {}) => addNames(kind, count, [name.trim().slice(0, maxNameLength)]),
    addAll(added) {
      for (const { kind, count, names } of added) addNames(kind, count, names);
    },
    list: () => [...counts].map(([kind, { count, names }]) => ({ kind, count, names: [...names] })),
  };
}
