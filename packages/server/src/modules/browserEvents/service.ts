import type { BrowserEvent } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { getEventHub } from "./eventHub.ts";
import type { EventReader } from "./personEvents.ts";

export type { EventReader } from "./personEvents.ts";

/** What publishing an event needs. */
export type EventPlatform = Pick<Platform, "state" | "processes" | "log">;

/** Streams of one person in one process. Each browser has one. */
const maxStreams = 20;

/**
 * Tells the browsers of a person that something has changed. Call it after the commit. Returns at once and never throws;
 * the event leaves within 50 ms. Costs nothing if no browser of the person can receive it.
 */
export function publishBrowserEvent(platform: EventPlatform, personId: string, event: BrowserEvent): void {
  getEventHub(platform).publish(personId, event);
}

/** Tells the browsers of everybody that something has changed. */
export function publishToAllBrowsers(platform: EventPlatform, event: BrowserEvent): void {
  getEventHub(platform).publishToAll(event);
}

/** Returns the position in a person's events from which a stream can continue; see `SessionResponse.lastEventId`. */
export function getEventPosition(platform: EventPlatform, personId: string): string {
  return getEventHub(platform).getPerson(personId).getPosition();
}

/** Throws `rateLimited` if the person has too many streams. */
export function assertStreamAllowed(platform: EventPlatform, personId: string): void {
  if (getEventHub(platform).getPerson(personId).readers.size < maxStreams) return;
  throw new AppError("rateLimited", {
    userMessage: "Lectern is open in too many browsers at once.",
    headers: { "retry-after": "60" },
  });
}

/** Starts to send a person's events, as `PersonEvents.open`. Returns the function that stops this. */
export function openEventStream(
  platform: EventPlatform,
  personId: string,
  lastEventId: string | null,
  reader: EventReader,
): () => void {
  return getEventHub(platform).getPerson(personId).open(lastEventId, reader);
}
