import type { ConversationActions } from "../store/conversationActions.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { createAddAction } from "./addAll.ts";
import { createArtifactChanges } from "./artifactActions.ts";
import { createBulkActions } from "./bulkActions.ts";
import { createCopyActions } from "./copyConversation.ts";
import { createSearchAction } from "./createSearchAction.ts";
import { createMessageActions } from "./messageActions.ts";
import { createMove, type Move } from "./moveConversation.ts";

/** Creates the actions on conversations whose code is loaded on first use. */
export function createActions(core: StoreCore): ConversationActions & { moveLocked: Move } {
  const moveLocked = createMove(core);
  return {
    moveLocked,
    ...createBulkActions(core, moveLocked),
    ...createCopyActions(core),
    ...createMessageActions(core),
    ...createArtifactChanges(core),
    ...createAddAction(core),
    ...createSearchAction(core),
  };
}
