import type { DocumentRules, DraftRef } from "../../../entities/files/upload/draftDocumentTypes.ts";

/** The draft that documents are attached to, and the rules for it. */
export interface AttachOptions extends DraftRef, DocumentRules {
  /** The keys of the files in the conversation's last user message. */
  lastSentKeys: ReadonlySet<string>;
  /** The maximum file size in bytes; null if there is no limit. */
  maxBytes: number | null;
  /** The extensions of files that may be uploaded; null: all that can be read. */
  allowedExtensions: readonly string[] | null;
  /** True if the person may choose from their uploaded files. */
  canPick: boolean;
  /** False if only files can be chosen, no tags. */
  acceptsTags?: boolean;
  /** False if files that are dropped on the page are handled elsewhere. */
  acceptsDrops?: boolean;
}
