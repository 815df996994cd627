import type { OpInput, OpOutput, shareItems } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor } from "../../core/context.ts";
import { getOwnerId, ownedBy } from "../access/service.ts";
import type { AuditedPlatform } from "../audit/service.ts";
import { giveGrants } from "../grants/service.ts";
import { buildSnapshot } from "./buildSnapshot.ts";
import { deleteShare } from "./repository.ts";
import { storeSnapshot } from "./storeSnapshot.ts";

type Failures = OpOutput<typeof shareItems>["failed"];

/** Stores a snapshot and gives it to the recipients. Throws if none of them can get it. */
export async function shareSnapshot(
  platform: AuditedPlatform,
  actor: Actor,
  { note, sharedWith, sharedData }: OpInput<typeof shareItems>,
): Promise<OpOutput<typeof shareItems>> {
  const { db, clock } = platform;
  const ownerId = getOwnerId(actor);
  const { leftOut, title: _title, ...snapshot } = await buildSnapshot(db, ownerId, sharedData);
  const id = await storeSnapshot(db, clock.now(), { ...snapshot, ownerId, note, linkTitle: null });
  try {
    return { key: id, failed: await giveToEach(platform, actor, id, sharedWith), leftOut };
  } catch (error) {
    await deleteShare(db, ownedBy(ownerId, "share"), id);
    throw error;
  }
}

/** Gives the snapshot to all recipients at once, or else to each for whom it is possible. Returns the others. */
async function giveToEach(
  platform: AuditedPlatform,
  actor: Actor,
  id: string,
  recipients: readonly string[],
): Promise<Failures> {
  const give = (names: readonly string[]) =>
    giveGrants(platform, actor, { object: { type: "share", id }, names, role: "use" });
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
