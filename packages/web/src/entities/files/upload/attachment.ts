import { type DataSource, type FileRecord, fileTypeOf, isImageFileName, type UploadTarget } from "@lectern/contract";

/** `waiting`: for its turn or for the network. `asking`: for an address. `processing`: its bytes are there, its text is being taken. */
export type AttachmentState = "waiting" | "asking" | "uploading" | "processing" | "ready" | "failed";

/** What has been given with a message that is not sent yet. */
export interface Attachment {
  /** Of this page; the file's own key is in `key`. */
  readonly id: string;
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly isImage: boolean;
  readonly state: AttachmentState;
  /** 0 to 100. 100 stands for ready alone. */
  readonly progress: number;
  /** Why it failed, or what it waits for. */
  readonly reason: string | null;
  /** The file's key, once the server has named it; null of a tag. */
  readonly key: string | null;
  /** Where its state can be asked for without a session; null: by its key. */
  readonly statusUrl: string | null;
  /** All bytes have been sent: what failed after that is not sent again. */
  readonly isSent: boolean;
  /** What goes with the message, once it is ready. */
  readonly source: DataSource | null;
  /** Address of the picture in this page's memory; null of what is none. */
  readonly previewUrl: string | null;
}

/** The media type under which a file is uploaded: ours by its name, else the browser's. */
export function mediaTypeOf({ name, type }: { name: string; type: string }): string {
  return fileTypeOf(name, type)?.mediaTypes[0] ?? (type || "application/octet-stream");
}

export function attachmentOfFile(file: File, name: string): Attachment {
  const isImage = isImageFileName(name);
  return {
    id: crypto.randomUUID(),
    name,
    type: mediaTypeOf({ name, type: file.type }),
    isImage,
    state: "waiting",
    progress: 0,
    reason: null,
    key: null,
    statusUrl: null,
    isSent: false,
    source: null,
    previewUrl: isImage ? URL.createObjectURL(file) : null,
  };
}

/** A file that is uploaded already, as it was chosen from one's files. */
export function attachmentOfRecord(record: FileRecord): Attachment {
  const isReady = record.state === "ready";
  return {
    id: crypto.randomUUID(),
    name: record.name,
    type: record.type,
    isImage: record.isImage,
    state: isReady ? "ready" : "processing",
    progress: isReady ? 100 : sentProgress,
    reason: null,
    key: record.id,
    statusUrl: null,
    isSent: true,
    source: isReady ? sourceOfRecord(record) : null,
    previewUrl: null,
  };
}

/** What is no file of its own, such as all files with a tag: it is ready at once. */
export function attachmentOfSource(source: DataSource): Attachment {
  return {
    id: crypto.randomUUID(),
    name: source.name ?? source.id,
    type: source.type ?? "",
    isImage: source.metadata?.isImage === true,
    state: "ready",
    progress: 100,
    reason: null,
    key: source.key ?? null,
    statusUrl: null,
    isSent: true,
    source,
    previewUrl: null,
  };
}

/** [C4.01] As far as the progress goes while not everything is done. */
export const sentProgress = 95;

/** How a message names a file that it draws on. */
export function sourceOfRecord(record: FileRecord): DataSource {
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

/** The same of a file of which no more is known than its upload. */
export function sourceOfPlace(
  { key }: Pick<UploadTarget, "key">,
  name: string,
  type: string,
  isImage: boolean,
): DataSource {
  return { id: `s3://${key}`, name, type, key, metadata: isImage ? { isImage } : {} };
}

/** Tokens of a source; of a picture those of the family of models that takes most. Null: not known. */
export function tokensOf({ totalTokens }: DataSource): number | null {
  if (typeof totalTokens === "number") return totalTokens;
  if (typeof totalTokens !== "object" || totalTokens === null) return null;
  const values: unknown[] = Object.values(totalTokens);
  const counts = values.filter((value) => typeof value === "number");
  return counts.length === 0 ? null : Math.max(...counts);
}
