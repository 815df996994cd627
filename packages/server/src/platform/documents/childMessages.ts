import { JsonObject } from "@lectern/contract";
import * as z from "zod/mini";

/** What the child is to do. Crosses once, at its start. */
export interface ReadTask {
  path: string;
  name: string;
  kind: string | null;
  /** An empty folder for what it makes. */
  folder: string;
  memoryBytes: number;
  timeoutMs: number;
  /** Languages of tesseract; null: no OCR. */
  ocrLanguages: readonly string[] | null;
}

const whole = z.number().check(z.int(), z.minimum(0));
const shortText = z.string().check(z.maxLength(2_000));

const Kind = z.enum([
  "pdf",
  "word",
  "slides",
  "sheet",
  "csv",
  "text",
  "markdown",
  "html",
  "json",
  "xml",
  "code",
  "rtf",
  "openText",
  "openSheet",
  "openSlides",
  "email",
  "epub",
  "image",
]);

/** The child runs on hostile input: what it says is input as well. */
export const ChildMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("progress"), percent: z.number().check(z.minimum(0), z.maximum(100)) }),
  z.object({
    type: z.literal("failed"),
    failure: z.enum(["unsupported", "encrypted", "damaged", "empty", "tooMuch", "timeout", "memory", "crashed"]),
    userMessage: shortText,
    canRetry: z.boolean(),
    /** For the log: what the library said. */
    detail: shortText,
  }),
  z.object({
    type: z.literal("done"),
    kind: Kind,
    text: z.nullable(
      z.object({
        totalItems: whole,
        totalTokens: whole,
        language: z.nullable(z.string().check(z.maxLength(10))),
        locationProperties: z.array(z.string().check(z.maxLength(50))).check(z.maxLength(50)),
        props: JsonObject,
      }),
    ),
    image: z.nullable(
      z.object({
        width: whole,
        height: whole,
        previewType: z.enum(["image/jpeg", "image/png"]),
        tokens: z.record(z.string().check(z.maxLength(50)), whole),
      }),
    ),
  }),
]);
export type ChildMessage = z.infer<typeof ChildMessage>;

/** A line of the file of chunks. */
export const ChunkLine = z.object({
  content: z.string(),
  tokens: whole,
  charIndex: whole,
  locations: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
  originalIndexes: z.array(whole),
  language: z.string().check(z.maxLength(50)),
});
