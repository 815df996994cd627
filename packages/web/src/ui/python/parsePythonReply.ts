import * as z from "zod/mini";
import { type PythonReply, pythonLimits } from "./pythonMessages.ts";

const text = (maxLength: number) => z.string().check(z.maxLength(maxLength));
const fileName = text(pythonLimits.fileNameLength);

const pythonReplySchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("loaded") }),
  z.object({ type: z.literal("unavailable") }),
  z.object({ type: z.literal("crashed") }),
  z.object({ type: z.literal("need"), fileName }),
  z.object({ type: z.literal("running"), id: z.number() }),
  z.object({
    type: z.literal("output"),
    id: z.number(),
    stream: z.enum(["stdout", "stderr"]),
    text: text(pythonLimits.outputLength),
  }),
  z.object({
    type: z.literal("result"),
    id: z.number(),
    value: z.nullable(text(pythonLimits.valueLength)),
    error: z.nullable(text(pythonLimits.errorLength)),
    files: z
      .array(
        z.object({
          name: fileName,
          bytes: z.instanceof(ArrayBuffer).check(z.refine(({ byteLength }) => byteLength <= pythonLimits.fileBytes)),
        }),
      )
      .check(z.maxLength(pythonLimits.files)),
  }),
]);

/** Validates a message from the frame; null if it is not a reply. */
export function parsePythonReply(data: unknown): PythonReply | null {
  const result = pythonReplySchema.safeParse(data);
  return result.success ? result.data : null;
}
