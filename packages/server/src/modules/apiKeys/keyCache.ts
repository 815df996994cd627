import type { Actor } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import { allProcesses } from "../../platform/processes/processBus.ts";
import { createReadCache } from "../../platform/readCache.ts";
import type { FlagCaller } from "../flags/service.ts";
import type { LimitedKey } from "./repository.ts";

/** A key with its owner and the actor for whom it acts, each as it was when this was read. */
export interface LoadedKey {
  key: LimitedKey;
  /** Null if the account does not exist any more. */
  owner: { caller: FlagCaller; isBlocked: boolean } | null;
  /** Null if the person has not signed in yet, or if the account does not exist any more. */
  actor: Actor | null;
}

const lifetimeMs = 2_000;
const capacity = 10_000;

/** The keys that were used in the last 2 s, by the hash of their secret. */
export const getKeyCache = defineServerState(({ clock, processes }: Pick<Platform, "clock" | "processes">) => {
  const cache = createReadCache<LoadedKey>(clock, { lifetimeMs, capacity });
  processes.subscribe("apiKeys", () => cache.clear());
  processes.onReconnect(() => cache.clear());
  return cache;
});

/**
 * Makes changed keys effective in this process at once, and in others as soon as they receive the message; without it,
 * after 2 s. Call it after the commit.
 */
export function forgetKeys(platform: Pick<Platform, "clock" | "processes" | "state" | "log">): void {
  const { processes, log } = platform;
  getKeyCache(platform).clear();
  if (!processes.isShared) return;
  processes.post("apiKeys", allProcesses, { head: {} }).catch((error: unknown) => {
    log.warn({ err: error }, "other processes could not be told of a changed API key");
  });
}
