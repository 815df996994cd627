import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";
import { getOwnerId, getSubject } from "../../access/service.ts";
import { getGroup } from "../../groups/service.ts";
import { assertManageable, type FlagServices } from "../groupAssistants.ts";
import { type AssistantSummaryRow, findSummary } from "../listing/repository.ts";
import { authorizeAssistant } from "../policy.ts";

/** What somebody saves, or tries before saving it. */
export interface SavingTarget {
  /** Undefined: a new assistant. */
  assistantId: string | undefined;
  /** The wire id of the group of a new assistant, or of an existing one; undefined: the actor's own, or unknown. */
  groupId: string | undefined;
}

interface SavingRight {
  /** The newest version; null for a new assistant. */
  existing: AssistantSummaryRow | null;
  /** Whose assistant it is or becomes: `groupId` is the wire id if a group owns it. */
  owner: { ownerId: string; groupId: string | null };
  /** The types of the group; null for an assistant of a person. */
  groupTypes: readonly string[] | null;
}

/**
 * Decides if the actor may save an assistant, or a new version of one. Throws `notFound` or `forbidden`, or `invalidInput`
 * if an assistant belongs to another owner.
 */
export async function authorizeSaving(
  platform: FlagServices,
  actor: Actor,
  target: SavingTarget,
): Promise<SavingRight> {
  await assertManageable(platform, actor, target);
  const { assistantId, groupId } = target;
  if (assistantId !== undefined) {
    const existing = await getEditable(platform, actor, target, assistantId);
    const { ownerId, group } = existing;
    return { existing, owner: { ownerId, groupId: group?.id ?? null }, groupTypes: group?.types ?? null };
  }
  if (groupId === undefined)
    return { existing: null, owner: { ownerId: getOwnerId(actor), groupId: null }, groupTypes: null };
  const { id, wireId, types } = await getGroup(platform.db, actor, "manageAssistants", groupId);
  return { existing: null, owner: { ownerId: id, groupId: wireId }, groupTypes: types };
}

/** Returns an assistant of which the actor may save a version. Throws the errors of `authorizeSaving`. */
export async function getEditable(
  platform: Pick<Platform, "db">,
  actor: Actor,
  { groupId }: Pick<SavingTarget, "groupId">,
  assistantId: string,
): Promise<AssistantSummaryRow> {
  const row = authorizeAssistant(await findSummary(platform.db, getSubject(actor), assistantId), "save");
  if (groupId !== undefined && groupId !== row.group?.id) {
    throw new AppError("invalidInput", { userMessage: "An assistant can’t be moved to another owner." });
  }
  return row;
}
