import type { ConvertFormat } from "@lectern/contract";
import * as z from "zod/mini";
import type { DocumentSection } from "./documentConverter.ts";

/** What the process is to do. Crosses once, at its start. */
export interface ConvertTask {
  format: ConvertFormat;
  templatePath: string | null;
  title: string;
  pieces: DocumentSection[];
  /** An empty folder for the document. */
  folder: string;
  memoryBytes: number;
}

/** The process reads what anybody wrote: what it says is input as well. */
export const ConvertMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("done") }),
  z.object({
    type: z.literal("failed"),
    /** `template`: it was the template that could not be used. */
    failure: z.enum(["template", "crashed"]),
    /** For the log: the kind of error, nothing of the document. */
    detail: z.string().check(z.maxLength(300)),
  }),
]);
export type ConvertMessage = z.infer<typeof ConvertMessage>;

/** Names of files in the folder of a conversion. */
export const convertedFile = "document";
