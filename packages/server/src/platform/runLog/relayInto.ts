import type { RunReader } from "./runLog.ts";

/** Reads `source` to its end and passes each frame to `add`. Resolves when `source` has ended. */
export function relayInto(add: (frame: string) => void, source: RunReader): Promise<void> {
  return new Promise((resolve) => {
    const forward = () => {
      while (source.hasMore()) for (const frame of source.read().split(/(?<=\n\n)/)) add(frame);
      if (!source.hasEnded()) return;
      source.onChange = () => undefined;
      resolve();
    };
    source.onChange = forward;
    forward();
  });
}
