import type { Platform } from "../../core/context.ts";
import { deleteInPortions } from "../../core/deleteInPortions.ts";
import { getOwnerIdOfRow } from "../access/service.ts";
import { deleteSomeConversations } from "./repository.ts";

/** A conversation has up to several thousand messages, and a statement may take a minute. */
const conversationsPerPortion = 20;

/** Deletes all conversations of an erased person. */
export async function eraseConversations({ db }: Platform, personId: string): Promise<boolean> {
  const ownerId = getOwnerIdOfRow({ owner_id: personId });
  await deleteInPortions(() => deleteSomeConversations(db, ownerId, conversationsPerPortion));
  return true;
}
