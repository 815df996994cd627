import type { ConvertFormat } from "@lectern/contract";
import * as z from "zod/mini";
import { ErrorSummarySchema } from "../sandboxedProcess/errorSummarySchema.ts";
import type { DocumentSection } from "./documentConverter.ts";

/** The task of the converter process, which the server sends once, when the process is ready. */
export interface ConversionTask {
  format: ConvertFormat;
  templatePath: string | null;
  title: string;
  sections: DocumentSection[];
  /** An empty folder for the document. */
  folder: string;
  memoryBytes: number;
}

/** A message of the converter process. It is untrusted, because the process handles untrusted text. */
export const ConverterMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("done") }),
  z.object({
    type: z.literal("failed"),
    /** `template`: the template cannot be used. */
    failure: z.enum(["template", "crashed"]),
    /** The original error, for the log. */
    error: ErrorSummarySchema,
  }),
]);
export type ConverterMessage = z.infer<typeof ConverterMessage>;

/** Name of the file that a conversion writes to its folder. */
export const outputFileName = "document";
