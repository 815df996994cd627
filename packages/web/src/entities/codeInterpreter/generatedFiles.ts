import { downloadGeneratedFile, type GeneratedFile } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import { getUrlExpiryMs } from "../files/useDownloadUrl.ts";
import { findLocalFile, isLocalKey } from "./localFiles.ts";

/** How a file is shown below its answer. `binary`: it can only be downloaded. */
export type FileKind = "csv" | "pdf" | "png" | "binary" | "unsupported";

export function getFileKind({ type, values }: GeneratedFile): FileKind {
  const extension = /\.([a-z0-9]+)$/i.exec(values.file_name)?.[1]?.toLowerCase();
  if (type === "text/csv" || extension === "csv") return "csv";
  if (type === "application/pdf") return "pdf";
  if (type === "image/png") return "png";
  return type === "application/octet-stream" ? "binary" : "unsupported";
}

/** The content of a file: an address, which expires, or the bytes that this browser has. */
export type FileContent = { kind: "url"; url: string } | { kind: "blob"; blob: Blob };

/** Only another browser has the file, or nobody any more. */
export class FileElsewhereError extends Error {}

/** The query for a file's content. `isInline`: it is shown, not saved. */
export const fileContentQuery = (userId: string, key: string, isInline: boolean) =>
  queryOptions({
    queryKey: ["generatedFiles", userId, key, isInline],
    queryFn: ({ signal }) => readFile(userId, key, isInline, signal),
    staleTime: ({ state: { data, dataUpdatedAt } }) =>
      data?.kind === "url" ? Math.max(0, getUrlExpiryMs(data.url) - dataUpdatedAt) : Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: "always",
  });

/** Throws CallError or `FileElsewhereError`. */
async function readFile(userId: string, key: string, isInline: boolean, signal?: AbortSignal): Promise<FileContent> {
  if (isLocalKey(key)) {
    const file = await findLocalFile(userId, key);
    if (!file) throw new FileElsewhereError();
    return { kind: "blob", blob: file.content };
  }
  try {
    const { downloadUrl } = await call(downloadGeneratedFile, { key, isInline }, signal ? { signal } : {});
    return { kind: "url", url: downloadUrl };
  } catch (error) {
    throw error instanceof CallError && error.status === 404 ? new FileElsewhereError() : error;
  }
}

/** Returns the whole content of a file. Throws CallError, `FileElsewhereError`, or what a failed transfer throws. */
export async function readGeneratedFile(userId: string, key: string): Promise<Blob> {
  const content = await readFile(userId, key, false);
  if (content.kind === "blob") return content.blob;
  const response = await fetch(content.url);
  if (response.status === 404) throw new FileElsewhereError();
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.blob();
}

/** Returns the beginning of a text file, at most about `maxBytes` of it. Throws if it cannot be read. */
export async function readFileStart(content: FileContent, maxBytes: number, signal: AbortSignal): Promise<string> {
  if (content.kind === "blob") return content.blob.slice(0, maxBytes).text();
  const response = await fetch(content.url, { signal });
  if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  // The rest of a large file is not loaded.
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return text;
}
