import { type OpOutput, shareArtifact } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Context } from "../../../core/context.ts";
import { implement } from "../../../core/implement.ts";
import { ownedBy } from "../../access/service.ts";
import { giveGrants, listGrants } from "../../grants/service.ts";
import { deleteSaved } from "../saved/repository.ts";
import { storeArtifact } from "../saved/storeArtifact.ts";

type Failures = OpOutput<typeof shareArtifact>["failed"];

/** Recipients get a right to a copy that is made now, so that no later change of the original reaches them. */
export const shareArtifactHandler = implement(shareArtifact, async (ctx, { artifact, shareWith }) => {
  const { id, key, ownerId } = await storeArtifact(ctx, ctx.actor, { ...artifact, sharedBy: null }, true);
  const deleteCopy = () => deleteSaved(ctx.db, ownedBy(ownerId, "artifact"), id);
  try {
    const failed = await giveToEach(ctx, id, shareWith);
    // Nobody gets a right from sharing with oneself.
    const grants = await listGrants(ctx, ctx.actor, { object: { type: "artifact", id } });
    if (grants.length > 0) return { key, failed };
    await deleteCopy();
    return { failed };
  } catch (error) {
    await deleteCopy();
    throw error;
  }
});

/** Gives the copy to all recipients at once, or else to each for whom it is possible. Returns the others. */
async function giveToEach(ctx: Context, id: string, recipients: readonly string[]): Promise<Failures> {
  const give = (names: readonly string[]) =>
    giveGrants(ctx, ctx.actor, { object: { type: "artifact", id }, names, role: "read" });
  try {
    await give(recipients);
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || recipients.length === 1) throw error;
  }
  const failed: Failures = [];
  for (const recipient of recipients) {
    await give([recipient]).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      failed.push({ recipient, reason: error.userMessage });
    });
  }
  const [first] = failed;
  if (first && failed.length === recipients.length) throw new AppError("invalidInput", { userMessage: first.reason });
  return failed;
}
