import type { BrowserEvent } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import { allProcesses, maxBodyBytes } from "../../platform/processes/processBus.ts";
import { createPendingEvents, type PendingEvents } from "./pendingEvents.ts";
import { createPersonEvents, type EventReader, type PersonEvents } from "./personEvents.ts";

/** Brings events to the streams of a person in all processes. */
export interface EventHub {
  /** Sends an event soon, once for several about the same object. */
  publish(personId: string, event: BrowserEvent): void;
  /** The same, to the streams of everybody. */
  publishToAll(event: BrowserEvent): void;
  /** The events of a person, which this process stores from now on until it has had no stream for two minutes. */
  getPerson(personId: string): PersonEvents;
  endStreams(): void;
}

/** Time in which events about the same object are joined. */
const joinMs = 50;
/** Prevents proxies from closing a stream, and lets browsers notice a broken connection. */
const heartbeatMs = 15_000;
/** An SSE comment, which clients ignore. */
const heartbeatText = ":\n\n";
/** How long events are stored for a person without a stream: a page is loading, or a stream reconnects. */
const retentionMs = 120_000;

/** Time over which people's browsers are asked to read everything again, so that they do not all do so at once. */
const maxResyncDelayMs = 3_000;

interface StoredPerson {
  events: PersonEvents;
  usedAtMs: number;
}

export const getEventHub = defineServerState(createEventHub);

function createEventHub({ processes, log }: Pick<Platform, "processes" | "log">): EventHub {
  const people = new Map<string, StoredPerson>();
  /** By the id of the person; null for everybody. */
  let pending = new Map<string | null, PendingEvents>();
  let hasLostMessages = false;
  let heartbeatTimer: NodeJS.Timeout | null = null;

  /** `personId`: null for everybody. */
  const deliver = (personId: string | null, events: readonly BrowserEvent[]) => {
    if (personId !== null) people.get(personId)?.events.append(events);
    else if (events.some(({ type }) => type === "resync")) resyncAll();
    else for (const person of people.values()) person.events.append(events);
  };
  const resyncAll = () => {
    for (const personId of people.keys()) {
      setTimeout(() => deliver(personId, [{ type: "resync" }]), Math.random() * maxResyncDelayMs).unref();
    }
  };
  const post = (personId: string | null, events: readonly BrowserEvent[]) => {
    if (!processes.isShared) return;
    for (const body of encodeEvents(events)) {
      processes.post("browserEvents", allProcesses, { head: { personId }, body }).catch((error: unknown) => {
        // After the reconnect, the other processes have their streams read everything again.
        hasLostMessages = true;
        log.warn({ err: error }, "other server processes missed an event for browsers");
      });
    }
  };
  const flush = () => {
    const flushed = pending;
    pending = new Map();
    for (const [personId, events] of flushed) {
      const list = events.list();
      deliver(personId, list);
      post(personId, list);
    }
  };
  const enqueue = (personId: string | null, event: BrowserEvent) => {
    if (pending.size === 0) setTimeout(flush, joinMs).unref();
    const events = pending.get(personId) ?? createPendingEvents();
    pending.set(personId, events);
    events.add(event);
  };

  processes.subscribe("browserEvents", (_from, { head, body }) => {
    const { personId } = head as { personId: string | null }; // authenticated processes send nothing else
    deliver(personId, JSON.parse(Buffer.from(body ?? []).toString()) as BrowserEvent[]);
  });
  processes.onReconnect(() => {
    // This process may have missed messages.
    resyncAll();
    if (hasLostMessages) post(null, [{ type: "resync" }]);
    hasLostMessages = false;
  });

  const beat = () => {
    const nowMs = performance.now();
    for (const [personId, person] of people) {
      for (const reader of person.events.readers) reader.write(heartbeatText);
      if (person.events.readers.size > 0) person.usedAtMs = nowMs;
      else if (nowMs - person.usedAtMs > retentionMs) people.delete(personId);
    }
    if (people.size > 0 || !heartbeatTimer) return;
    clearInterval(heartbeatTimer);
    heartbeatTimer = null;
  };

  return {
    publish(personId, event) {
      if (processes.isShared || people.has(personId)) enqueue(personId, event);
    },
    publishToAll: (event) => enqueue(null, event),
    getPerson(personId) {
      let person = people.get(personId);
      if (!person) {
        person = { events: createPersonEvents(), usedAtMs: 0 };
        people.set(personId, person);
        heartbeatTimer ??= setInterval(beat, heartbeatMs).unref();
      }
      person.usedAtMs = performance.now();
      return person.events;
    },
    endStreams() {
      const readers: EventReader[] = [...people.values()].flatMap(({ events }) => [...events.readers]);
      for (const reader of readers) reader.end();
    },
  };
}

/** Encodes events as JSON arrays that each fit into one message. */
function encodeEvents(events: readonly BrowserEvent[]): Buffer[] {
  const bytes = Buffer.from(JSON.stringify(events));
  if (bytes.length <= maxBodyBytes || events.length === 1) return [bytes];
  const middle = Math.ceil(events.length / 2);
  return [...encodeEvents(events.slice(0, middle)), ...encodeEvents(events.slice(middle))];
}
