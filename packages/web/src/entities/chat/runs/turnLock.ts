/** Decides which tab saves an answer: the one that holds the Web Lock `conversation:{id}`. */
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
  const name = `conversation:${conversationId}`;
  const decided = Promise.withResolvers<void>();
  const granted = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isHeld = false;

  const hold = (): Promise<void> => {
    isHeld = true;
    decided.resolve();
    granted.resolve();
    return released.promise;
  };
  const proceedWithout = () => {
    // A page that is being unloaded cannot get the lock and must not wait for it.
    decided.resolve();
    granted.resolve();
  };
  locks
    .request(name, { ifAvailable: true }, (lock) => {
      if (lock) return hold();
      decided.resolve();
      locks.request(name, hold).catch(proceedWithout);
      return undefined;
    })
    .catch(proceedWithout);

  return {
    get isHeld() {
      return isHeld;
    },
    settle: async (work) => {
      await decided.promise;
      const wasHeld = isHeld;
      await granted.promise;
      await work(wasHeld);
    },
    release: () => {
      released.resolve();
    },
  };
}
