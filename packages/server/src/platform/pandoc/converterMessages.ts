import type { ConvertFormat } from "@lectern/contract";
import * as z from "zod/mini";
import type { DocumentSection } from "./documentConverter.ts";

/** The task of the converter process, sent once at its start. */
export interface ConversionTask {
  format: ConvertFormat;
  templatePath: string | null;
  title: string;
  sections: DocumentSection[];
  /** An empty folder for the document. */
  folder: string;
  memoryBytes: number;
}

/** The process handles untrusted text, so its messages are untrusted too. */
export const ConverterMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("done") }),
  z.object({
    type: z.literal("failed"),
    /** `template`: the template is invalid. */
    failure: z.enum(["template", "crashed"]),
    /** For the log: the kind of error, without any content of the document. */
    detail: z.string().check(z.maxLength(300)),
  }),
]);
export type ConverterMessage = z.infer<typeof ConverterMessage>;

/** Name of the file that a conversion writes to its folder. */
export const outputFileName = "document";
