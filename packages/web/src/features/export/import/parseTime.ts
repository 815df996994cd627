const earliest = Date.UTC(2000, 0, 1);

/** A time of a file as ours: ISO text, or seconds or milliseconds since 1970. What is none, or lies in the future, is `fallback`. */
export function parseTime(given: unknown, now: Date, fallback: string): string {
  const ms =
    typeof given === "number"
      ? given < 1e11
        ? given * 1_000
        : given
      : Date.parse(typeof given === "string" ? given : "");
  if (!Number.isFinite(ms) || ms < earliest || ms > now.getTime()) return fallback;
  return new Date(ms).toISOString();
}

/** The same; undefined where it is none. */
export function parseCreatedAt(given: unknown, now: Date): { createdAt?: string } {
  const createdAt = parseTime(given, now, "");
  return createdAt === "" ? {} : { createdAt };
}
