import type { ConversationActions } from "../store/conversationActions.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { createAdding } from "./addAll.ts";
import { createBulkActions } from "./bulkActions.ts";
import { createCopying } from "./copying.ts";
import { createMessageActions } from "./messageActions.ts";
import { createMove, type Move } from "./moving.ts";
import { createSearch } from "./searchEverywhere.ts";

/** What is done with conversations beside taking part in them. */
export function createActions(core: StoreCore): ConversationActions & { moveHeld: Move } {
  const moveHeld = createMove(core);
  const move: Move = (id, to) => core.whileQuiet(id, () => moveHeld(id, to));
  return {
    moveHeld,
    ...createBulkActions(core, move),
    ...createCopying(core),
    ...createMessageActions(core),
    ...createAdding(core),
    ...createSearch(core),
  };
}
