/** A permission to have a stream open. */
export interface StreamTicket {
  /** Aborts when the stream must close, because others wait. Its run is then continued with another ticket. */
  readonly signal: AbortSignal;
  release(): void;
}

/**
 * Limits the number of open streams of this browser. Over HTTP/1.1 a browser opens six connections to a server, for all
 * tabs together, and a stream occupies one. The answer that a person sees is always read. The others take turns.
 */
export interface StreamGate {
  /** Waits until a stream of the conversation may open. Resolves to null if `signal` aborts before. */
  enter(conversationId: string, signal: AbortSignal): Promise<StreamTicket | null>;
}

/** Tells which conversation the person sees in this tab. */
export interface Visibility {
  isVisible(conversationId: string): boolean;
  /** Calls `listener` after each change. Returns the function that removes the listener. */
  subscribe(listener: () => void): () => void;
}

/** The streams of answers that nobody sees. Leaves connections for calls and for an answer in each of two windows. */
const slotNames = ["lectern.stream.1", "lectern.stream.2"];
/** How long a stream of an unseen answer stays open while others wait. */
const turnMs = 2_000;

/** Creates the gate of this tab. The slots are Web Locks, so they are shared with the other tabs. */
export function createStreamGate(visibility: Visibility, locks: LockManager | undefined): StreamGate {
  return {
    async enter(conversationId, signal) {
      if (!locks) return { signal: new AbortController().signal, release: () => {} };
      const isVisible = () => visibility.isVisible(conversationId);
      let releaseSlot = isVisible() ? null : await acquireSlot(locks, isVisible, visibility, signal);
      if (signal.aborted) {
        releaseSlot?.();
        return null;
      }
      const controller = new AbortController();
      const timer = setInterval(() => {
        if (isVisible()) {
          releaseSlot?.();
          releaseSlot = null;
        } else if (!releaseSlot)
          controller.abort(); // The person has left: wait for a slot.
        else void hasWaiting(locks).then((isWaitedFor) => isWaitedFor && !isVisible() && controller.abort());
      }, turnMs);
      return {
        signal: controller.signal,
        release: () => {
          clearInterval(timer);
          releaseSlot?.();
        },
      };
    },
  };
}

async function hasWaiting(locks: LockManager): Promise<boolean> {
  const { pending = [] } = await locks.query();
  return pending.some(({ name }) => slotNames.includes(name ?? ""));
}

/**
 * Waits for one of the slots. Resolves to the function that releases it, or to null if the conversation becomes visible
 * or `signal` aborts.
 */
function acquireSlot(
  locks: LockManager,
  isVisible: () => boolean,
  visibility: Visibility,
  signal: AbortSignal,
): Promise<(() => void) | null> {
  const waiting = new AbortController();
  const stopWaiting = () => waiting.abort();
  signal.addEventListener("abort", stopWaiting);
  const unsubscribe = visibility.subscribe(() => isVisible() && stopWaiting());
  const granted = new Promise<(() => void) | null>((resolve) => {
    let isGranted = false;
    const requests = slotNames.map((name) =>
      locks
        .request(name, { signal: waiting.signal }, () => {
          if (isGranted) return undefined; // The other slot came first.
          isGranted = true;
          stopWaiting();
          return new Promise<void>((release) => resolve(release));
        })
        .catch(() => {}),
    );
    void Promise.all(requests).then(() => resolve(null));
  });
  return granted.finally(() => {
    signal.removeEventListener("abort", stopWaiting);
    unsubscribe();
  });
}
