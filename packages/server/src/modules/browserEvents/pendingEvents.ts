import type { BrowserEvent } from "@lectern/contract";

/** Events that were published and have not left yet. */
export interface PendingEvents {
  /** An event replaces an earlier one of the same kind about the same object. */
  add(event: BrowserEvent): void;
  list(): BrowserEvent[];
}

/** With more events at once, reading everything again is cheaper. */
const maxPendingEvents = 50;

export function createPendingEvents(): PendingEvents {
  const events = new Map<string, BrowserEvent>();
  return {
    add(event) {
      const name = nameObject(event);
      events.delete(name);
      events.set(name, event);
    },
    list: () => (events.size > maxPendingEvents ? [{ type: "resync" }] : [...events.values()]),
  };
}

function nameObject(event: BrowserEvent): string {
  switch (event.type) {
    case "conversation":
      return `${event.change} conversation ${event.id}`;
    case "run":
      // A browser needs the revisions of both the start and the end of its own answer.
      return `${event.state} run ${event.requestId}`;
    case "analysis":
      return `analysis ${event.conversationId}`;
    case "memories":
      return `memories ${event.conversationId ?? ""}`;
    case "file":
      return `file ${event.key}`;
    default:
      return event.type;
  }
}
