import type { JsonObject } from "@lectern/contract";
import type { ReadSummary } from "../readInSandbox.ts";
import type { ItemCollector } from "./itemCollector.ts";

export interface FormatInput {
  path: string;
  name: string;
  /** Bytes. */
  size: number;
  /** The whole file. Throws `DocumentReadError` where it is more than fits in memory. */
  bytes(): Promise<Buffer>;
  /** Where previews go. */
  folder: string;
  /** Null: no text is taken from pictures. */
  ocrLanguages: readonly string[] | null;
  /** 0 to 100, of this format's work. */
  onProgress(percent: number): void;
}

export interface FormatResult {
  /** What the document says of itself. */
  props: JsonObject;
  image?: NonNullable<ReadSummary["image"]>;
}

/** Takes what a file of one format holds. Throws `DocumentReadError`, or whatever a library throws at a damaged file. */
export type FormatReader = (input: FormatInput, items: ItemCollector) => Promise<FormatResult>;
