import { onBrowserEvent } from "./browserEvents.ts";
import { createDelayedLoad } from "./createDelayedLoad.ts";

/** Everybody's browsers receive the same event, or return after the same restart, and must not all ask at once. */
const maxJitterMs = 5_000;

/**
 * Calls `load` when the person's assistants, rights or shares have changed, or may have: `delayMs` after the first of several
 * events, and some seconds later if everybody was told. Returns the function that ends this.
 */
export function loadAfterEvents(
  types: readonly ("assistants" | "rights" | "shares" | "resync")[],
  load: () => void,
  { delayMs }: { delayMs: number },
): () => void {
  const own = createDelayedLoad(load, { delayMs });
  const shared = createDelayedLoad(load, { delayMs, maxJitterMs });
  const stops = types.map((type) =>
    onBrowserEvent(type, (event) => {
      const isForEverybody = event.type === "resync" || event.isForEverybody === true;
      (isForEverybody ? shared : own).request();
    }),
  );
  return () => {
    for (const stop of [...stops, own.cancel, shared.cancel]) stop();
  };
}
