/** True if the text may request CSV. The code that shows CSV is loaded only then. */
export const mayRequestCsv = (text: string | undefined): text is string =>
  text !== undefined && /^\s*csv\s*\(/.test(text);

/** True if the text may request JSON. */
const mayRequestJson = (text: string | undefined): boolean => text !== undefined && /^\s*json!?\s*\(/.test(text);

/**
 * Returns an answer as the Markdown to show. JSON that was requested and is not in a code block becomes one, because
 * its signs would be read as Markdown.
 */
export function toShownMarkdown(question: string | undefined, content: string): string {
  if (!mayRequestJson(question) || !/^\s*[[{]/.test(content)) return content;
  const longestFence = Math.max(2, ...Array.from(content.matchAll(/`{3,}/g), ([ticks]) => ticks.length));
  const fence = "`".repeat(longestFence + 1);
  return `${fence}json\n${content}\n${fence}`;
}

const structuredModePrefix = /^\s*(?:json!|json|csv|fn)\s*\(\s*[{)]/;

/**
 * True if the text may start with a structured mode (`json({…})`). The code that parses the mode is loaded only then.
 */
export const mayBeStructured = (text: string | undefined): boolean =>
  text !== undefined && structuredModePrefix.test(text);
