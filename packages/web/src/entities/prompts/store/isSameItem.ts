import type { PromptStoreItem } from "@lectern/contract";

type Item = PromptStoreItem["item"];

/** True if two prompts or folders are equal, regardless of the order of their fields. */
export function isSameItem(a: Item, b: Item): boolean {
  return canonicalize(a) === canonicalize(b);
}

const canonicalize = (item: Item) =>
  JSON.stringify(item, (_key, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  });
