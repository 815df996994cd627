/** Says which tab does what follows an answer: the one that holds the Web Lock `conversation:{id}`. */
export interface TurnLock {
  readonly isHeld: boolean;
  /**
   * Runs `work` while the lock is held, waiting for it where another tab has it. `wasHeld`: it was ours before; else the other
   * tab has done what follows the answer by the time `work` runs.
   */
  settle(work: (wasHeld: boolean) => Promise<void>): Promise<void>;
  release(): void;
}

/** Asks for the lock and keeps it, from when it is had, until `release`. Where the browser has no locks, it is always held. */
export function takeTurnLock(conversationId: string, locks: LockManager | undefined): TurnLock {
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
    // A document that is going away gets no lock; it must not hang on that.
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
