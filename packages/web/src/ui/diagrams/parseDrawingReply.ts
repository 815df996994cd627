import * as z from "zod/mini";
import { type DrawingReply, maxSvgCharacters } from "./drawingMessages.ts";

const drawingReplySchema = z.union([
  z.object({ id: z.number(), isStarted: z.literal(true) }),
  z.object({
    id: z.number(),
    svg: z.string().check(z.maxLength(maxSvgCharacters)),
    title: z.string().check(z.maxLength(1_000)),
    description: z.string().check(z.maxLength(5_000)),
    isPartial: z.boolean(),
  }),
  z.object({
    id: z.number(),
    problem: z.enum(["source", "remote", "size", "load"]),
    detail: z.string().check(z.maxLength(1_000)),
  }),
]);

/** Validates a message from the frame; null if it is not a reply. */
export function parseDrawingReply(data: unknown): DrawingReply | null {
  const result = drawingReplySchema.safeParse(data);
  return result.success ? result.data : null;
}
