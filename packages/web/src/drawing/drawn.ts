import type { DrawingReply } from "../ui/diagrams/drawingMessages.ts";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** What a drawing has come to. */
export type Drawn = WithoutId<Exclude<DrawingReply, { isStarted: true }>>;

/** The failure of a text that is not understood. */
export function notUnderstood(error: unknown): Drawn {
  return { problem: "source", detail: messageOf(error) };
}

/** What an error says, bounded. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
}
