/**
 * Whether a text matches a person's pattern, in linear time whatever the two are; null: it is no pattern. Rejects when what reads
 * patterns cannot be loaded.
 */
export async function matchesPattern(pattern: string, text: string): Promise<boolean | null> {
  const { RE2JS } = await import("re2js");
  try {
    return RE2JS.compile(pattern).matcher(text).find();
  } catch {
    return null;
  }
}
