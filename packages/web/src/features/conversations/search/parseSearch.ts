/** What is typed into the search: words, and tags as `#tag` or `#"two words"`. */
export interface Search {
  /** Without the tags; trimmed. */
  text: string;
  /** In lower case. */
  tags: readonly string[];
}

/** Reads what was typed. A lone `#` is not yet a tag, and no word either. */
export function parseSearch(typed: string): Search {
  const tags: string[] = [];
  const text = typed.replace(tagPattern, (_, before: string, quoted: string | undefined, plain: string | undefined) => {
    const tag = (quoted ?? plain ?? "").trim().toLocaleLowerCase();
    if (tag !== "") tags.push(tag);
    return before;
  });
  return { text: text.trim().replace(/\s+/g, " "), tags: [...new Set(tags)] };
}

/** What is typed, with a tag added to it, or taken out where it was there. What is typed of it in part gives way. */
export function toggleTag(typed: string, tag: string): string {
  const { text, tags } = parseSearch(typed);
  const wanted = tag.toLocaleLowerCase();
  const others = tags.filter((other) => !wanted.startsWith(other));
  const next = tags.includes(wanted) ? others : [...others, tag];
  return [...next.map(formatTag), text].filter((part) => part !== "").join(" ");
}

/** Whether it has every one of the tags, whatever the case. The last may be typed only in part. */
export function hasTags(item: { tags: readonly string[] }, tags: readonly string[]): boolean {
  if (tags.length === 0) return true;
  const own = item.tags.map((tag) => tag.toLocaleLowerCase());
  return tags.every((wanted) => own.some((tag) => tag.startsWith(wanted)));
}

/** Takes what a person types for several tags: separated by commas, trimmed, none twice and none empty. */
export function splitTags(typed: string, maxLength: number): string[] {
  return [...new Set(typed.split(",").map((tag) => tag.trim().slice(0, maxLength).trim()))].filter((tag) => tag !== "");
}

const tagPattern = /(^|\s)#(?:"([^"]*)"?|([^\s"]*))/g;
const formatTag = (tag: string) => (/\s/.test(tag) ? `#"${tag}"` : `#${tag}`);
