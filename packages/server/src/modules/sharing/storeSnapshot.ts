import { randomUUID } from "node:crypto";
import { AppError } from "../../core/appError.ts";
import type { Db } from "../../platform/db/database.ts";
import { insertShare, type NewShare } from "./repository.ts";

const shareTtlMs = 180 * 24 * 60 * 60 * 1_000;

/** Stores a snapshot until it expires. Returns its random id. Throws `tooLarge` if its owner has too many. */
export async function storeSnapshot(
  db: Db,
  createdAt: Date,
  snapshot: Omit<NewShare, "id" | "createdAt" | "expiresAt">,
): Promise<string> {
  const id = randomUUID();
  const expiresAt = new Date(createdAt.getTime() + shareTtlMs);
  if (await insertShare(db, { ...snapshot, id, createdAt, expiresAt })) return id;
  throw new AppError("tooLarge", {
    userMessage: "You have shared as much as is possible. Please withdraw something that you have shared first.",
  });
}
