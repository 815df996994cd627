import type { PromptStoreItem } from "@lectern/contract";

type Item = PromptStoreItem["item"];

/** Whether two prompts or folders say the same, whatever the order of their fields. */
export function isSameItem(a: Item, b: Item): boolean {
  return textOf(a) === textOf(b);
}

const textOf = (item: Item) =>
  JSON.stringify(item, (_key, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  });
