import { clientHeader } from "@lectern/contract";
import { readFailure } from "../../../lib/callError.ts";
import { translateServerText } from "../../../lib/i18n/translateServerText.ts";
import { fileMessages } from "../fileMessages.ts";
import { computeHashInWorker } from "./computeHashInWorker.ts";

export interface PutRequest {
  url: string;
  body: Blob;
  type: string;
  /** Further headers, which the address requires. */
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Receives the fraction of bytes sent, 0 to 1. */
  onProgress: (fraction: number) => void;
}

/** A failed upload of a file's bytes. `isNetwork`: there was no response, so a retry may succeed. */
export class PutError extends Error {
  readonly isNetwork: boolean;
  /** Why the server has rejected the bytes, if it says so. */
  readonly reason: string | null;
  constructor(message: string, isNetwork: boolean, reason: string | null = null) {
    super(message);
    this.name = "PutError";
    this.isNetwork = isNetwork;
    this.reason = reason;
  }
}

/** Uploads the bytes of a file to a signed URL, with their MD5. Throws PutError, or the signal's reason. */
export async function putFile(request: PutRequest): Promise<void> {
  const md5 = await computeHashInWorker(request.body, "md5", request.signal);
  await sendBytes(request, md5);
}

function sendBytes({ url, body, type, headers, signal, onProgress }: PutRequest, md5: string | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    // Use XMLHttpRequest, because fetch does not report upload progress.
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener("abort", abort);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1);
    request.onload = () => {
      if (request.status === 200) return resolve();
      const details = request.getResponseHeader("x-amz-error-message");
      const text = fileMessages.putFailed(String(request.status));
      reject(new PutError(details ? `${text}: ${details}` : text, false, readReason(request.responseText)));
    };
    request.onerror = () => reject(new PutError(fileMessages.putNetworkError(), true));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.open("PUT", url);
    request.setRequestHeader("content-type", type);
    for (const [name, value] of Object.entries(headers ?? {})) request.setRequestHeader(name, value);
    // The server rejects bytes that were damaged on the way.
    if (md5 !== null) request.setRequestHeader("content-md5", md5);
    // Send this header only to our own server: another origin, such as a bucket, would have to allow it.
    if (new URL(url, location.href).origin === location.origin)
      request.setRequestHeader(clientHeader.name, clientHeader.value);
    request.send(body);
  });
}

/** Returns the message of a failure of our own server; null for any other response. */
function readReason(response: string): string | null {
  try {
    const { reason } = readFailure(JSON.parse(response));
    return reason ? translateServerText(reason) : null;
  } catch {
    return null;
  }
}
