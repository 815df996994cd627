import type { Actor, Platform } from "../../../core/context.ts";
import type { DbTransaction } from "../../../platform/db/database.ts";
import { hashAuditedEmail } from "../../audit/service.ts";
import type { Recipient } from "../../principals/service.ts";
import { getInvitationExpiry } from "../invitations/getInvitationExpiry.ts";
import { type StoredMember, upsertMembers } from "./repository.ts";

/** Stores members with their levels. An address that nobody has proven yet becomes an invitation. */
export async function storeMembers(
  tx: DbTransaction,
  actor: Actor,
  { groupId, members, now }: { groupId: string; members: readonly StoredMember[]; now: Date },
): Promise<void> {
  const terms = { addedBy: actor.principal.id, now, expiresAt: getInvitationExpiry(now) };
  await upsertMembers(tx, groupId, members, terms);
}

/** Returns how the audit log names a recipient. */
export function toAuditedRecipient(platform: Pick<Platform, "secrets">, { principalId, email }: Recipient): string {
  return principalId ?? hashAuditedEmail(platform, email);
}

/** Returns how the audit log names members and their levels. */
export function toAuditedMembers(
  platform: Pick<Platform, "secrets">,
  members: readonly StoredMember[],
): { member: string; level: string }[] {
  return members.map(({ recipient, level }) => ({ member: toAuditedRecipient(platform, recipient), level }));
}
