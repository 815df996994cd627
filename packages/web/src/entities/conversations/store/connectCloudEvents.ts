import type { BrowserEventOf } from "@lectern/contract";
import { onBrowserEvent } from "../../../lib/browserEvents/browserEvents.ts";
import { applyCloudChange } from "./applyCloudChanges.ts";
import type { StoreCore } from "./storeCore.ts";

/** An own change is known by then: its response has arrived, and the answer that has ended is complete. */
const batchMs = 400;
/** With more conversations at once, reading the whole list is cheaper. */
const maxConversations = 3;

/**
 * Applies what the server tells about cloud conversations. `syncList` reads the whole list again. Returns the function
 * that stops this.
 */
export function connectCloudEvents(core: StoreCore, syncList: () => void): () => void {
  let events: BrowserEventOf<"conversation">[] = [];
  let runs: BrowserEventOf<"run">[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReader = false;

  const apply = () => {
    timer = undefined;
    const ids = [...new Set(events.map(({ id }) => id))];
    const batch = ids.map((id) => ({
      id,
      events: events.filter((event) => event.id === id),
      runs: runs.filter(({ conversationId }) => conversationId === id),
    }));
    events = [];
    runs = [];
    const isMany = batch.length > maxConversations;
    if (isMany && isReader) syncList();
    for (const change of batch) {
      applyCloudChange(core, change, isReader && !isMany).catch((error: Error) => {
        // Not translated: it is for developers.
        console.warn("A changed conversation could not be read.", error.message);
        // No later event says this again. What cannot be read then either is read when it is opened.
        if (isReader && !isMany) syncList();
      });
    }
  };
  const schedule = (isReadingTab: boolean) => {
    isReader = isReadingTab;
    timer ??= setTimeout(apply, batchMs);
  };
  const reload = (_: unknown, isReadingTab: boolean) => {
    if (isReadingTab) syncList();
    core.conversationCache.invalidateAll();
  };
  const stops = [
    onBrowserEvent("conversation", (event, isReadingTab) => {
      events.push(event);
      schedule(isReadingTab);
    }),
    onBrowserEvent("run", (event) => void runs.push(event)),
    onBrowserEvent("conversations", reload),
    onBrowserEvent("resync", reload),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
