import type { ApiKey } from "@lectern/contract";
import type { Key } from "./repository.ts";

/** Returns the day in UTC, such as `2027-01-31`. */
export const toUtcDay = (time: Date) => time.toISOString().slice(0, 10);

/** Returns why a key is not active; null if it is. It is valid until the end of its last day in UTC. Pure. */
export function getInactiveReason(
  { deactivatedAt, reason, expiresOn }: Pick<Key, "deactivatedAt" | "reason" | "expiresOn">,
  now: Date,
): ApiKey["inactiveReason"] {
  if (deactivatedAt) return reason ?? "deactivated";
  // Days of this form are in order as texts.
  return expiresOn !== null && expiresOn < toUtcDay(now) ? "expired" : null;
}
