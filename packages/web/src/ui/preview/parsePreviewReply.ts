import * as z from "zod/mini";
import { maxPreviewTextLength, type PreviewReply } from "./previewMessages.ts";

const text = z.string().check(z.maxLength(maxPreviewTextLength));
const place = { file: z.nullable(text), line: z.nullable(z.number()) };
const previewReplySchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("pong"), id: z.number() }),
  z.object({ type: z.literal("rendered") }),
  z.object({ type: z.literal("error"), message: text, ...place }),
  z.object({ type: z.literal("console"), level: z.enum(["log", "info", "warn", "error"]), text, ...place }),
  z.object({ type: z.literal("omitted"), count: z.number() }),
]);

/** Validates a message from the frame; null if it is not a reply. */
export function parsePreviewReply(data: unknown): PreviewReply | null {
  const result = previewReplySchema.safeParse(data);
  return result.success ? result.data : null;
}
