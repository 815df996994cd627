/** Wraps text in a fence of backticks that is longer than any run of backticks in the text. */
export function toFence(text: string, language: string): string {
  const longestRunLength = Math.max(2, ...[...text.matchAll(/`+/g)].slice(0, 10_000).map(([run]) => run.length));
  const fence = "`".repeat(Math.min(longestRunLength + 1, 1_000));
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

/** Removes from a name the characters that Markdown would format. */
export const toInlineName = (name: string): string =>
  name
    .replace(/[*_[\]`\s]+/g, " ")
    .trim()
    .slice(0, 300);

/** Removes from the name of a language what cannot follow a fence. */
export const toFenceLanguage = (language: string): string => language.replace(/[^\w+#.-]/g, "");
