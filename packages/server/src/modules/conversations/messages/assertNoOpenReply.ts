import { AppError } from "../../../core/appError.ts";
import type { Db } from "../../../platform/db/database.ts";
import { hasOpenReply, type Place } from "./repository.ts";

/** Throws `conflict` while an answer is being written in this conversation: what it follows is not to be taken away under it. */
export async function assertNoOpenReply(tx: Db, place: Place): Promise<void> {
  if (!(await hasOpenReply(tx, place))) return;
  throw new AppError("conflict", {
    userMessage: "An answer is being written in this conversation. Please stop it, or wait until it ends.",
  });
}
