/** Parts of a pattern times characters: about two seconds, for which the page stands still. */
const mostWork = 50_000_000;

/**
 * Whether a person's pattern is found in a text, in time that grows with the text only; null: it is no pattern, or would take too
 * long for this text. Rejects when what reads patterns cannot be loaded.
 */
export async function matchesPattern(pattern: string, text: string): Promise<boolean | null> {
  const { RE2JS } = await import("re2js");
  try {
    const compiled = RE2JS.compile(pattern);
    return compiled.programSize() * text.length > mostWork ? null : compiled.matcher(text).find();
  } catch {
    return null;
  }
}
