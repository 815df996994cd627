import { findDraft } from "./newConversation.ts";
import { readStorageLocation } from "./readStorageLocation.ts";
import type { ConversationStore } from "./store/conversationStore.ts";

/** The last move of each store's draft. They run one after the other. */
const lastMoves = new WeakMap<ConversationStore, Promise<void>>();

/**
 * Moves the draft to the location of new conversations, which may have changed on another device. If that fails, the
 * draft stays where it is, as its storage toggle says.
 */
export function moveDraft(store: ConversationStore, userId: string): Promise<void> {
  const move = (lastMoves.get(store) ?? Promise.resolve()).then(() => moveDraftNow(store, userId));
  lastMoves.set(store, move);
  return move;
}

async function moveDraftNow(store: ConversationStore, userId: string): Promise<void> {
  try {
    const location = await readStorageLocation(store, userId);
    const draft = findDraft(await store.list());
    if (draft && draft.isLocal !== (location === "local")) await store.move(draft.id, location);
  } catch (error) {
    console.warn("The empty chat could not be moved.", error instanceof Error ? error.message : null);
  }
}
