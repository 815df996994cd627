/** Helpers for reading requests of any shape. Nothing is checked beyond what is read. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

export function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(record) : [];
}

export function string(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function number(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Texts of a list of parts, or the text itself. */
export function textOf(content: unknown): string {
  return typeof content === "string"
    ? content
    : records(content)
        .map(({ text }) => string(text))
        .join("");
}
