import { foldText } from "@lectern/contract";
/** A search: words, and tags typed as `#tag` or `#"two words"`. */
export interface Search {
  /** The words without the tags, trimmed. */
  text: string;
  /** The tags, folded for comparison. */
  tags: readonly string[];
}

/** Parses the typed text. A lone `#` is neither a tag nor a word. */
export function parseSearch(typedText: string): Search {
  const tags: string[] = [];
  const text = typedText.replace(
    tagPattern,
    (_, before: string, quoted: string | undefined, plain: string | undefined) => {
      const tag = foldText((quoted ?? plain ?? "").trim());
      if (tag !== "") tags.push(tag);
      return before;
    },
  );
  return { text: text.trim().replace(/\s+/g, " "), tags: [...new Set(tags)] };
}

/**
 * Adds a tag to the typed text, or removes the tag if the text contains it. Also removes each tag that is only the
 * beginning of this one, such as a tag that is being typed. In the result, the tags come first.
 */
export function toggleTag(typedText: string, tag: string): string {
  const { text, tags } = parseSearch(typedText);
  const searchedTag = foldText(tag);
  const otherTags = tags.filter((other) => !searchedTag.startsWith(other));
  const nextTags = tags.includes(searchedTag) ? otherTags : [...otherTags, tag];
  return [...nextTags.map(formatTag), text].filter((part) => part !== "").join(" ");
}

/**
 * True if for each searched tag the item has a tag that starts with it, ignoring case and accents. `tags` must be
 * folded.
 */
export function hasTags(item: { tags: readonly string[] }, tags: readonly string[]): boolean {
  if (tags.length === 0) return true;
  const itemTags = item.tags.map(foldText);
  return tags.every((searchedTag) => itemTags.some((tag) => tag.startsWith(searchedTag)));
}

/** Splits typed text at commas into distinct tags, trimmed and not empty. */
export function splitTags(typedText: string, maxLength: number): string[] {
  return [...new Set(typedText.split(",").map((tag) => tag.trim().slice(0, maxLength).trim()))].filter(
    (tag) => tag !== "",
  );
}

const tagPattern = /(^|\s)#(?:"([^"]*)"?|([^\s"]*))/g;
const formatTag = (tag: string) => (/\s/.test(tag) ? `#"${tag}"` : `#${tag}`);
