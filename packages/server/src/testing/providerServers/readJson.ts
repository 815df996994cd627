// These helpers read unvalidated JSON. A value of another type becomes an empty one, or undefined.

export function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

export function toRecords(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(toRecord) : [];
}

export function toStringOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function toNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Joins the texts of a list of content parts, or returns a plain text unchanged. */
export function textOf(content: unknown): string {
  return typeof content === "string"
    ? content
    : toRecords(content)
        .map(({ text }) => toStringOrEmpty(text))
        .join("");
}

/** Parses JSON; returns undefined for invalid JSON. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
