import { successorNeeded } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { DbTransaction } from "../../../platform/db/database.ts";
import { type AuditSource, recordAudit } from "../../audit/service.ts";
import { isActivePerson, lockGroupsOfOnlyAdministrator, lockPeople, upsertMembers } from "./repository.ts";

interface SuccessorOptions {
  successorId?: string;
  /** Who blocks or erases the person, for the audit log. */
  source?: AuditSource;
}

/**
 * Call this in the transaction that blocks or erases a person, before it locks or changes the person's row. Makes sure
 * that each group has another administrator who can sign in: makes the successor an administrator of the groups that
 * would have none, and returns their ids. Throws `conflict` if there are such groups and no successor, and
 * `invalidInput` if the successor cannot sign in.
 */
export async function assertSuccessors(
  tx: DbTransaction,
  personId: string,
  { successorId, source = { actor: null, requestId: null } }: SuccessorOptions = {},
): Promise<string[]> {
  await lockPeople(tx);
  const groups = await lockGroupsOfOnlyAdministrator(tx, personId);
  if (groups.length === 0) return [];
  if (successorId === undefined) throw createSuccessorNeededError(groups);
  if (successorId === personId || !(await isActivePerson(tx, successorId))) {
    throw new AppError("invalidInput", { userMessage: "The successor must be another person who can sign in." });
  }
  const groupIds = groups.map(({ id }) => id);
  const successor = { recipient: { principalId: successorId, email: null }, level: "admin" as const };
  const now = new Date();
  const terms = { addedBy: source.actor?.principal.id ?? null, now, expiresAt: now };
  for (const groupId of groupIds) await upsertMembers(tx, groupId, [successor], terms);
  await recordAudit(tx, source, {
    verb: "appointSuccessor",
    objectType: "group",
    objectIds: groupIds,
    before: { administrator: personId },
    after: { administrator: successorId },
  });
  return groupIds;
}

const maxNames = 5;

function createSuccessorNeededError(groups: readonly { name: string }[]): AppError {
  const names = groups.slice(0, maxNames).map(({ name }) => `“${name}”`);
  const others = groups.length > maxNames ? ` and ${groups.length - maxNames} more` : "";
  return new AppError("conflict", {
    userMessage: `This person is the only administrator of ${names.join(", ")}${others}. Please choose a successor.`,
    fields: { type: successorNeeded },
  });
}
