import { sqlStateOf } from "./db/queryError.ts";

/** SQLSTATE `disk_full`, and the errors of a file system and of S3-compatible servers. */
const diskFullState = "53100";
const diskFullCodes = new Set(["ENOSPC", "EDQUOT"]);
const bucketFullNames = new Set(["XMinioStorageFull", "InsufficientStorage", "QuotaExceeded"]);

/** True if a write failed because a disk, a quota or a bucket is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (sqlStateOf(error) === diskFullState || bucketFullNames.has(error.name)) return true;
  return "code" in error && diskFullCodes.has(String(error.code));
}
