import { beginUpload, type FileRecord, getFiles } from "@lectern/contract";
import { vi } from "vitest";
import type { ApiClient } from "./createApiClient.ts";

export interface FileToUpload {
  name: string;
  type: string;
  content: string | Uint8Array<ArrayBuffer>;
  tags?: string[];
}

/** Uploads a file through the API and returns its key; extraction starts afterwards. `url`: the server's origin. */
export async function uploadByApi(api: ApiClient, url: string, { name, type, content, tags = [] }: FileToUpload) {
  const upload = await api.call(beginUpload, { name, type, tags });
  const body = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const response = await fetch(new URL(upload.url, url), { method: "PUT", headers: { "content-type": type }, body });
  if (!response.ok) throw new Error(`the bytes of ${name} were refused: ${response.status} ${await response.text()}`);
  return upload.key;
}

/** Uploads a file through the API and waits until its extraction has finished or failed. */
export async function uploadAndExtract(api: ApiClient, url: string, file: FileToUpload): Promise<FileRecord> {
  const key = await uploadByApi(api, url, file);
  return vi.waitFor(
    async () => {
      const [record] = (await api.call(getFiles, { keys: [key] })).items;
      if (record?.state !== "ready" && record?.state !== "failed") throw new Error(`${file.name}: ${record?.state}`);
      return record;
    },
    { timeout: 60_000, interval: 50 },
  );
}
