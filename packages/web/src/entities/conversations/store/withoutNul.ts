/**
 * Removes NUL characters from all texts in a value, since neither PostgreSQL nor a request may contain them. Returns the
 * same object if there are none.
 */
export function withoutNul<T>(value: T): T;
export function withoutNul(value: unknown): unknown {
  if (typeof value === "string") return value.includes("\0") ? value.replaceAll("\0", "") : value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const cleanEntries = entries.map(([key, item]: [string, unknown]) => [key, withoutNul(item)] as const);
  if (cleanEntries.every(([, item], index) => item === entries[index]?.[1])) return value;
  return Array.isArray(value) ? cleanEntries.map(([, item]) => item) : Object.fromEntries(cleanEntries);
}
