import { type Answer, applyChatEvent, type ChatEvent, emptyAnswer, type ToolStep } from "@lectern/contract";
import type { RunHooks } from "../../core/run/run.ts";
import type { OverlapFilter } from "./partial/overlapFilter.ts";

/** Sends the events of an answer to its readers and builds the answer from them. */
export interface RunEmitter {
  /** Returns a new object after each event. */
  getAnswer(): Answer;
  /**
   * The answer as it must be stored if the process ended now: with the last word of the earlier run until another text is
   * in its place. Returns the same object until the next event.
   */
  getStoredAnswer(): Answer;
  emit(event: ChatEvent): void;
  emitStep(step: ToolStep): void;
  /** Emits what an earlier run has written of the answer. No step sees these events. The next text is joined to them. */
  replay(events: readonly ChatEvent[], overlapFilter: OverlapFilter | null): void;
  /** Emits the end event, or what a step adds after the text. No step sees it. */
  append(event: ChatEvent): void;
  /**
   * Holds these events back until the first event, because an earlier failure can become an HTTP status, but no longer than
   * `maxHoldMs`: then people see what was found while a slow model is silent.
   */
  holdBack(events: readonly ChatEvent[]): void;
  /** Tells the steps that no more text follows. `isWhole`: the model has written all that it wanted to write. */
  endText(isWhole: boolean): void;
}

/** Longer than most tries take that fail, see `retryBeforeFirstToken`. */
const maxHoldMs = 3_000;

/** Creates the emitter of a run. `onFirstEvent` is called once, before the first event that the steps see. */
export function createRunEmitter(
  append: (event: ChatEvent) => void,
  hooks: readonly RunHooks[],
  onFirstEvent: () => void,
): RunEmitter {
  const watchers = hooks.filter(({ onEvent }) => onEvent !== undefined);
  let answer = emptyAnswer;
  let heldEvents: readonly ChatEvent[] = [];
  let holdTimer: NodeJS.Timeout | undefined;
  let hasStarted = false;
  let overlapFilter: OverlapFilter | null = null;
  let storedAnswer: { of: Answer; answer: Answer } | null = null;
  const appendEvent = (event: ChatEvent) => {
    answer = applyChatEvent(answer, event);
    append(event);
  };
  const emitToWatchers = (event: ChatEvent) => {
    appendEvent(event);
    for (const watcher of watchers) watcher.onEvent?.(event, appendEvent);
  };
  const releaseHeldEvents = () => {
    clearTimeout(holdTimer);
    const events = heldEvents;
    heldEvents = [];
    for (const event of events) emitToWatchers(event);
  };
  const emit = (event: ChatEvent) => {
    if (!hasStarted) {
      hasStarted = true;
      onFirstEvent();
      releaseHeldEvents();
    }
    for (const joinedEvent of overlapFilter?.read(event) ?? [event]) emitToWatchers(joinedEvent);
  };
  return {
    getAnswer: () => answer,
    getStoredAnswer() {
      const heldWord = overlapFilter?.getHeldWord();
      if (!heldWord) return answer;
      if (storedAnswer?.of !== answer) storedAnswer = { of: answer, answer: applyChatEvent(answer, heldWord) };
      return storedAnswer.answer;
    },
    emit,
    emitStep: (step) => emit({ s: "meta", step }),
    replay(events, nextFilter) {
      overlapFilter = nextFilter;
      for (const event of events) appendEvent(event);
    },
    append: appendEvent,
    holdBack(events) {
      heldEvents = events;
      clearTimeout(holdTimer);
      holdTimer = setTimeout(releaseHeldEvents, maxHoldMs).unref();
    },
    endText(isWhole) {
      clearTimeout(holdTimer);
      for (const event of overlapFilter?.end(isWhole) ?? []) emitToWatchers(event);
      for (const { onTextEnd } of hooks) onTextEnd?.(appendEvent);
    },
  };
}
