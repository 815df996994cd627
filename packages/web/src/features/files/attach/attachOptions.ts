import type { DocumentRules, DraftRef } from "../../../entities/files/upload/draftDocumentTypes.ts";

/** The draft that documents are attached to, and what is allowed there. */
export interface AttachOptions extends DraftRef, DocumentRules {
  /** The files of the last message of the conversation. */
  lastSentKeys: ReadonlySet<string>;
  /** Size of the largest file, in bytes; null: no limit. */
  maxBytes: number | null;
  /** The person may choose from their files. */
  canPick: boolean;
  /** False: files that are dropped on the page go elsewhere. */
  acceptsDrops?: boolean;
}
