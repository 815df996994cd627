import type { Readable } from "node:stream";

export interface BlobWritten {
  bytes: number;
  /** Of the bytes, hex. */
  sha256: string;
}

export interface BlobReading {
  body: Readable;
  /** Bytes of what is read: of the range where one was asked for. */
  bytes: number;
  /** Bytes of the whole blob. */
  totalBytes: number;
}

export interface DirectUpload {
  type: string;
  /** Exactly this many are taken. */
  bytes: number;
  expiresInSeconds: number;
}

export interface DirectDownload {
  /** Under which the browser saves it. */
  fileName: string;
  type: string;
  expiresInSeconds: number;
}

/**
 * Bytes under keys that the server makes: letters, digits, `/`, `-`, `_`, `.`, `@`, never a path from outside. Nothing is ever held whole in
 * memory. A blob is there in full or not at all, whatever ends the process.
 */
export interface BlobStore {
  /**
   * Writes all of `body`, replacing what was there. When it resolves the bytes are kept for good. Throws `BlobTooLarge` past `maxBytes`, the signal's
   * reason, or what reading `body` throws; then nothing is left of it.
   */
  write(key: string, body: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<BlobWritten>;
  /** `range`: first and last byte, both included. Throws `BlobMissing`. */
  read(key: string, range?: { start: number; end: number }): Promise<BlobReading>;
  /** Null: there is none. */
  stat(key: string): Promise<{ bytes: number } | null>;
  /** Those that are not there are passed over. */
  remove(keys: readonly string[]): Promise<void>;
  /** Calls `use` with the path of a local file that holds the blob until `use` is done. Throws `BlobMissing`. */
  withLocalFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result>;
  /** The store's own address to which a browser may PUT; null: it has none, the bytes come through this server. */
  uploadUrl(key: string, upload: DirectUpload): Promise<string | null>;
  /** The store's own address from which a browser may GET; null as above. */
  downloadUrl(key: string, download: DirectDownload): Promise<string | null>;
  /** Origins that the page must be allowed to reach for those addresses. */
  readonly origins: readonly string[];
  /** Throws when the store cannot be used: `BlobStoreUnusable`, or what a disk says, with the path. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface WriteOptions {
  /** Media type, kept where the store keeps it. */
  type: string;
  maxBytes: number;
  signal?: AbortSignal;
}

export class BlobMissing extends Error {
  constructor(key: string) {
    super(`there is no blob ${key}`);
    this.name = "BlobMissing";
  }
}

export class BlobTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.name = "BlobTooLarge";
  }
}

/** The message says what an operator can do about it. */
export class BlobStoreUnusable extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "BlobStoreUnusable";
  }
}
