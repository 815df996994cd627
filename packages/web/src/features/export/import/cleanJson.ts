/** What a piece of foreign JSON may be at most before it is kept. */
const deepest = 24;
const mostValues = 100_000;

/**
 * A copy of JSON that can be kept: texts without NUL and halves of characters, no key that means something to JavaScript. `undefined`: it is nested too deep,
 * or too much.
 */
export function cleanJson(value: unknown): unknown {
  const budget = { values: mostValues };
  try {
    return copy(value, 0, budget);
  } catch (error) {
    if (error instanceof TooMuch) return undefined;
    throw error;
  }
}

class TooMuch extends Error {}

function copy(value: unknown, depth: number, budget: { values: number }): unknown {
  budget.values -= 1;
  if (depth > deepest || budget.values < 0) throw new TooMuch();
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1, budget));
  const entries = Object.entries(value).filter(([key]) => key !== "__proto__");
  return Object.fromEntries(entries.map(([key, item]) => [cleanText(key), copy(item, depth + 1, budget)]));
}

/** Without NUL, which no database of ours holds, and without halves of characters. */
export const cleanText = (text: string): string => text.replaceAll("\0", "").toWellFormed();

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== "__proto__"));
}

export const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === "string" ? cleanText(value) : "");
