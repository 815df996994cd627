import { deriveCopyId, type OpOutput, type receiveSharedFiles } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { getOwnerId, getOwnerIdOfRow, type Scope, visibleTo } from "../access/service.ts";
import { publishBrowserEvent } from "../browserEvents/service.ts";
import { findOwnFiles, receiveFiles } from "../files/service.ts";
import { recordReceivedPrompts } from "../prompts/service.ts";
import {
  findReceivedSnapshot,
  hasReceivedSnapshot,
  type ReceiptColumn,
  type ReceivedSnapshot,
  recordReceipt,
} from "./repository.ts";

/**
 * Returns the content of a snapshot that the actor may open. Throws `notFound`. From now on the actor's prompts with the
 * ids of the snapshot's prompts, or of their copies, are received ones, whatever the actor's programs say.
 */
export async function openReceived(platform: Platform, actor: Actor, id: string): Promise<string> {
  const snapshot = await getReceived(platform, actor, id);
  const copyIds = await Promise.all(snapshot.promptIds.map((promptId) => deriveCopyId(id, promptId)));
  await recordReceivedPrompts(platform.db, getOwnerId(actor), [...snapshot.promptIds, ...copyIds]);
  await noteReceived(platform, actor, id, "opened_at");
  return snapshot.content;
}

/** Copies the files of a snapshot that the actor may open to the actor, by their indexes. Throws `notFound` and `tooLarge`. */
export async function receiveSnapshotFiles(
  platform: Platform,
  actor: Actor,
  id: string,
): Promise<OpOutput<typeof receiveSharedFiles>["files"]> {
  const { owner_id, fileIds } = await getReceived(platform, actor, id);
  const sentFiles = await findOwnFiles(platform, getOwnerIdOfRow({ owner_id }), fileIds);
  const files = await receiveFiles(platform, actor, sentFiles);
  return fileIds.flatMap((fileId, index) => {
    const file = files.get(fileId);
    return file ? [{ index, ...file }] : [];
  });
}

async function getReceived(platform: Platform, actor: Actor, id: string): Promise<ReceivedSnapshot> {
  const scope = visibleTo(actor, "share", "open");
  const recipient = { id, principalId: actor.principal.id, now: platform.clock.now() };
  const snapshot = await findReceivedSnapshot(platform.db, scope, recipient);
  if (snapshot === null) throw new AppError("notFound");
  return snapshot;
}

/** Records that the actor imports a snapshot. Throws `notFound` if it is no longer shared with them. */
export async function noteImport(platform: Platform, actor: Actor, id: string): Promise<void> {
  const scope = visibleTo(actor, "share", "open");
  const recipient = { id, principalId: actor.principal.id, now: platform.clock.now() };
  if (!(await hasReceivedSnapshot(platform.db, scope, recipient))) throw new AppError("notFound");
  await noteReceived(platform, actor, id, "imported_at");
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
