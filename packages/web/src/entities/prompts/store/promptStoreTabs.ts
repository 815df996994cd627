import * as z from "zod/mini";

/** Other tabs of this browser that show the same prompt store. */
export interface PromptStoreTabs {
  /** Tells them that these records were written. */
  tell(ids: readonly string[]): void;
  close(): void;
}

const Ids = z.array(z.string());

/** `onChange` hears which records another tab has written. */
export function openPromptStoreTabs(userId: string, onChange: (ids: readonly string[]) => void): PromptStoreTabs {
  const channel = new BroadcastChannel(`lectern.${userId}.library`);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const ids = Ids.safeParse(data);
    if (ids.success) onChange(ids.data);
  });
  return { tell: (ids) => channel.postMessage(ids), close: () => channel.close() };
}
