import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { type Scope, visibleTo } from "../access/service.ts";
import { publishBrowserEvent } from "../browserEvents/service.ts";
import { findContent, type ReceiptColumn, recordReceipt } from "./repository.ts";

/** Returns the content of a snapshot that the actor may open. Throws `notFound`. */
export async function openReceived(platform: Platform, actor: Actor, id: string): Promise<string> {
  const principalId = actor.principal.id;
  const scope = visibleTo(actor, "share", "open");
  const content = await findContent(platform.db, scope, { id, principalId, now: platform.clock.now() });
  if (content === null) throw new AppError("notFound");
  await noteReceipt(platform, actor, scope, { id, column: "opened_at" });
  return content;
}

/** Records what the actor has done with a received snapshot; see `noteReceipt`. */
export const noteReceived = (platform: Platform, actor: Actor, id: string, column: ReceiptColumn): Promise<void> =>
  noteReceipt(platform, actor, visibleTo(actor, "share", "open"), { id, column });

/** Records what the actor has done with a snapshot in the scope, and tells its owner and the actor's other browsers. */
export async function noteReceipt(
  platform: Platform,
  actor: Actor,
  scope: Scope<"share">,
  { id, column }: { id: string; column: ReceiptColumn },
): Promise<void> {
  const principalId = actor.principal.id;
  const ownerId = await recordReceipt(platform.db, scope, { id, principalId, now: platform.clock.now(), column });
  if (ownerId === null) return;
  // What somebody removes from their own list is not the owner's concern.
  const concerned = column === "removed_at" ? [principalId] : [principalId, ownerId];
  for (const personId of concerned) publishBrowserEvent(platform, personId, { type: "shares" });
}
