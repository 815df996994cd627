import type { Clock } from "./clock.ts";

/** A cache with a short lifetime, which saves repeated reads of the same value in busy moments. */
export interface ReadCache<T> {
  /**
   * Returns the cached value of `key`, or calls `read`, once for concurrent callers. Null and failures are not cached.
   * Each read removes all expired values from memory.
   */
  get(key: string, read: () => Promise<T | null>): Promise<T | null>;
  /** Forgets all values, after a change. A read that is in progress may still return the value before it. */
  clear(): void;
}

export interface ReadCacheOptions {
  /** How long a value is cached: the longest time until a change that was made elsewhere becomes visible. */
  lifetimeMs?: number;
  capacity?: number;
}

export function createReadCache<T>(
  clock: Clock,
  { lifetimeMs = 1_000, capacity = 1_000 }: ReadCacheOptions = {},
): ReadCache<T> {
  // In insertion order, so the oldest entry comes first.
  const entries = new Map<string, { value: Promise<T | null>; expiresAtMs: number }>();
  const evict = (key: string, value: Promise<T | null>) => {
    if (entries.get(key)?.value === value) entries.delete(key);
  };
  return {
    clear: () => entries.clear(),
    get(key, read) {
      const nowMs = clock.now().getTime();
      const entry = entries.get(key);
      if (entry && nowMs < entry.expiresAtMs) return entry.value;
      const value = read();
      entries.delete(key);
      entries.set(key, { value, expiresAtMs: nowMs + lifetimeMs });
      value.then(
        (result) => {
          if (result === null) evict(key, value);
        },
        () => evict(key, value), // The callers handle the error.
      );
      for (const [oldestKey, oldest] of entries) {
        if (entries.size <= capacity && nowMs < oldest.expiresAtMs) break;
        entries.delete(oldestKey);
      }
      return value;
    },
  };
}
