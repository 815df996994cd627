import { ExtractionNotes, JsonObject } from "@lectern/contract";
import * as z from "zod/mini";
import { ErrorSummarySchema } from "../sandboxedProcess/errorSummarySchema.ts";

/** The task of a child process, which the server sends once, when the process is ready. */
export interface ReadTask {
  path: string;
  name: string;
  /** The kind to use for text if the extension of `name` is unknown; null: plain text. */
  kind: string | null;
  /** An empty folder for the output files. */
  folder: string;
  /** Memory limit of the process. */
  memoryBytes: number;
  /** The configured limit. `memoryBytes` is lower for small files. */
  maxMemoryBytes: number;
  timeoutMs: number;
  /** The encoding that a person has chosen for the text; null: find it. */
  encoding: string | null;
  /** Languages for tesseract; null: no OCR. */
  ocrLanguages: readonly string[] | null;
}

const Count = z.number().check(z.int(), z.minimum(0));
const ShortText = z.string().check(z.maxLength(2_000));

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

/** The messages of the child process. They are untrusted, because the process handles hostile input. */
export const ChildMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("progress"), percent: z.number().check(z.minimum(0), z.maximum(100)) }),
  z.object({
    type: z.literal("failed"),
    failure: z.enum(["unsupported", "encrypted", "damaged", "empty", "tooMuch", "timeout", "memory", "crashed"]),
    userMessage: ShortText,
    canRetry: z.boolean(),
    /** The original error, for the log. */
    error: ErrorSummarySchema,
  }),
  z.object({
    type: z.literal("done"),
    kind: Kind,
    text: z.nullable(
      z.object({
        totalItems: Count,
        totalTokens: Count,
        language: z.nullable(z.string().check(z.maxLength(10))),
        locationProperties: z.array(z.string().check(z.maxLength(50))).check(z.maxLength(50)),
        props: JsonObject,
      }),
    ),
    image: z.nullable(
      z.object({
        width: Count,
        height: Count,
        previewType: z.enum(["image/jpeg", "image/png"]),
        tokens: z.record(z.string().check(z.maxLength(50)), Count),
      }),
    ),
    notes: ExtractionNotes,
  }),
]);
export type ChildMessage = z.infer<typeof ChildMessage>;

/** One line of the chunks file. */
export const ChunkLine = z.object({
  content: z.string(),
  headings: z.string(),
  tokens: Count,
  charIndex: Count,
  locations: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
  originalIndexes: z.array(Count),
  language: z.string().check(z.maxLength(50)),
});
