import type { Readable } from "node:stream";

export interface BlobWriteResult {
  bytes: number;
  /** Hex. */
  sha256: string;
}

export interface BlobReadResult {
  body: Readable;
  /** Size of `body`: the size of the requested range, or of the whole blob if no range was requested. */
  bytes: number;
  /** Size of the whole blob. */
  totalBytes: number;
}

export interface DirectUpload {
  type: string;
  /** The exact size of the upload. */
  bytes: number;
  expiresInSeconds: number;
}

export interface DirectDownload {
  /** The name under which the browser saves the file. */
  fileName: string;
  type: string;
  expiresInSeconds: number;
}

/**
 * Stores bytes under keys that the server generates from letters, digits, `/`, `-`, `_`, `.` and `@`. Blobs are
 * streamed, never loaded whole into memory. Writes are atomic: a blob exists completely or not at all, even after a
 * crash.
 */
export interface BlobStore {
  /**
   * Writes all of `body`, replacing an existing blob. The bytes are durable once the promise resolves. Throws
   * `BlobTooLargeError` if `body` exceeds `maxBytes`, the signal's reason, or the error of `body`. After an error,
   * nothing of the new blob remains.
   */
  write(key: string, body: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<BlobWriteResult>;
  /** `range`: first and last byte, inclusive. Throws `BlobNotFoundError`, or RangeError for a range after the end. */
  read(key: string, range?: { start: number; end: number }): Promise<BlobReadResult>;
  /** Copies a blob inside the store, replacing an existing one. Throws `BlobNotFoundError`. */
  copy(fromKey: string, toKey: string): Promise<void>;
  /** Returns null if there is no such blob. */
  stat(key: string): Promise<{ bytes: number } | null>;
  /** Ignores keys that do not exist. */
  remove(keys: readonly string[]): Promise<void>;
  /**
   * Calls `use` with the path of a local file that contains the blob's bytes. The path is valid until `use` settles.
   * Throws `BlobNotFoundError`.
   */
  withLocalFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result>;
  /** Returns a presigned URL of the store to which a browser can PUT, or null if uploads go through this server. */
  createUploadUrl(key: string, upload: DirectUpload): Promise<string | null>;
  /** Returns a presigned URL of the store from which a browser can GET, or null if downloads go through this server. */
  createDownloadUrl(key: string, download: DirectDownload): Promise<string | null>;
  /** Origins of the presigned URLs, which the page's content security policy must allow. */
  readonly origins: readonly string[];
  /** Returns false while the store is full. Always returns true for a bucket, which does not tell. */
  hasRoom(): Promise<boolean>;
  /** Throws if the store cannot be used: `BlobStoreUnusableError`, or the file system's error with its path. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface WriteOptions {
  /** Media type of the blob. Stores that do not support media types ignore it. */
  type: string;
  maxBytes: number;
  signal?: AbortSignal;
}

export class BlobNotFoundError extends Error {
  constructor(key: string) {
    super(`blob ${key} does not exist`);
    this.name = "BlobNotFoundError";
  }
}

export class BlobTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`the blob has more than ${maxBytes} bytes`);
    this.name = "BlobTooLargeError";
  }
}

/** Thrown by `check`. The message tells the operator what to do. */
export class BlobStoreUnusableError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "BlobStoreUnusableError";
  }
}
