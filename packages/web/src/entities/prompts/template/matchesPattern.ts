/** The maximum of pattern program size times text length. At this maximum the page is blocked for about two seconds. */
const maxPatternWork = 50_000_000;

/**
 * True if the pattern is found in the text, in linear time; null if the pattern is invalid or would take too long for
 * this text. Rejects if the regex engine cannot be loaded.
 */
export async function matchesPattern(pattern: string, text: string): Promise<boolean | null> {
  const { RE2JS } = await import("re2js");
  try {
    const compiledPattern = RE2JS.compile(pattern);
    return compiledPattern.programSize() * text.length > maxPatternWork ? null : compiledPattern.matcher(text).find();
  } catch {
    return null;
  }
}
