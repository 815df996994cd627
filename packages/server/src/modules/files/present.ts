import { type FileRecord, type FileState, fileTypeOf, type UploadStatus } from "@lectern/contract";
import type { FileRow } from "./repository.ts";

/** A file as its owner sees it. */
export function presentFile(row: FileRow): FileRecord {
  const ready = row.document_state === "ready";
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    createdAt: row.created_at.toISOString(),
    tags: row.tags,
    size: row.size,
    ...presentState(row),
    canRetry: canRetry(row),
    totalTokens: ready ? (row.image_tokens ?? row.total_tokens) : null,
    totalItems: ready ? row.total_items : null,
    isImage: isImage(row),
    groupId: row.group_id,
    contentKey: ready ? row.content_key : null,
  };
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
  // Without a document, extraction can be retried if the bytes were uploaded.
  return row.failure === null ? (row.can_retry ?? false) : row.uploaded_at !== null;
}

/** Uses the kind detected from the bytes, or the name before they are read. */
export const isImage = (row: FileRow) => (row.kind ?? fileTypeOf(row.name, row.type)?.kind) === "image";

/** The response of `metadataUrl` for a file that is ready. */
export function presentMetadata(row: FileRow): Record<string, unknown> {
  const { name, tags } = row;
  const common = { name, contentKey: row.content_key, createdAt: row.created_at.toISOString(), tags };
  if (isImage(row)) {
    const { width, height } = row;
    return { ...common, totalTokens: row.image_tokens ?? {}, width, height, isImage: true };
  }
  return {
    ...common,
    totalItems: row.total_items,
    locationProperties: row.location_properties ?? [],
    totalTokens: row.total_tokens,
    props: row.props ?? {},
  };
}
