import { formatCount } from "../formatCount.ts";

/** What an import can leave out, with the noun for one of it. */
const nouns = {
  image: "image",
  recording: "recording",
  file: "attached file",
  toolCall: "tool call",
  toolResult: "tool result",
  reasoning: "reasoning text",
  citation: "citation",
  hiddenInstruction: "hidden instruction",
  unknownBlock: "unknown block",
  shortenedText: "passage beyond the length limit",
  otherFile: "other file of the archive",
} as const;

export type LeftOutKind = keyof typeof nouns;

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

const listFormat = new Intl.ListFormat("en-GB", { type: "conjunction" });
const kinds = Object.keys(nouns);

/** Returns a sentence with what an import leaves out, or null if it leaves out nothing. */
export function describeLeftOut(counts: readonly LeftOutCount[]): string | null {
  if (counts.length === 0) return null;
  const sortedCounts = counts.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  const phrases = sortedCounts.map(({ kind, count, names }) => {
    const [noun = "", ...rest] = nouns[kind].split(/(?= of | beyond )/);
    return `${formatCount(count, noun)}${rest.join("")}${names.length > 0 ? ` (${names.join(", ")})` : ""}`;
  });
  return `The import leaves out ${listFormat.format(phrases)}.`;
}
