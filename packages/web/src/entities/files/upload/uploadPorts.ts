import {
  deleteFile,
  type FileRecord,
  fileTexts,
  getFiles,
  retryFile,
  UploadStatus,
  type UploadTarget,
  uploadFile,
} from "@lectern/contract";
import * as z from "zod/mini";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { queryClient } from "../../../lib/queryClient.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";
import { refreshFiles } from "../fileCache.ts";
import { type Put, putFile } from "./putFile.ts";

/** What uploads need of the world around them. */
export interface UploadPorts {
  /** Throws PresignError. */
  begin(file: { name: string; type: string; size: number }, signal: AbortSignal): Promise<UploadTarget>;
  put(put: Put): Promise<void>;
  readStatus(file: { key: string; statusUrl: string | null }, signal: AbortSignal): Promise<UploadStatus>;
  /** What the server knows of the files that are there. */
  findFiles(keys: readonly string[]): Promise<FileRecord[]>;
  /** Asks for the text of a file to be taken again. */
  retry(key: string): Promise<void>;
  /** Takes away a file whose upload was given up. */
  discard(key: string): Promise<void>;
  isOnline(): boolean;
  /** Says in a notice what failed, and why. */
  alert(text: string, reason: string): void;
  read(name: string): string | null;
  write(name: string, value: string | null): void;
  /** One's files are no longer what they were. */
  filesChanged(): void;
}

/** Why no address for the bytes could be had. `isNetwork`: no answer came. */
export class PresignError extends Error {
  readonly isNetwork: boolean;
  constructor(message: string, isNetwork: boolean) {
    super(message);
    this.name = "PresignError";
    this.isNetwork = isNetwork;
  }
}

/** The real ones, for one person. */
export function createUploadPorts(userId: string): UploadPorts {
  return {
    begin: (file, signal) =>
      call(uploadFile, { data: file }, { signal }).then(
        (place) => {
          // The session of this browser may be another person's by now, as of another tab. Theirs are not to be mixed with these.
          if (place.key.startsWith(`${userId}/`)) return place;
          throw new PresignError("Somebody else is signed in here now. Reload the page, and attach it again.", false);
        },
        (error: unknown) => {
          signal.throwIfAborted();
          throw presignErrorOf(error);
        },
      ),
    put: putFile,
    readStatus: async ({ key, statusUrl }, signal) => {
      if (statusUrl !== null) {
        const response = await fetch(statusUrl, { signal, cache: "no-store" });
        if (response.status === 404) return statusOf(undefined);
        // Refused: the address is good for a day, and a draft may be older.
        if (response.status !== 403) return z.parse(UploadStatus, await response.json());
      }
      return statusOf((await call(getFiles, { keys: [key] }, { signal })).items[0]);
    },
    findFiles: async (keys) => (await call(getFiles, { keys: [...keys] })).items,
    retry: async (key) => void (await call(retryFile, { key })),
    discard: async (key) => void (await call(deleteFile, { key })),
    isOnline: () => navigator.onLine,
    alert: (text, reason) => notifyError(text, { reason }),
    read: (name) => readUserValue(userId, name),
    write: (name, value) => writeUserValue(userId, name, value),
    filesChanged: () => void refreshFiles(queryClient),
  };
}

function presignErrorOf(error: unknown): PresignError {
  if (!(error instanceof CallError)) return new PresignError(String(error), false);
  if (error.status === null) return new PresignError(fileTexts.putNetworkError, true);
  const sentence = fileTexts.presignFailed(String(error.status));
  return new PresignError(error.reason ? `${sentence}. ${error.reason}` : sentence, false);
}

function statusOf(record: FileRecord | undefined): UploadStatus {
  if (!record) return { state: "failed", progress: 0, reason: "The file is no longer there." };
  const { state, progress, reason } = record;
  return { state, progress, ...(reason === null ? {} : { reason }) };
}
