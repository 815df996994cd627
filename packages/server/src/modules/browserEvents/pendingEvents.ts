import type { BrowserEvent } from "@lectern/contract";

/** Events that were published and have not left yet. */
export interface PendingEvents {
  /** An event replaces an earlier one about the same object. */
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
      const joined = join(events.get(name), event);
      events.delete(name);
      events.set(name, joined);
    },
    list: () => (events.size > maxPendingEvents ? [{ type: "resync" }] : [...events.values()]),
  };
}

/** Returns the event that replaces two about the same object. */
function join(earlier: BrowserEvent | undefined, later: BrowserEvent): BrowserEvent {
  const isWhole = earlier?.type === "conversation" && earlier.change === "saved";
  return isWhole && later.type === "conversation" && later.change === "summary" ? { ...later, change: "saved" } : later;
}

function nameObject(event: BrowserEvent): string {
  switch (event.type) {
    case "conversation":
      return `conversation ${event.id}`;
    case "run":
      return `run ${event.requestId}`;
    case "file":
      return `file ${event.key}`;
    default:
      return event.type;
  }
}
