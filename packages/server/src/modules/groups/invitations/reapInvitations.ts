import type { Platform } from "../../../core/context.ts";
import { deleteExpiredInvitations } from "./repository.ts";

/** Deletes invitations, grants and delegated API keys of email addresses that nobody has used in time. */
export async function reapInvitations({ db, clock }: Platform): Promise<void> {
  await deleteExpiredInvitations(db, clock.now());
}
