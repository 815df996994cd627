import { downloadFile } from "@lectern/contract";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import { isOffline } from "../../lib/network.ts";
import { notifyError } from "../../ui/notices/notify.tsx";
import { fileMessages } from "./fileMessages.ts";

/**
 * Downloads the original of a file; shows a notice if that fails. Resolves when the browser has started the download;
 * never rejects.
 */
export async function downloadOriginal(key: string, name: string): Promise<void> {
  try {
    const { downloadUrl } = await call(downloadFile, { key, fileName: name });
    const link = document.createElement("a");
    link.href = downloadUrl;
    link.download = name;
    link.rel = "noreferrer";
    link.click();
  } catch (error) {
    const callError = error instanceof CallError ? error : null;
    // Without a response, or for a missing document, the message says everything.
    const hasDetails = callError !== null && callError.status !== null && callError.status !== 404;
    notifyError(getDownloadErrorText(error, !isOffline()), {
      reason: hasDetails ? callError.reason : null,
      requestId: hasDetails ? callError.requestId : null,
    });
  }
}

/** Returns the message for a failed download. */
export function getDownloadErrorText(error: unknown, isOnline: boolean): string {
  if (!(error instanceof CallError)) return fileMessages.downloadFailed();
  if (error.status === 404) return fileMessages.documentMissing();
  if (error.status !== null) return fileMessages.downloadFailed();
  return isOnline ? fileMessages.downloadUnreachable() : fileMessages.downloadOffline();
}
