import { plural, t } from "@lingui/core/macro";
import { createStore, type StoreApi } from "zustand/vanilla";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { retryUntilAvailable } from "../../../lib/retryUntilAvailable.ts";
import { writeUserValue } from "../../../lib/userStorage.ts";
import { notifyError, notifySuccess } from "../../../ui/notices/notify.tsx";
import { conversationTexts } from "../conversationTexts.ts";
import type { BulkOutcome } from "../store/conversationActions.ts";
import type { ConversationStore } from "../store/conversationStore.ts";
import { toErrorDetails } from "../toErrorDetails.ts";
import { getMoveLockName } from "./interruptedMove.ts";
import { moveInProgressKey } from "./moveInProgressKey.ts";

/** The progress of moving all conversations. */
export interface StorageMove {
  to: "cloud" | "local";
  done: number;
  total: number;
  /** The name of the conversation whose move started most recently. */
  name: string;
  isCancelled: boolean;
}

export interface StorageMoves {
  /** Null: nothing is moving. */
  readonly state: StoreApi<StorageMove | null>;
  /**
   * Moves every conversation that is not yet at the target, and shows the outcome. Continues while the person works on
   * other pages. Pauses while the browser is offline.
   */
  moveAll(to: "cloud" | "local"): Promise<void>;
  /** Stops after the conversations that are being moved; immediately while the browser is offline. */
  cancel(): void;
}

const movesByStore = new WeakMap<ConversationStore, StorageMoves>();

/** Returns the moves of one person's conversations in this tab: always the same object for a store. */
export function getStorageMoves(store: ConversationStore, userId: string): StorageMoves {
  const moves = movesByStore.get(store) ?? createStorageMoves(store, userId);
  movesByStore.set(store, moves);
  return moves;
}

/** `locks` ensure that only one tab moves conversations at a time. */
export function createStorageMoves(
  store: ConversationStore,
  userId: string,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): StorageMoves {
  const state = createStore<StorageMove | null>(() => null);
  let abortController = new AbortController();

  async function move(to: "cloud" | "local"): Promise<void> {
    if (state.getState()) return;
    abortController = new AbortController();
    const { signal } = abortController;
    state.setState({ to, done: 0, total: 0, name: "", isCancelled: false }, true);
    try {
      // Also move what another device has added to the cloud.
      if (to === "local") await retryUntilAvailable(() => store.sync(signal), { signal });
      const summaries = (await store.list()).filter(({ isDraft, isLocal }) => !isDraft && isLocal === (to === "cloud"));
      if (summaries.length === 0) return;
      writeUserValue(userId, moveInProgressKey, to);
      const namesById = new Map(summaries.map(({ id, name }) => [id, name]));
      const change = (changes: Partial<StorageMove>) => state.setState((now) => now && { ...now, ...changes });
      change({ total: summaries.length });
      const outcome = await store.moveMany([...namesById.keys()], to, {
        signal,
        onStart: (id) => change({ name: namesById.get(id) ?? "" }),
        onProgress: (done) => change({ done }),
      });
      notifyOutcome(to, outcome, summaries.length);
    } catch (error) {
      // Only reading the cloud's list throws, so nothing has been moved.
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
        else if (!state.getState()) notifyError(t`Another tab is already moving your chats.`);
      });
    },
    cancel() {
      abortController.abort();
      state.setState((now) => now && { ...now, isCancelled: true });
    },
  };
}

function notifyOutcome(to: "cloud" | "local", { done, failed, isCancelled }: BulkOutcome, total: number): void {
  const { severalMovesToCloudFailed, severalMovesToLocalFailed, movedToCloud, movedToLocal } = conversationTexts;
  const lastFailure = failed.at(-1);
  if (lastFailure) {
    const names = failed.map(({ name }) => name);
    const text = to === "cloud" ? severalMovesToCloudFailed(names) : severalMovesToLocalFailed(names);
    notifyError(text, toErrorDetails(lastFailure.error));
  }
  const doneCount = formatNumber(done.length);
  if (isCancelled)
    notifySuccess(
      plural(total, {
        one: `${doneCount} of # chat was moved. The others stay where they were.`,
        other: `${doneCount} of # chats were moved. The others stay where they were.`,
      }),
    );
  else if (!lastFailure) notifySuccess(to === "cloud" ? movedToCloud : movedToLocal);
}
