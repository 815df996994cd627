import { clientHeader, fileTexts } from "@lectern/contract";

export interface Put {
  url: string;
  body: Blob;
  type: string;
  signal: AbortSignal;
  /** Hears what part of the bytes has left, 0 to 1. */
  onProgress: (part: number) => void;
}

/** Why the bytes of a file did not get through. `isNetwork`: no answer came, and it may pass by itself. */
export class PutError extends Error {
  readonly isNetwork: boolean;
  constructor(message: string, isNetwork: boolean) {
    super(message);
    this.name = "PutError";
    this.isNetwork = isNetwork;
  }
}

/** Sends the bytes of a file to the address that was signed for them. Throws PutError; when `signal` aborts, the signal's reason. */
export function putFile({ url, body, type, signal, onProgress }: Put): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    // fetch does not tell how much of a body has left.
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener("abort", abort);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve();
      const said = request.getResponseHeader("x-amz-error-message");
      const sentence = fileTexts.putFailed(request.status);
      reject(new PutError(said ? `${sentence}: ${said}` : sentence, false));
    };
    request.onerror = () => reject(new PutError(fileTexts.putNetworkError, true));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.open("PUT", url);
    request.setRequestHeader("content-type", type);
    // Another host, such as that of a bucket, would have to allow it.
    if (new URL(url, location.href).origin === location.origin)
      request.setRequestHeader(clientHeader.name, clientHeader.value);
    request.send(body);
  });
}
