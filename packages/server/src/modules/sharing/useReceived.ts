import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { getOwnerId, visibleTo } from "../access/service.ts";
import { publishBrowserEvent } from "../browserEvents/service.ts";
import { recordReceivedPrompts } from "../prompts/service.ts";
import { findContent, type ReceiptColumn, recordReceipt } from "./repository.ts";

/**
 * Returns the content of a snapshot that the actor may open. Throws `notFound`. From now on the actor's prompts with the
 * ids of the snapshot's prompts are received ones, whatever the actor's programs say.
 */
export async function openReceived(platform: Platform, actor: Actor, id: string): Promise<string> {
  const principalId = actor.principal.id;
  const scope = visibleTo(actor, "share", "open");
  const snapshot = await findContent(platform.db, scope, { id, principalId, now: platform.clock.now() });
  if (snapshot === null) throw new AppError("notFound");
  await recordReceivedPrompts(platform.db, getOwnerId(actor), snapshot.promptIds);
  await noteReceipt(platform, actor, id, "opened_at");
  return snapshot.content;
}

/** Records what the actor has done with a snapshot, and tells its owner and the actor's other browsers. */
export async function noteReceipt(platform: Platform, actor: Actor, id: string, column: ReceiptColumn): Promise<void> {
  const principalId = actor.principal.id;
  const scope = visibleTo(actor, "share", "open");
  const ownerId = await recordReceipt(platform.db, scope, { id, principalId, now: platform.clock.now(), column });
  if (ownerId === null) return;
  // What somebody removes from their own list is not the owner's concern.
  const concerned = column === "removed_at" ? [principalId] : [principalId, ownerId];
  for (const personId of concerned) publishBrowserEvent(platform, personId, { type: "shares" });
}
