import { limits } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";

/** Bytes of one person's request bodies that are received or handled at a time. */
const maxBytes = 5 * limits.bodyBytes;

/** The bytes of this process by user id. */
const bytesByUser = defineServerState(() => new Map<string, number>());

/** The memory of one request's body. */
export interface BodyMemory {
  /** Throws `rateLimited` if the person's bodies would need too much memory together. */
  reserve(bytes: number): void;
  /** Call this when the request has been handled. */
  release(): void;
}

/**
 * Counts the memory of a person's request bodies. Long bodies wait for the background thread, so without a limit one
 * person could fill the memory of the process with them.
 */
export function openBodyMemory(platform: Pick<Platform, "state">, userId: string): BodyMemory {
  const reservations = bytesByUser(platform);
  let ownBytes = 0;
  const change = (bytes: number) => {
    ownBytes += bytes;
    const total = (reservations.get(userId) ?? 0) + bytes;
    if (total > 0) reservations.set(userId, total);
    else reservations.delete(userId);
  };
  return {
    reserve(bytes) {
      if ((reservations.get(userId) ?? 0) + bytes > maxBytes) {
        throw new AppError("rateLimited", {
          userMessage: "You are sending too much at once. Please try again in a moment.",
          headers: { "retry-after": "5" },
        });
      }
      change(bytes);
    },
    release: () => change(-ownBytes),
  };
}
