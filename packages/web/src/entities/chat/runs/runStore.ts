import { type Answer, applyChatEvent, emptyAnswer } from "@lectern/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import { onNextFrame } from "../../../lib/onNextFrame.ts";

/** `sending`: nothing has come yet (the loading flag). `stopping`: asked to stop, waiting for the end. */
export type RunPhase = "sending" | "streaming" | "reconnecting" | "stopping";

/** An answer that is being written. While it is here, its conversation is streaming. */
export interface Run {
  readonly requestId: string;
  readonly replyId: string;
  readonly phase: RunPhase;
  readonly answer: Answer;
}

export interface RunState {
  /** By conversation id. */
  readonly runs: Readonly<Record<string, Run>>;
  /** Request ids of runs that the server no longer knows although no end of theirs was seen. */
  readonly lostRequestIds: ReadonlySet<string>;
}

/**
 * The answers that are being written, outside React. Events are taken in at once, listeners are told at most once a frame;
 * in a hidden tab, where no frames are drawn, a timer takes their place.
 */
export interface RunStore extends Pick<StoreApi<RunState>, "getState" | "subscribe" | "getInitialState"> {
  begin(conversationId: string, run: Omit<Run, "phase" | "answer"> & Partial<Run>): void;
  setPhase(conversationId: string, phase: RunPhase): void;
  applyEvent(conversationId: string, event: unknown): void;
  /** Forgets what came: the run is read again from its start. */
  restart(conversationId: string): void;
  /** The answer with every event that has come, told to listeners or not. */
  answerOf(conversationId: string): Answer;
  end(conversationId: string): void;
  markLost(requestId: string): void;
}

export function createRunStore(requestFlush: (flush: () => void) => void = onNextFrame): RunStore {
  const store = createStore<RunState>(() => ({ runs: {}, lostRequestIds: new Set() }));
  /** Answers that are ahead of what listeners know. */
  const ahead = new Map<string, Answer>();
  let isFlushRequested = false;

  const answerOf = (id: string) => ahead.get(id) ?? store.getState().runs[id]?.answer ?? emptyAnswer;

  function change(id: string, changes: Partial<Run>): void {
    const { runs } = store.getState();
    const run = runs[id];
    if (run) store.setState({ runs: { ...runs, [id]: { ...run, ...changes } } });
  }

  function flush(): void {
    isFlushRequested = false;
    const runs = { ...store.getState().runs };
    for (const [id, answer] of ahead) {
      const run = runs[id];
      if (run) runs[id] = { ...run, answer };
    }
    ahead.clear();
    store.setState({ runs });
  }

  function setAhead(id: string, answer: Answer): void {
    if (!store.getState().runs[id]) return;
    ahead.set(id, answer);
    if (isFlushRequested) return;
    isFlushRequested = true;
    requestFlush(flush);
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    begin: (id, run) => {
      ahead.delete(id);
      const { runs } = store.getState();
      store.setState({ runs: { ...runs, [id]: { phase: "sending", answer: emptyAnswer, ...run } } });
    },
    setPhase: (id, phase) => change(id, { phase }),
    applyEvent: (id, event) => setAhead(id, applyChatEvent(answerOf(id), event)),
    restart: (id) => setAhead(id, emptyAnswer),
    answerOf,
    end: (id) => {
      ahead.delete(id);
      const { [id]: _, ...runs } = store.getState().runs;
      store.setState({ runs });
    },
    markLost: (requestId) => {
      store.setState({ lostRequestIds: new Set([...store.getState().lostRequestIds, requestId]) });
    },
  };
}
