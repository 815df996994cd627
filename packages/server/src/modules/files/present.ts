import { type FileRecord, type FileState, fileTypeOf, isTextEncoding, type UploadStatus } from "@lectern/contract";
import type { FileRow } from "./repository.ts";

/** Converts a row to the record that the file's owner sees. */
export function presentFile(row: FileRow): FileRecord {
  const isReady = row.document_state === "ready";
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    createdAt: row.created_at.toISOString(),
    tags: row.tags,
    size: row.size,
    ...presentState(row),
    canRetry: canRetry(row),
    totalTokens: isReady ? (row.image_tokens ?? row.total_tokens) : null,
    totalItems: isReady ? row.total_items : null,
    isImage: isImage(row),
    groupId: row.group_id,
    contentKey: isReady ? row.content_key : null,
    ...presentEmbedding(row),
    ...presentNotes(row),
    ...(row.encoding !== null && isTextEncoding(row.encoding) && { encoding: row.encoding }),
  };
}

function presentEmbedding({ embedding_state }: FileRow): Pick<FileRecord, "embeddingProblem"> {
  return embedding_state === "failed" || embedding_state === "terminated" ? { embeddingProblem: embedding_state } : {};
}

/** The notes of a ready file; nothing if there are none. */
function presentNotes({ document_state, notes }: FileRow): Pick<FileRecord, "notes"> {
  return document_state === "ready" && notes !== null && notes.length > 0 ? { notes } : {};
}

export function presentStatus(row: FileRow): UploadStatus {
  const { state, progress, reason } = presentState(row);
  return { state, progress, ...(reason === null ? {} : { reason }) };
}

function presentState(row: FileRow): { state: FileState; progress: number; reason: string | null } {
  const state = getFileState(row);
  const reason = state === "failed" ? (row.failure ?? row.document_reason) : null;
  return { state, progress: state === "ready" ? 100 : (row.progress ?? 0), reason };
}

export function getFileState(row: FileRow): FileState {
  if (row.failure !== null) return "failed";
  if (row.document_state !== null) return row.document_state;
  return row.size === null ? "uploading" : "queued";
}

function canRetry(row: FileRow): boolean {
  if (getFileState(row) !== "failed") return false;
  // A file with a failure of its own has no document. It can be extracted again if its bytes were uploaded.
  return row.failure === null ? (row.can_retry ?? false) : row.uploaded_at !== null;
}

/** Uses the document's kind or, if there is no document yet, the file's name and media type. */
export const isImage = (row: FileRow) => (row.kind ?? fileTypeOf(row.name, row.type)?.kind) === "image";

/** Converts the row of a ready file to the response of `metadataUrl`. */
export function presentMetadata(row: FileRow): Record<string, unknown> {
  const { name, tags } = row;
  const commonProperties = { name, contentKey: row.content_key, createdAt: row.created_at.toISOString(), tags };
  if (isImage(row)) {
    const { width, height } = row;
    return {
      ...commonProperties,
      totalTokens: row.image_tokens ?? {},
      width,
      height,
      isImage: true,
      ...presentNotes(row),
    };
  }
  return {
    ...commonProperties,
    totalItems: row.total_items,
    locationProperties: row.location_properties ?? [],
    totalTokens: row.total_tokens,
    props: row.props ?? {},
    ...presentNotes(row),
  };
}
