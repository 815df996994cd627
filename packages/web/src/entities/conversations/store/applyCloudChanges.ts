import type { BrowserEventOf, Conversation } from "@lectern/contract";
import { isInCloud, toStub } from "../storedSummary.ts";
import { findInCloud } from "./cloudConversations.ts";
import type { StoreCore } from "./storeCore.ts";

/** What the server has told about one cloud conversation, in this order. */
export interface CloudChange {
  id: string;
  events: readonly BrowserEventOf<"conversation">[];
  /** The answers that it has started or ended meanwhile. */
  runs: readonly BrowserEventOf<"run">[];
}

/**
 * Applies changes that another tab, another device or the server has made to a conversation in the cloud. Reads again
 * only what this tab shows and does not know. `isReader`: this tab also updates the stored line of the list, for all
 * tabs. Throws CallError.
 */
export async function applyCloudChange(core: StoreCore, change: CloudChange, isReader: boolean): Promise<void> {
  const { localConversations, conversationCache, withMutex } = core;
  const { id, events, runs } = change;
  await withMutex(id, async () => {
    const summary = await localConversations.findSummary(id);
    // It is stored in this browser, or waits for the confirmation of its first turn.
    if (summary && !summary.isStub) return;
    let copy = conversationCache.find(id);
    let isCopyOutdated = false;
    let isSummaryOutdated = false;
    if (events.at(-1)?.change === "deleted") {
      if (!summary && !copy) return;
      // If the deletion is undone, the revisions begin again: no copy may pass for a newer one.
      if (!(await core.recover(id))) conversationCache.remove(id);
      conversationCache.invalidate(id);
      return;
    }
    for (const event of events) {
      // It was undone.
      if (event.change === "deleted") {
        conversationCache.restartRevisions(id);
        copy = null;
        isCopyOutdated = true;
        isSummaryOutdated = true;
        continue;
      }
      const { revision } = event;
      if (copy && isInCloud(copy) && revision !== undefined) {
        if (copy.revision >= revision) continue;
        // Between other revisions there was a change whose event the server has joined with this one.
        if (containsRevisions(copy, revision, runs)) {
          copy = { ...copy, revision };
          conversationCache.set(copy);
          continue;
        }
        // The line is read again below, so the copy contains this change then, but no earlier one that it lacks.
        if (event.change === "summary" && containsRevisions(copy, revision - 1, runs)) copy = { ...copy, revision };
        else isCopyOutdated = true;
      }
      isSummaryOutdated = true;
      if (event.change === "saved") isCopyOutdated = true;
    }
    if (isCopyOutdated) conversationCache.invalidate(id);
    const revision = events.at(-1)?.revision ?? null;
    if (isSummaryOutdated && (isReader || (copy && !isCopyOutdated)))
      await updateSummary(core, id, { revision, isCopyOutdated, isReader });
  });
}

interface SummaryUpdate {
  /** The revision that has the summary; null: unknown. */
  revision: number | null;
  /** True if the copy of this tab is being read as a whole. */
  isCopyOutdated: boolean;
  isReader: boolean;
}

async function updateSummary(
  core: StoreCore,
  id: string,
  { revision, isCopyOutdated, isReader }: SummaryUpdate,
): Promise<void> {
  const { localConversations, conversationCache } = core;
  const summary = await findInCloud(id);
  if (!summary) {
    await core.recover(id);
    return;
  }
  const copy = conversationCache.find(id);
  if (copy && isInCloud(copy) && !isCopyOutdated)
    conversationCache.set({ ...copy, ...summary, isLocal: false, revision: revision ?? copy.revision });
  else conversationCache.setSummary(toStub(summary));
  if (!isReader) return;
  await localConversations.putStub(summary).catch(() => {}); // The next sync restores the stub.
  core.notifyTabs([], true);
}

/** True if all revisions after the copy's up to this one are of runs that the copy contains. */
function containsRevisions(
  copy: Conversation & { revision: number },
  revision: number,
  runs: readonly BrowserEventOf<"run">[],
): boolean {
  const ownRevisions = new Set(runs.filter((run) => containsRun(copy, run)).map((run) => run.revision));
  for (let next = copy.revision + 1; next <= revision; next += 1) if (!ownRevisions.has(next)) return false;
  return true;
}

/** True if the copy contains what the run has written so far. */
function containsRun({ messages }: Conversation, { requestId, state }: BrowserEventOf<"run">): boolean {
  const answer = messages.findLast(({ data }) => data.run?.requestId === requestId);
  return answer !== undefined && (state === "started" || answer.data.end !== undefined);
}
