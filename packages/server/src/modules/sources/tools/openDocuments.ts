import type { DocumentPassage } from "../passages/groupPassages.ts";
import type { SourceDocument } from "../sourceDocument.ts";

/** Documents whose passages tools may find and read. */
export interface OpenDocuments {
  documents: readonly SourceDocument[];
  /** Tokens that are set aside for what the tools return. */
  toolSpace: number;
  /** Returns all passages of a document. */
  read(document: SourceDocument): Promise<DocumentPassage[]>;
}
