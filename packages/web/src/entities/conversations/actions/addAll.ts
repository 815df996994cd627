import type { Conversation } from "@lectern/contract";
import { listCloudConversations } from "../store/cloudConversations.ts";
import type { AddOutcome, BulkOptions, ConversationActions } from "../store/conversationActions.ts";
import { StorageFullError } from "../store/reportFullStorage.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { asLocal, toStoredSummary } from "../storedSummary.ts";

/** The maximum number of conversations written in one transaction. */
const batchSize = 20;

export function createAddAction({ local, cached, notifyTabs }: StoreCore): Pick<ConversationActions, "prepareAdding"> {
  return {
    async prepareAdding(signal) {
      // Another device may have added conversations since the last sync. If the cloud cannot be reached, rely on the
      // stored summaries.
      const inCloud = new Set((await listCloudConversations(signal).catch(() => [])).map(({ id }) => id));
      return (conversations, work) => addAll(conversations, inCloud, work);
    },
  };

  async function addAll(
    conversations: readonly Conversation[],
    inCloud: ReadonlySet<string>,
    { onProgress, signal }: BulkOptions = {},
  ): Promise<AddOutcome> {
    const outcome = { added: [] as string[], known: [] as string[], isFull: false };
    for (let from = 0; from < conversations.length && !signal?.aborted; from += batchSize) {
      const step = conversations.slice(from, from + batchSize);
      const ids = await local.add(step.filter(({ id }) => !inCloud.has(id)).map(asLocal)).catch((error: unknown) => {
        if (error instanceof StorageFullError) return null;
        throw error;
      });
      if (ids === null) return { ...outcome, isFull: true };
      showInList(step, new Set(ids));
      outcome.added.push(...ids);
      outcome.known.push(...withoutFirstOccurrences(step, ids));
      onProgress?.(outcome.added.length + outcome.known.length, conversations.length);
    }
    return outcome;
  }

  function showInList(step: readonly Conversation[], added: ReadonlySet<string>): void {
    const lines = step.filter(({ id }) => added.has(id)).map((each) => toStoredSummary(asLocal(each)));
    cached.changeAll(lines, (copy) => copy);
    notifyTabs([...added], true);
  }
}

/** Returns the ids of `step` without the first occurrence of each added id: a file may contain a conversation twice. */
function withoutFirstOccurrences(step: readonly Conversation[], added: readonly string[]): string[] {
  const remainingIds = new Set(added);
  return step.flatMap(({ id }) => (remainingIds.delete(id) ? [] : [id]));
}
