import * as z from "zod/mini";
import { createStore, type StoreApi } from "zustand/vanilla";
import { onUserValueChanged, readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { parseStored } from "../parseStored.ts";
import type { ChatRuns } from "../runs/chatRuns.ts";

const RunRecord = z.object({
  requestId: z.string(),
  /** The tab that reads the run. It holds the Web Lock `lectern.tab.{tabId}` while it is open. */
  tabId: z.string(),
});
type Records = Readonly<Record<string, z.infer<typeof RunRecord>>>;

interface RunRecordsOptions {
  userId: string;
  runs: Pick<ChatRuns, "observe">;
  locks: LockManager | undefined;
  /** Continues to read the run of a conversation, which a tab that is closed now has read. */
  resume: (conversationId: string, requestId: string) => Promise<void>;
}

/**
 * Records which conversations are being answered in this browser. When a tab is closed or reloaded, another one, or the
 * reloaded one, resumes its runs, also of conversations that are not open.
 */
export interface RunRecords {
  /** By conversation id. */
  readonly store: Pick<StoreApi<Records>, "getState" | "subscribe" | "getInitialState">;
  /** Follows the runs of this tab and the other tabs until the returned function is called. */
  connect(): () => void;
}

const storageName = "runs";
const StoredRecords = z.record(z.string(), RunRecord);
const toLockName = (tabId: string) => `lectern.tab.${tabId}`;

export function createRunRecords({ userId, runs, locks, resume }: RunRecordsOptions): RunRecords {
  const read = (): Records => parseStored(readUserValue(userId, storageName), StoredRecords) ?? {};
  const store = createStore<Records>(read);
  function write(records: Records): void {
    writeUserValue(userId, storageName, Object.keys(records).length === 0 ? null : JSON.stringify(records));
    store.setState(records, true);
  }
  function remove(conversationId: string, requestId: string): void {
    const { [conversationId]: record, ...otherRecords } = read();
    if (record?.requestId === requestId) write(otherRecords);
  }

  function connect(): () => void {
    const tabId: string = crypto.randomUUID();
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    const watchedTabIds = new Set([tabId]);
    /** The request ids of runs whose end this tab has seen. */
    const endedIds = new Set<string>();

    function takeOver(closedTabId: string): void {
      for (const [conversationId, record] of Object.entries(read())) {
        const { requestId } = record;
        if (record.tabId !== closedTabId) continue;
        write({ ...read(), [conversationId]: { requestId, tabId } });
        // If the run cannot be resumed now, it is when the conversation is opened.
        void resume(conversationId, requestId).catch(() => remove(conversationId, requestId));
      }
    }

    function watchTabs(): void {
      for (const { tabId: otherId } of Object.values(read())) {
        if (watchedTabIds.has(otherId)) continue;
        watchedTabIds.add(otherId);
        if (!locks) takeOver(otherId);
        else locks.request(toLockName(otherId), { signal: controller.signal }, () => takeOver(otherId)).catch(() => {}); // This page is being closed.
      }
    }

    locks?.request(toLockName(tabId), () => closed.promise).catch(() => {});
    /** A tab that writes in the same moment as this one may write back a record that this one has removed. */
    function removeEnded(): void {
      const records = Object.entries(read());
      const activeRecords = records.filter(([, { requestId }]) => !endedIds.has(requestId));
      if (activeRecords.length < records.length) write(Object.fromEntries(activeRecords));
    }

    const stopListening = onUserValueChanged(userId, storageName, () => {
      store.setState(read(), true);
      removeEnded();
      watchTabs();
    });
    const stopObserving = runs.observe({
      onStart(conversationId, requestId) {
        const records = read();
        // Another tab may read the same run.
        if (records[conversationId]?.requestId !== requestId)
          write({ ...records, [conversationId]: { requestId, tabId } });
      },
      onEnd(conversationId, requestId, outcome) {
        if (outcome === "elsewhere") return;
        endedIds.add(requestId);
        remove(conversationId, requestId);
      },
    });
    watchTabs();
    return () => {
      controller.abort();
      closed.resolve();
      stopListening();
      stopObserving();
    };
  }
  return { store, connect };
}
