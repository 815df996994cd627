import type { DrawingReply } from "../ui/diagrams/drawingMessages.ts";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** What a drawing has come to. */
export type Drawn = WithoutId<Exclude<DrawingReply, { isStarted: true }>>;

/** The failure of a text that is not understood. */
export function notUnderstood(error: unknown): Drawn {
  const message = error instanceof Error ? error.message : String(error);
  return { problem: "source", detail: message.slice(0, 1_000) };
}
