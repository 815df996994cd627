import { ConfigError } from "./config.ts";
import { StartError } from "./listen.ts";
import { BlobStoreUnusableError } from "./platform/blobStore/blobStore.ts";
import { DatabaseOpenError } from "./platform/db/databaseOpenError.ts";
import { OcrLanguageMissingError } from "./platform/documents/ocrLanguages.ts";
import { SecretKeyError } from "./secretKey.ts";

/** Returns the message for the operator; null for an unexpected error. */
export function describeStartError(error: unknown): string | null {
  if (error instanceof ConfigError) {
    return ["Invalid configuration:", ...error.problems.map((problem) => `  ${problem}`)].join("\n");
  }
  if (error instanceof DatabaseOpenError) return error.userMessage;
  if (operatorErrorClasses.some((errorClass) => error instanceof errorClass) && error instanceof Error)
    return error.message;
  if (isFileError(error)) {
    const reason = fileErrorReasons[error.code] ?? error.code;
    return `Cannot write to ${error.path}: ${reason}. Set DATA_DIR to a folder that this user can write to.`;
  }
  return null;
}

/** Errors whose message alone tells the operator what to do. */
const operatorErrorClasses = [StartError, SecretKeyError, BlobStoreUnusableError, OcrLanguageMissingError];

const fileErrorReasons: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EEXIST: "it is not a folder",
  ENOTDIR: "part of this path is not a folder",
};

function isFileError(error: unknown): error is Error & { code: string; path: string } {
  if (!(error instanceof Error && "code" in error && "path" in error)) return false;
  return typeof error.path === "string" && Object.hasOwn(fileErrorReasons, String(error.code));
}
