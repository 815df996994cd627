import type { DrawingReply } from "../ui/diagrams/drawingMessages.ts";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** The SVG of a drawing, or the reason why nothing was drawn. */
export type DrawingResult = WithoutId<Exclude<DrawingReply, { isStarted: true }>>;

/** Returns the result for a source that has an error or draws nothing. */
export function toSourceProblem(error: unknown): DrawingResult {
  return { problem: "source", detail: toErrorMessage(error) };
}

/** Returns the message of an error, truncated to the length that `parseDrawingReply` accepts. */
export function toErrorMessage(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
}
