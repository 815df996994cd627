import { uploadDataDisclosure } from "@lectern/contract";
import { call } from "../../lib/call.ts";
import { computeHashInWorker } from "../files/upload/computeHashInWorker.ts";
import { putFile } from "../files/upload/putFile.ts";

const type = "application/pdf";

/**
 * Uploads a PDF as the new agreement. Resolves when the server has read it and asks everybody to accept it. `onProgress`
 * receives the fraction of bytes sent. Throws CallError or PutError.
 */
export async function uploadDisclosure(file: File, onProgress: (fraction: number) => void): Promise<void> {
  const { signal } = new AbortController();
  const md5 = await computeHashInWorker(file, "md5", signal);
  if (md5 === null) throw new Error("the file cannot be read");
  const { presigned_url: url } = await call(uploadDataDisclosure, {
    fileName: file.name,
    contentType: type,
    md5,
    size: file.size,
  });
  await putFile({ url, body: file, type, signal, onProgress });
}
