import { createHash } from "node:crypto";

/** Returns the id that an item of the owner has in snapshots. */
export type MapId = (kind: "conversation" | "message" | "prompt" | "folder", id: string) => string;

/**
 * Derives ids from the owner and the original id: the same item has the same id in each snapshot of its owner, so that
 * a second import recognizes it, and nobody can send an item under the id of somebody else's.
 */
export function createSharedIds(ownerId: string): MapId {
  return (kind, id) => {
    const hex = createHash("sha256")
      .update(JSON.stringify([ownerId, kind, id]))
      .digest("hex");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
  };
}
