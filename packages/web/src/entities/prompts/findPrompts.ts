import type { PromptTemplate } from "@lectern/contract";

export interface PromptSight {
  /** The flag `overrideInvisiblePrompts`. */
  seesAll: boolean;
  /** The person wants to see the hidden ones of their own. */
  showsHidden: boolean;
}

/** [A5.43] Whether a template is listed and found: a hidden one only by those who may see it. */
export function isSeen({ data, groupId }: PromptTemplate, { seesAll, showsHidden }: PromptSight): boolean {
  return data.hidden !== true || seesAll || (showsHidden && (groupId ?? null) === null);
}

/** [A5.43] Whether the name, the description or the content has the words, whatever their case. Blank words are in everything. */
export function hasWords({ name, description, content }: PromptTemplate, words: string): boolean {
  const wanted = words.trim().toLocaleLowerCase();
  return wanted === "" || [name, description, content].some((text) => text.toLocaleLowerCase().includes(wanted));
}
