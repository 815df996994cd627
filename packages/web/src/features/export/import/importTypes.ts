import type { Conversation, Folder, PromptTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { LeftOutCount, LeftOutCounter } from "./leftOut.ts";

/** An item of a file that was imported only in part or not at all, with the reason to show. */
export interface SkippedItem {
  name: string;
  reason: string;
}

/** The product that exported a file. */
export type ImportKind = "workspace" | "chatGpt" | "claude";

export interface ParsedImport {
  kind: ImportKind;
  conversations: Conversation[];
  folders: Folder[];
  prompts: PromptTemplate[];
  skipped: SkippedItem[];
  /** What the imported conversations lack, and the other files of an archive. */
  leftOut: readonly LeftOutCount[];
}

/** What the parsers of a file share. They add to `skipped` and `leftOut`. */
export interface ImportContext {
  now: Date;
  skipped: SkippedItem[];
  leftOut: LeftOutCounter;
}

/** A summary of a file before the import. The conversations stay in the worker until they are loaded. */
export interface ImportPreview extends Omit<ParsedImport, "conversations"> {
  conversations: readonly { id: string; name: string }[];
}

/** Thrown if the whole file cannot be imported. `message` is shown to the person. */
export class ImportError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ImportError";
  }
}

/** The product specification quotes the English text. */
export const getUnsupportedFormatText = () => t`Unsupported data format`;
