import { type DataSource, type FileRecord, fileTypeOf, isImageFileName, type UploadTarget } from "@lectern/contract";

/**
 * `waiting`: in the queue or waiting for the network. `starting`: requesting an upload URL. `processing`: uploaded, and
 * the server extracts its text.
 */
export type AttachmentState = "waiting" | "starting" | "uploading" | "processing" | "ready" | "failed";

/** A document attached to a draft. */
export interface Attachment {
  /** Identifies the attachment in this page; `key` identifies the file. */
  readonly id: string;
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly isImage: boolean;
  readonly state: AttachmentState;
  /** Percent: 100 only when the attachment is ready. */
  readonly progress: number;
  /** How much of it the server has read, in percent; missing until the server says so. */
  readonly readPercent?: number;
  /** Why the attachment failed or is waiting. */
  readonly reason: string | null;
  /** True if the attachment has failed and another attempt may succeed. */
  readonly canRetry: boolean;
  /** The file's key; null until the server assigns it, and for a tag. */
  readonly key: string | null;
  /** The URL that returns the file's state without a session; null if the state must be read by `key`. */
  readonly statusUrl: string | null;
  /** True if all bytes are on the server. A retry then does not upload them again. */
  readonly isUploaded: boolean;
  /** The data source for the message; null until the attachment is ready. */
  readonly source: DataSource | null;
  /** The object URL of an image that this page uploads; otherwise null. */
  readonly previewUrl: string | null;
}

/**
 * Returns the media type for an upload: the type known for the file name, or else the browser's, or else a general one.
 */
export function mediaTypeOf({ name, type }: { name: string; type: string }): string {
  return fileTypeOf(name, type)?.mediaTypes[0] ?? (type || "application/octet-stream");
}

export function createFileAttachment(file: File, name: string): Attachment {
  const isImage = isImageFileName(name);
  return {
    id: crypto.randomUUID(),
    name,
    type: mediaTypeOf({ name, type: file.type }),
    isImage,
    state: "waiting",
    progress: 0,
    reason: null,
    canRetry: false,
    key: null,
    statusUrl: null,
    isUploaded: false,
    source: null,
    previewUrl: isImage ? URL.createObjectURL(file) : null,
  };
}

/** Creates an attachment for a file that has already been uploaded. */
export function createRecordAttachment(record: FileRecord): Attachment {
  const isReady = record.state === "ready";
  return {
    id: crypto.randomUUID(),
    name: record.name,
    type: record.type,
    isImage: record.isImage,
    state: isReady ? "ready" : "processing",
    progress: isReady ? 100 : uploadedProgress,
    reason: null,
    canRetry: false,
    key: record.id,
    statusUrl: null,
    isUploaded: true,
    source: isReady ? toDataSource(record) : null,
    previewUrl: null,
  };
}

/** True if an uploaded file can be attached: its upload is complete, and its text has not been found unreadable. */
export const isAttachable = ({ state }: Pick<FileRecord, "state">): boolean =>
  state !== "uploading" && state !== "failed";

/** Creates an attachment for a data source without a file record, such as a tag. It is ready immediately. */
export function createSourceAttachment(source: DataSource): Attachment {
  return {
    id: crypto.randomUUID(),
    name: source.name ?? source.id,
    type: source.type ?? "",
    isImage: source.metadata?.isImage === true,
    state: "ready",
    progress: 100,
    reason: null,
    canRetry: false,
    key: source.key ?? null,
    statusUrl: null,
    isUploaded: true,
    source,
    previewUrl: null,
  };
}

/** The progress, in percent, of a file that has been uploaded but is not ready. */
export const uploadedProgress = 95;

/** Converts the record of a file to the data source of a message. */
export function toDataSource(record: FileRecord): DataSource {
  const { id, name, type, isImage, totalItems, totalTokens } = record;
  return {
    id: `s3://${id}`,
    name,
    type,
    key: id,
    metadata: { ...(isImage ? { isImage } : {}), ...(totalItems === null ? {} : { totalItems }) },
    ...(totalTokens === null ? {} : { totalTokens }),
  };
}

/** Returns the data source for an uploaded file whose record is not available. */
export function toUploadedDataSource(
  { key }: Pick<UploadTarget, "key">,
  name: string,
  type: string,
  isImage: boolean,
): DataSource {
  return { id: `s3://${key}`, name, type, key, metadata: isImage ? { isImage } : {} };
}

/** Returns the number of tokens of a data source; for an image the maximum over the model families. Null if unknown. */
export function maxTokensOf({ totalTokens }: DataSource): number | null {
  if (typeof totalTokens === "number") return totalTokens;
  if (typeof totalTokens !== "object" || totalTokens === null) return null;
  const values: unknown[] = Object.values(totalTokens);
  const counts = values.filter((value) => typeof value === "number");
  return counts.length === 0 ? null : Math.max(...counts);
}
