import { createStore, type StoreApi } from "zustand/vanilla";
import { writeUserValue } from "../../../lib/userStorage.ts";
import { notifyError, notifySuccess } from "../../../ui/notices/notify.tsx";
import { conversationTexts } from "../conversationTexts.ts";
import type { BulkOutcome } from "../store/conversationActions.ts";
import type { ConversationStore } from "../store/conversationStore.ts";
import { toErrorDetails } from "../toErrorDetails.ts";
import { getMoveLockName } from "./interruptedMove.ts";
import { moveInProgressKey } from "./moveInProgressKey.ts";

/** How far the move of all conversations has come. */
export interface StorageMove {
  to: "cloud" | "local";
  done: number;
  total: number;
  /** Of the conversation that was begun last. */
  name: string;
  isCancelled: boolean;
}

export interface StorageMoves {
  /** Null: nothing is moving. */
  readonly state: StoreApi<StorageMove | null>;
  /** Moves what is not there yet, and says what came of it. It goes on whatever is looked at meanwhile. */
  moveAll(to: "cloud" | "local"): Promise<void>;
  /** Ends it after the conversations that it is at. */
  cancel(): void;
}

const movesByStore = new WeakMap<ConversationStore, StorageMoves>();

/** The moves of one person's conversations in this tab. */
export function getStorageMoves(store: ConversationStore, userId: string): StorageMoves {
  const moves = movesByStore.get(store) ?? createStorageMoves(store, userId);
  movesByStore.set(store, moves);
  return moves;
}

/** `locks`: only one tab moves at a time. */
export function createStorageMoves(
  store: ConversationStore,
  userId: string,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): StorageMoves {
  const state = createStore<StorageMove | null>(() => null);
  let cancellation = new AbortController();

  async function move(to: "cloud" | "local"): Promise<void> {
    if (state.getState()) return;
    cancellation = new AbortController();
    const { signal } = cancellation;
    state.setState({ to, done: 0, total: 0, name: "", isCancelled: false }, true);
    try {
      // What another device has put into the cloud is to come too.
      if (to === "local") await store.sync(signal);
      const lines = (await store.list()).filter(({ isDraft, isLocal }) => !isDraft && isLocal === (to === "cloud"));
      if (lines.length === 0) return;
      writeUserValue(userId, moveInProgressKey, to);
      const names = new Map(lines.map(({ id, name }) => [id, name]));
      const change = (changes: Partial<StorageMove>) => state.setState((now) => now && { ...now, ...changes });
      change({ total: lines.length });
      const outcome = await store.moveMany([...names.keys()], to, {
        signal,
        onStart: (id) => change({ name: names.get(id) ?? "" }),
        onProgress: (done) => change({ done }),
      });
      notifyOutcome(to, outcome, lines.length);
    } catch (error) {
      // It can only have been the list of the cloud: nothing was begun.
      if (!signal.aborted) notifyError(conversationTexts.syncFailed, toErrorDetails(error));
    } finally {
      writeUserValue(userId, moveInProgressKey, null);
      state.setState(null, true);
    }
  }

  return {
    state,
    moveAll: async (to) => {
      if (!locks) return move(to);
      await locks.request(getMoveLockName(userId), { ifAvailable: true }, async (lock) => {
        if (lock) await move(to);
        else if (!state.getState()) notifyError("Another tab is moving the conversations already.");
      });
    },
    cancel() {
      cancellation.abort();
      state.setState((now) => now && { ...now, isCancelled: true });
    },
  };
}

function notifyOutcome(to: "cloud" | "local", { done, failed, isCancelled }: BulkOutcome, total: number): void {
  const { severalMovesToCloudFailed, severalMovesToLocalFailed, movedToCloud, movedToLocal } = conversationTexts;
  const last = failed.at(-1);
  if (last) {
    const names = failed.map(({ name }) => name);
    const text = to === "cloud" ? severalMovesToCloudFailed(names) : severalMovesToLocalFailed(names);
    notifyError(text, toErrorDetails(last.error));
  }
  if (isCancelled)
    notifySuccess(`${done.length} of ${total} conversations were moved. The others are where they were.`);
  else if (!last) notifySuccess(to === "cloud" ? movedToCloud : movedToLocal);
}
