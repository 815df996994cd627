import * as z from "zod/mini";

/** Other tabs of this browser that show the same prompt store. */
export interface PromptStoreTabs {
  /** Notifies the other tabs that these records have been written. */
  notify(ids: readonly string[]): void;
  close(): void;
}

const Ids = z.array(z.string());

/** Connects to the other tabs. `onChange` receives the ids of the records that another tab has written. */
export function openPromptStoreTabs(userId: string, onChange: (ids: readonly string[]) => void): PromptStoreTabs {
  const channel = new BroadcastChannel(`lectern.${userId}.library`);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const ids = Ids.safeParse(data);
    if (ids.success) onChange(ids.data);
  });
  return { notify: (ids) => channel.postMessage(ids), close: () => channel.close() };
}
