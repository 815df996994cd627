import { randomUUID } from "node:crypto";
import type { Actor } from "../../../core/context.ts";
import { deriveId } from "../../../core/deriveId.ts";
import type { DbTransaction } from "../../../platform/db/database.ts";
import { groupAssistantPrefix } from "../groupAssistants.ts";
import { findExistence } from "./repository.ts";

interface NewAssistant {
  ownerId: string;
  isOfGroup: boolean;
  draftId: string | undefined;
}

/**
 * Returns the id of a new assistant. With a draft, it is derived from the draft, the actor and the owner, so that nobody
 * reaches what others have created; `isCreated` is true if the actor has already created the assistant.
 */
export async function chooseAssistantId(
  tx: DbTransaction,
  actor: Actor,
  { ownerId, isOfGroup, draftId }: NewAssistant,
): Promise<{ assistantId: string; isCreated: boolean }> {
  const prefix = isOfGroup ? groupAssistantPrefix : "astp";
  const random = { assistantId: `${prefix}/${randomUUID()}`, isCreated: false };
  if (draftId === undefined) return random;
  const assistantId = `${prefix}/${deriveId("assistant", actor.principal.id, ownerId, draftId.toLowerCase())}`;
  const existence = await findExistence(tx, assistantId);
  return existence === "deleted" ? random : { assistantId, isCreated: existence === "exists" };
}
