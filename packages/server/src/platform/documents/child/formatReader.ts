import type { JsonObject } from "@lectern/contract";
import type { ReadSummary } from "../readInSandbox.ts";
import type { ItemCollector } from "./itemCollector.ts";

export interface FormatInput {
  path: string;
  name: string;
  /** Size of the file in bytes. */
  size: number;
  /** Reads the whole file. Throws `DocumentReadError` if the file is too large for the memory limit. */
  loadBytes(): Promise<Buffer>;
  /** Folder to write the preview of an image to. */
  folder: string;
  /** The encoding that a person has chosen for the text; null: find it. */
  encoding: string | null;
  /** Null: OCR is disabled. */
  ocrLanguages: readonly string[] | null;
  /** Reports the progress of this format reader, 0 to 100. */
  onProgress(percent: number): void;
  /** The same as `ItemCollector.note`. */
  note: ItemCollector["note"];
}

export interface FormatResult {
  /** The document's own metadata. */
  props: JsonObject;
  image?: NonNullable<ReadSummary["image"]>;
}

/**
 * Extracts the items of a file of one format and adds them to `items`. Throws `DocumentReadError`, or any error that a
 * library throws for a damaged file.
 */
export type FormatReader = (input: FormatInput, items: ItemCollector) => Promise<FormatResult>;
