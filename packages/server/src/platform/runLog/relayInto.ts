import type { RunReading } from "./runLog.ts";

/** Takes all that a reading has and will have, and hands it on frame by frame. Resolves at its end. */
export function relayInto(add: (frame: string) => void, source: RunReading): Promise<void> {
  return new Promise((resolve) => {
    const pass = () => {
      while (source.hasMore()) for (const frame of source.take().split(/(?<=\n\n)/)) add(frame);
      if (!source.hasEnded()) return;
      source.onChange = () => undefined;
      resolve();
    };
    source.onChange = pass;
    pass();
  });
}
