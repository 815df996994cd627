import type { DrawingReply } from "../ui/diagrams/drawingMessages.ts";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** The SVG of a drawing, or why it failed. */
export type DrawingResult = WithoutId<Exclude<DrawingReply, { isStarted: true }>>;

/** Returns the result for source text that cannot be parsed. */
export function sourceProblem(error: unknown): DrawingResult {
  return { problem: "source", detail: errorMessage(error) };
}

/** Returns the message of an error, truncated. */
export function errorMessage(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
}
