import type { Conversation, Folder, PromptTemplate } from "@lectern/contract";

/** An item of a file that was not imported or only in part, with a reason to show. */
export interface SkippedItem {
  name: string;
  reason: string;
}

/** The product that a file comes from. */
export type ImportKind = "workspace" | "chatGpt" | "claude";

export interface ParsedImport {
  kind: ImportKind;
  conversations: Conversation[];
  folders: Folder[];
  prompts: PromptTemplate[];
  skipped: SkippedItem[];
}

/** A summary of a file before the import. The conversations stay in the worker until they are loaded. */
export interface ImportPreview extends Omit<ParsedImport, "conversations"> {
  conversations: readonly { id: string; name: string }[];
}

/** The whole file cannot be imported. The message says why. */
export class ImportError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ImportError";
  }
}

/** The product specification quotes this text. */
export const unsupportedFormat = "Unsupported data format";
