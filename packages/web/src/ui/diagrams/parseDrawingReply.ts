import * as z from "zod/mini";
import { type DrawingReply, maxSvgCharacters } from "./drawingMessages.ts";

const drawingReply = z.union([
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

/** What came from the frame, if it is a reply; null for anything else. */
export function parseDrawingReply(data: unknown): DrawingReply | null {
  const read = drawingReply.safeParse(data);
  return read.success ? read.data : null;
}
