import type { createShareLink, OpInput, OpOutput, openShareLink } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { getOwnerId, openByLink } from "../access/service.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { publishBrowserEvent } from "../browserEvents/service.ts";
import { buildSnapshot } from "./buildSnapshot.ts";
import { findLinked } from "./repository.ts";
import { storeSnapshot } from "./storeSnapshot.ts";
import { noteReceipt } from "./useReceived.ts";

/** Stores a snapshot of a conversation for everybody who is signed in and has its id. */
export async function createLink(
  platform: AuditedPlatform,
  actor: Actor,
  { sharedData }: OpInput<typeof createShareLink>,
): Promise<OpOutput<typeof createShareLink>> {
  const ownerId = getOwnerId(actor);
  const {
    leftOut: _leftOut,
    title,
    ...content
  } = await buildSnapshot(platform.db, ownerId, {
    ...sharedData,
    promptIds: [],
    includesFiles: false,
    folderIds: [],
  });
  const snapshot = { ...content, ownerId, note: "", linkTitle: title ?? "" };
  const key = await transaction(platform.db, async (tx) => {
    const id = await storeSnapshot(tx, platform.clock.now(), snapshot);
    const entry = { verb: "createLink", objectType: "share", objectIds: [id] };
    await recordAudit(tx, getAuditSource(platform, actor), entry);
    return id;
  });
  publishBrowserEvent(platform, actor.principal.id, { type: "shares" });
  return { key };
}

/** Returns what a link opens, and counts the actor among those who have opened it. Throws `notFound`. */
export async function openLink(platform: Platform, actor: Actor, id: string): Promise<OpOutput<typeof openShareLink>> {
  const scope = openByLink("share");
  const linked = await findLinked(platform.db, scope, { id, now: platform.clock.now() });
  if (!linked) throw new AppError("notFound");
  await noteReceipt(platform, actor, scope, { id, column: "opened_at" });
  return { item: linked.content, sharedBy: linked.shared_by, sharedAt: linked.created_at.toISOString() };
}
