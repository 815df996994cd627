import type { DbTransaction } from "../../../platform/db/database.ts";
import { type AuditSource, recordAudit } from "../../audit/service.ts";
import {
  lockInvitingGroups,
  moveGrantsToPrincipal,
  moveKeysToPrincipal,
  moveMembersToPrincipal,
} from "./repository.ts";

const systemSource: AuditSource = { actor: null, requestId: null };

/**
 * Turns the open invitations, grants and delegated API keys of a verified email address, in lower case, into those of the principal. If
 * the principal has a right already, the higher one wins. Call this in the transaction of the sign-in.
 */
export async function resolveInvitations(
  tx: DbTransaction,
  { principalId, email }: { principalId: string; email: string },
  now: Date,
): Promise<void> {
  const groupIds = await lockInvitingGroups(tx, email);
  const members = groupIds.length === 0 ? [] : await moveMembersToPrincipal(tx, { groupIds, email, principalId, now });
  const grants = await moveGrantsToPrincipal(tx, { email, principalId, now });
  const keyIds = await moveKeysToPrincipal(tx, { email, principalId, now });
  if (members.length === 0 && grants.length === 0 && keyIds.length === 0) return;
  await recordAudit(tx, systemSource, {
    verb: "resolveInvitations",
    objectType: "principal",
    objectIds: [principalId],
    after: { members, grants, ...(keyIds.length > 0 ? { keyIds } : {}) },
  });
}
