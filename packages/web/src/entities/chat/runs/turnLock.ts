import { getChangeLockName, getTurnLockName } from "../../conversations/conversationLocks.ts";

/** Decides which tab saves an answer: the one that holds the turn lock. */
export interface TurnLock {
  readonly isHeld: boolean;
  /**
   * Waits until this tab holds the lock, then runs `work`. `wasHeld`: this tab already held the lock before the call.
   * If it did not, another tab has saved the answer by the time `work` runs.
   */
  settle(work: (wasHeld: boolean) => Promise<void>): Promise<void>;
  release(): void;
}

/** Requests the lock and holds it until `release`. In a browser without Web Locks the lock is always held. */
export function acquireTurnLock(conversationId: string, locks: LockManager | undefined): TurnLock {
  if (!locks) return { isHeld: true, settle: (work) => work(true), release: () => {} };
  const name = getTurnLockName(conversationId);
  const deferredDecision = Promise.withResolvers<void>();
  const deferredGrant = Promise.withResolvers<void>();
  const deferredRelease = Promise.withResolvers<void>();
  let isHeld = false;

  const onAcquired = (): Promise<void> => {
    isHeld = true;
    deferredDecision.resolve();
    deferredGrant.resolve();
    return deferredRelease.promise;
  };
  const proceedWithoutLock = () => {
    // A page that is being unloaded cannot get the lock and must not wait for it.
    deferredDecision.resolve();
    deferredGrant.resolve();
  };
  const requestLock = () => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock) return onAcquired();
        deferredDecision.resolve();
        locks.request(name, onAcquired).catch(proceedWithoutLock);
        return undefined;
      })
      .catch(proceedWithoutLock);
    return deferredDecision.promise;
  };
  // A tab that only changes the conversation, such as its place, does not save the answer.
  locks.request(getChangeLockName(conversationId), { mode: "shared" }, requestLock).catch(proceedWithoutLock);

  return {
    get isHeld() {
      return isHeld;
    },
    settle: async (work) => {
      await deferredDecision.promise;
      const wasHeld = isHeld;
      await deferredGrant.promise;
      await work(wasHeld);
    },
    release: () => {
      deferredRelease.resolve();
    },
  };
}
