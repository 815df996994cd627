import { type Answer, applyChatEvent, emptyAnswer } from "@lectern/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import { onNextFrame } from "../../../lib/onNextFrame.ts";

/** `sending`: nothing has arrived yet. `stopping`: waiting for the end after a request to stop. */
export type RunPhase = "sending" | "streaming" | "reconnecting" | "stopping";

/** An answer that is being written. A conversation is streaming while the store has a run for it. */
export interface Run {
  readonly requestId: string;
  readonly replyId: string;
  readonly phase: RunPhase;
  readonly answer: Answer;
}

export interface RunState {
  /** By conversation id. */
  readonly runs: Readonly<Record<string, Run>>;
  /** The request ids of runs that the server no longer has, and whose end was not received. */
  readonly lostRequestIds: ReadonlySet<string>;
}

/**
 * The answers that are being written, outside React. Events are applied immediately. Listeners are notified of them at
 * most once a frame, or by a timer in a hidden tab, which draws no frames.
 */
export interface RunStore extends Pick<StoreApi<RunState>, "getState" | "subscribe" | "getInitialState"> {
  begin(conversationId: string, run: Omit<Run, "phase" | "answer"> & Partial<Run>): void;
  setPhase(conversationId: string, phase: RunPhase): void;
  applyEvent(conversationId: string, event: unknown): void;
  /** Discards the answer so far, before its run is read again from the start. */
  restart(conversationId: string): void;
  /** Returns the answer with every event received, including those that listeners have not been notified of. */
  getAnswer(conversationId: string): Answer;
  end(conversationId: string): void;
  markLost(requestId: string): void;
}

export function createRunStore(requestFlush: (flush: () => void) => void = onNextFrame): RunStore {
  const store = createStore<RunState>(() => ({ runs: {}, lostRequestIds: new Set() }));
  /** Answers with events that listeners have not been notified of. */
  const pendingAnswers = new Map<string, Answer>();
  let isFlushRequested = false;

  const getAnswer = (id: string) => pendingAnswers.get(id) ?? store.getState().runs[id]?.answer ?? emptyAnswer;

  function change(id: string, changes: Partial<Run>): void {
    const { runs } = store.getState();
    const run = runs[id];
    if (run) store.setState({ runs: { ...runs, [id]: { ...run, ...changes } } });
  }

  function flush(): void {
    isFlushRequested = false;
    const runs = { ...store.getState().runs };
    for (const [id, answer] of pendingAnswers) {
      const run = runs[id];
      if (run) runs[id] = { ...run, answer };
    }
    pendingAnswers.clear();
    store.setState({ runs });
  }

  function queueAnswer(id: string, answer: Answer): void {
    if (!store.getState().runs[id]) return;
    pendingAnswers.set(id, answer);
    if (isFlushRequested) return;
    isFlushRequested = true;
    requestFlush(flush);
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    begin: (id, run) => {
      pendingAnswers.delete(id);
      const { runs } = store.getState();
      store.setState({ runs: { ...runs, [id]: { phase: "sending", answer: emptyAnswer, ...run } } });
    },
    setPhase: (id, phase) => change(id, { phase }),
    applyEvent: (id, event) => queueAnswer(id, applyChatEvent(getAnswer(id), event)),
    restart: (id) => queueAnswer(id, emptyAnswer),
    getAnswer,
    end: (id) => {
      pendingAnswers.delete(id);
      const { [id]: _, ...runs } = store.getState().runs;
      store.setState({ runs });
    },
    markLost: (requestId) => {
      store.setState({ lostRequestIds: new Set([...store.getState().lostRequestIds, requestId]) });
    },
  };
}
