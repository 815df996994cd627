import type { ConversationActions } from "../conversationActions.ts";
import type { StoreCore } from "../storeCore.ts";
import { createAdding } from "./addAll.ts";
import { createBulkActions } from "./bulkActions.ts";
import { createCopying } from "./copying.ts";
import { createMessageActions } from "./messageActions.ts";
import { createSearch } from "./searchEverywhere.ts";

export function createActions(
  core: StoreCore,
  move: (id: string, to: "cloud" | "local") => Promise<void>,
): ConversationActions {
  return {
    ...createBulkActions(core, move),
    ...createCopying(core),
    ...createMessageActions(core),
    ...createAdding(core),
    ...createSearch(core),
  };
}
