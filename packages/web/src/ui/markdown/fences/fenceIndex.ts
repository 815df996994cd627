import { type MarkdownToken, narrowTokens } from "@lectern/contract/markdown";
import { createContext } from "react";
import { lexBlocks } from "../parse/lexMarkdown.ts";
import type { Section } from "../parse/sectionSplitter.ts";

/** The position of a contributed fence among the fences of its text; null outside of a fence. */
export const FenceIndexContext = createContext<number | null>(null);

/** Complete sections are the same objects while a text grows, so each is counted once. */
const countBySection = new WeakMap<Section, number>();

/** Returns for each section how many fences precede it in the text. */
export function countPrecedingFences(sections: readonly Section[]): number[] {
  return toPrecedingSums(sections.slice(0, -1).map(countSectionFences));
}

/** Returns for each list of blocks how many fences precede it in the text. `firstFence`: how many precede the first one. */
export function countFencesBefore(blockLists: readonly (readonly MarkdownToken[])[], firstFence: number): number[] {
  return toPrecedingSums(blockLists.slice(0, -1).map(countFences), firstFence);
}

function toPrecedingSums(counts: readonly number[], first = 0): number[] {
  const sums = [first];
  for (const count of counts) sums.push((sums.at(-1) ?? first) + count);
  return sums;
}

function countSectionFences(section: Section): number {
  const { raw, isFence } = section;
  if (isFence) return 1;
  if (!/```|~~~/.test(raw)) return 0;
  const count = countBySection.get(section) ?? countFences(lexBlocks(raw));
  countBySection.set(section, count);
  return count;
}

const countFences = (tokens: readonly MarkdownToken[]): number =>
  tokens.reduce((sum, token) => sum + countTokenFences(token), 0);

function countTokenFences(token: MarkdownToken): number {
  if (token.type === "code") return token.codeBlockStyle === "indented" ? 0 : 1;
  if (token.type === "blockquote") return countFences(narrowTokens(token.tokens));
  if (token.type !== "list") return 0;
  return token.items.reduce((sum, item) => sum + countFences(narrowTokens(item.tokens)), 0);
}
