import {
  deleteFile,
  type FileRecord,
  getFiles,
  retryFile,
  UploadStatus,
  type UploadTarget,
  uploadFile,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import * as z from "zod/mini";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { isOffline } from "../../../lib/network.ts";
import { queryClient } from "../../../lib/queryClient.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";
import { closeErrorNotice } from "../../../ui/notices/showNotice.ts";
import { reloadConfig } from "../../session/session.ts";
import { refreshFiles } from "../fileCache.ts";
import { fileMessages } from "../fileMessages.ts";
import { checkFile } from "./checkFile.ts";
import { findIdenticalFile } from "./findIdenticalFile.ts";
import { type PutRequest, putFile } from "./putFile.ts";
import { type IdenticalPlace, showNotUploaded } from "./showNotUploaded.ts";

interface UploadedFile {
  name: string;
  type: string;
  size: number;
}

/** The server, network and storage that uploads use; replaced in tests. */
export interface UploadEnvironment {
  /** Finds the person's own file with this name and the same bytes. Null: there is none, or it is not known. */
  findIdentical(file: { name: string; bytes: Blob }, signal: AbortSignal): Promise<FileRecord | null>;
  /** Requests an upload URL. Throws PresignError. */
  requestUpload(file: UploadedFile, signal: AbortSignal): Promise<UploadTarget>;
  put(request: PutRequest): Promise<void>;
  readStatus(file: { key: string; statusUrl: string | null }, signal: AbortSignal): Promise<UploadStatus>;
  /** Returns the records of the files that exist. */
  findFiles(keys: readonly string[]): Promise<FileRecord[]>;
  /** Requests another extraction of a file's text. */
  retry(key: string): Promise<void>;
  /** Deletes a file whose upload was cancelled. */
  discard(key: string): Promise<void>;
  isOnline(): boolean;
  /** `isOnPage`: the page shows what failed, so the notice closes by itself. */
  showError(text: string, reason: string, isOnPage: boolean): void;
  /** Closes the error notice with this text, if it is shown. */
  closeError(text: string): void;
  readStored(key: string): string | null;
  writeStored(key: string, value: string | null): void;
  /** Shows a notice that a document was not uploaded, because of an identical one. */
  showNotUploaded(name: string, place: IdenticalPlace): void;
  /** Called when the person's files have changed. */
  onFilesChanged(): void;
}

/** A failed request for an upload URL. `isNetwork`: there was no response. */
export class PresignError extends Error {
  readonly isNetwork: boolean;
  constructor(message: string, isNetwork: boolean) {
    super(message);
    this.name = "PresignError";
    this.isNetwork = isNetwork;
  }
}

/** Creates the real environment of one person's uploads. */
export function createUploadEnvironment(userId: string): UploadEnvironment {
  return {
    findIdentical: async ({ name, bytes }, signal) => {
      const file = await findIdenticalFile(name, bytes, signal);
      // Another person may have signed in, for example in another tab.
      return file?.id.startsWith(`${userId}/`) ? file : null;
    },
    requestUpload: (file, signal) =>
      call(uploadFile, { data: file }, { signal }).then(
        (target) => {
          // Another person may have signed in, for example in another tab. Do not add the upload to that person's
          // files.
          if (target.key.startsWith(`${userId}/`)) return target;
          throw new PresignError(t`Someone else has signed in here. Reload the page and attach the file again.`, false);
        },
        async (error: unknown) => {
          signal.throwIfAborted();
          throw await toPresignError(file, error);
        },
      ),
    put: putFile,
    readStatus: async ({ key, statusUrl }, signal) => {
      if (statusUrl !== null) {
        const response = await fetch(statusUrl, { signal, cache: "no-store" });
        if (response.status === 404) return toUploadStatus(undefined);
        // 403: the URL has expired, because the draft is more than a day old. Use the key instead.
        if (response.status !== 403) return z.parse(UploadStatus, await response.json());
      }
      return toUploadStatus((await call(getFiles, { keys: [key] }, { signal })).items[0]);
    },
    findFiles: async (keys) => (await call(getFiles, { keys: [...keys] })).items,
    retry: async (key) => void (await call(retryFile, { key })),
    discard: async (key) => void (await call(deleteFile, { key })),
    isOnline: () => !isOffline(),
    showError: (text, reason, isOnPage) => notifyError(text, { reason, isOnPage }),
    closeError: closeErrorNotice,
    showNotUploaded,
    readStored: (key) => readUserValue(userId, key),
    writeStored: (key, value) => writeUserValue(userId, key, value),
    onFilesChanged: () => void refreshFiles(queryClient),
  };
}

async function toPresignError(file: UploadedFile, error: unknown): Promise<PresignError> {
  if (!(error instanceof CallError)) return new PresignError(String(error), false);
  if (error.status === null) return new PresignError(fileMessages.putNetworkError(), true);
  const problem = error.status === 400 || error.status === 413 ? await checkByCurrentRules(file) : null;
  if (problem !== null) return new PresignError(problem, false);
  const text = fileMessages.presignFailed(String(error.status));
  return new PresignError(error.reason ? `${text}. ${error.reason}` : text, false);
}

/** Checks a file again, because the server's rules may have changed since this page loaded them. */
async function checkByCurrentRules(file: UploadedFile): Promise<string | null> {
  const config = await reloadConfig();
  if (!config) return null;
  const { uploadMaxBytes: maxBytes, uploadExtensions: allowedExtensions } = config;
  return checkFile(file, { acceptsImages: true, maxBytes, allowedExtensions });
}

function toUploadStatus(record: FileRecord | undefined): UploadStatus {
  if (!record) return { state: "failed", progress: 0, reason: t`The file was deleted.` };
  const { state, progress, reason } = record;
  return { state, progress, ...(reason === null ? {} : { reason }) };
}
