/** Limits for JSON from a file. */
const maxDepth = 24;
const maxValues = 100_000;

/**
 * Copies JSON so that it can be stored: removes NUL characters and `__proto__` keys, and replaces lone surrogates.
 * Returns `undefined` if the value is nested too deeply or too large.
 */
export function sanitizeJson(value: unknown): unknown {
  const budget = { values: maxValues };
  try {
    return copy(value, 0, budget);
  } catch (error) {
    if (error instanceof JsonTooLargeError) return undefined;
    throw error;
  }
}

class JsonTooLargeError extends Error {}

function copy(value: unknown, depth: number, budget: { values: number }): unknown {
  budget.values -= 1;
  if (depth > maxDepth || budget.values < 0) throw new JsonTooLargeError();
  if (typeof value === "string") return sanitizeText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1, budget));
  const entries = Object.entries(value).filter(([key]) => key !== "__proto__");
  return Object.fromEntries(entries.map(([key, item]) => [sanitizeText(key), copy(item, depth + 1, budget)]));
}

/** Removes NUL, which PostgreSQL cannot store, and replaces lone surrogates. */
export const sanitizeText = (text: string): string => text.replaceAll("\0", "").toWellFormed();

export type Fields = Readonly<Record<string, unknown>>;

/** Returns a copy of an object without `__proto__`, and an empty object for any other value. */
export function toFields(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== "__proto__"));
}

export const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const toText = (value: unknown): string => (typeof value === "string" ? sanitizeText(value) : "");
