const earliestMs = Date.UTC(2000, 0, 1);

/**
 * Converts a time to ISO format. Accepts date strings and seconds or milliseconds since 1970. Returns `fallback` for
 * anything else, and for times before 2000 or in the future.
 */
export function parseTime(value: unknown, now: Date, fallback: string): string {
  const ms =
    typeof value === "number"
      ? value < 1e11
        ? value * 1_000
        : value
      : Date.parse(typeof value === "string" ? value : "");
  if (!Number.isFinite(ms) || ms < earliestMs || ms > now.getTime()) return fallback;
  return new Date(ms).toISOString();
}

/** Returns the `createdAt` field of a message, or an empty object if the time is invalid. */
export function parseCreatedAt(value: unknown, now: Date): { createdAt?: string } {
  const createdAt = parseTime(value, now, "");
  return createdAt === "" ? {} : { createdAt };
}
