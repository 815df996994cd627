/** Parses a model server's JSON. Returns undefined for invalid JSON. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads a number, or a text of one, which some servers send. Undefined for anything else: `Number` throws for an object
 * with a member `toString`.
 */
export function toNumberOrUndefined(value: unknown): number | undefined {
  const isNumeric = typeof value === "number" || (typeof value === "string" && value.trim() !== "");
  return isNumeric && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

/** Validates a token count; 0 if the value is invalid. */
export function toTokenCount(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
