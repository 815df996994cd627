import type { BrowserEvent, BrowserEventOf, BrowserEventType } from "@lectern/contract";
import { useEffect, useEffectEvent } from "react";
import { createStore } from "zustand/vanilla";
import { connectEventStream } from "./connectEventStream.ts";
import { readEventStream } from "./readEventStream.ts";
import { type PageVisibility, shareEvents } from "./shareEvents.ts";

/** `isReader`: true in one tab of the browser only, for work that one tab does for all. */
export type BrowserEventListener<Type extends BrowserEventType> = (
  event: BrowserEventOf<Type>,
  isReader: boolean,
) => void;

const live = createStore(() => false);
const listeners = new Map<BrowserEventType, Set<(event: never, isReader: boolean) => void>>();

/** True while events arrive. Otherwise poll slowly. */
export const areBrowserEventsLive = (): boolean => live.getState();

/** Calls `listener` for each event of a type. Returns the unsubscribe function. */
export function onBrowserEvent<Type extends BrowserEventType>(
  type: Type,
  listener: BrowserEventListener<Type>,
): () => void {
  const all = listeners.get(type) ?? new Set();
  listeners.set(type, all.add(listener));
  return () => void all.delete(listener);
}

/** Calls `handle` for each event of a type while the component is mounted. */
export function useBrowserEvent<Type extends BrowserEventType>(type: Type, handle: BrowserEventListener<Type>): void {
  const onEvent = useEffectEvent(handle);
  useEffect(() => onBrowserEvent(type, (event, isReader) => onEvent(event, isReader)), [type]);
}

/** Calls the listeners of an event. Exported for tests. */
export function dispatchBrowserEvent(event: BrowserEvent, isReader: boolean): void {
  for (const listener of listeners.get(event.type) ?? []) {
    (listener as (event: BrowserEvent, isReader: boolean) => void)(event, isReader); // registered for this type
  }
}

interface EventSourceOptions {
  userId: string;
  /** The position from which this page has read what it shows. */
  lastEventId: string | null;
  /** Called when the server rejects the session. */
  onSignedOut: () => void;
}

/** Receives a person's events until the returned function is called. */
export function startBrowserEvents({ userId, lastEventId, onSignedOut }: EventSourceOptions): () => void {
  const stop = shareEvents({
    userId,
    lastEventId,
    startedAtMs: performance.timeOrigin,
    connect: (options) =>
      connectEventStream({ ...options, onSignedOut, read: (...stream) => readEventStream(userId, ...stream) }),
    onEvent: dispatchBrowserEvent,
    onLive: (isLive) => live.setState(isLive, true),
    locks: navigator.locks,
    createChannel: typeof BroadcastChannel === "undefined" ? undefined : (name) => new BroadcastChannel(name),
    page,
  });
  return () => {
    stop();
    live.setState(false, true);
  };
}

const page: PageVisibility = {
  isVisible: () => document.visibilityState === "visible",
  onChange(listener) {
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  },
};
