import type { Conversation, Folder, PromptTemplate } from "@lectern/contract";

/** What could not be taken from a file, and why: in words for whoever imports it. */
export interface SkippedItem {
  /** What it is called, where that could be told. */
  name: string;
  reason: string;
}

/** Where a file comes from. */
export type ImportKind = "workspace" | "chatGpt" | "claude";

export interface ParsedImport {
  kind: ImportKind;
  conversations: Conversation[];
  folders: Folder[];
  prompts: PromptTemplate[];
  skipped: SkippedItem[];
}

/** What there is to say of a file before anything of it is kept. The conversations stay in the worker until they are taken. */
export interface ImportPreview extends Omit<ParsedImport, "conversations"> {
  conversations: readonly { id: string; name: string }[];
}

/** The file as a whole cannot be imported; the message says why. */
export class ImportError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ImportError";
  }
}

/** [C3.29] The specification's sentence. */
export const unsupportedFormat = "Unsupported data format";
