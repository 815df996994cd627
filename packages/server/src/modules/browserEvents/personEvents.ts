import { randomBytes } from "node:crypto";
import type { BrowserEvent } from "@lectern/contract";

/** An open stream of one browser. */
export interface EventReader {
  /** Sends text of complete server-sent events. */
  write(text: string): void;
  /** Ends the stream; the browser opens another one. */
  end(): void;
}

/** The events of one person in this process, and the streams that receive them. */
export interface PersonEvents {
  readonly readers: ReadonlySet<EventReader>;
  /** The id of the last event. A stream that continues after it receives all later events. */
  getPosition(): string;
  append(events: readonly BrowserEvent[]): void;
  /**
   * Adds a stream and sends it the events after `lastEventId`, or `resync` if this process does not have them all. Null
   * asks for later events only. Returns the function that removes the stream.
   */
  open(lastEventId: string | null, reader: EventReader): () => void;
}

/** The events that are stored for streams that reconnect. */
const maxStoredEvents = 100;

export function createPersonEvents(): PersonEvents {
  // Positions of another process, or of this one before it forgot the person, have another epoch.
  const epoch = randomBytes(6).toString("base64url");
  const readers = new Set<EventReader>();
  const storedTexts: string[] = [];
  let sequence = 0;

  const toPosition = (number: number) => `${epoch}.${number}`;
  /** Returns the text of the events after a position; null if some of them are unknown. */
  const readAfter = (position: string): string | null => {
    const [positionEpoch, number = ""] = position.split(".");
    const missedCount = sequence - Number(number);
    if (positionEpoch !== epoch || !/^\d{1,15}$/.test(number)) return null;
    if (missedCount < 0 || missedCount > storedTexts.length) return null;
    return storedTexts.slice(storedTexts.length - missedCount).join("");
  };

  return {
    readers,
    getPosition: () => toPosition(sequence),
    append(events) {
      const texts = events.map((event) => {
        sequence += 1;
        return formatEvent(toPosition(sequence), event);
      });
      storedTexts.push(...texts);
      storedTexts.splice(0, Math.max(0, storedTexts.length - maxStoredEvents));
      for (const reader of readers) reader.write(texts.join(""));
    },
    open(lastEventId, reader) {
      readers.add(reader);
      const position = toPosition(sequence);
      const missed = lastEventId === null ? "" : readAfter(lastEventId);
      if (missed) reader.write(missed);
      else reader.write(formatEvent(position, { type: missed === null ? "resync" : "opened" }));
      return () => readers.delete(reader);
    },
  };
}

function formatEvent(id: string, event: BrowserEvent): string {
  return `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
}
