import { artifactTexts, deleteArtifact } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Context } from "../../../core/context.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getOwnerId, ownedBy, visibleTo } from "../../access/service.ts";
import { getAuditSource, recordAudit } from "../../audit/service.ts";
import { publishBrowserEvent } from "../../browserEvents/service.ts";
import { dropGrant, listGrants } from "../../grants/service.ts";
import { findConcernedByGrants, publishToConcerned } from "../../groups/service.ts";
import { deleteSaved, findSaved } from "../saved/repository.ts";

export const deleteArtifactHandler = implement(deleteArtifact, async (ctx, { artifact_id: key }) => {
  const ownerId = getOwnerId(ctx.actor);
  const row = await findSaved(ctx.db, visibleTo(ctx.actor, "artifact", "read"), key);
  if (!row) throw new AppError("notFound", { userMessage: artifactTexts.notFound });
  if (row.owner_id === ownerId) {
    if (row.is_listed) await deleteSaved(ctx.db, ownedBy(ownerId, "artifact"), row.id);
    else await withdrawCopy(ctx, row.id);
    publishBrowserEvent(ctx, ownerId, { type: "shares" });
  } else if (!(await dropGrant(ctx, ctx.actor, { type: "artifact", id: row.id }))) {
    throw new AppError("forbidden", {
      userMessage: "This artifact is shared with one of your groups, so you can’t remove it from your list.",
    });
  }
  return {};
});

/** Deletes a copy that the actor has shared, and tells its recipients. */
async function withdrawCopy(ctx: Context, id: string): Promise<void> {
  const grants = await listGrants(ctx, ctx.actor, { object: { type: "artifact", id } });
  const principalIds = grants.flatMap(({ recipient }) => recipient.principalId ?? []);
  const concerned = await transaction(ctx.db, async (tx) => {
    if (!(await deleteSaved(tx, ownedBy(getOwnerId(ctx.actor), "artifact"), id))) return [];
    await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
      verb: "withdraw",
      objectType: "artifact",
      objectIds: [id],
    });
    return findConcernedByGrants(tx, principalIds);
  });
  publishToConcerned(ctx, concerned, { type: "shares" });
}
