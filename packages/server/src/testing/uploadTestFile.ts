import { type FileRecord, getFiles, uploadFile } from "@lectern/contract";
import type { TestApp, TestPerson } from "./createTestApp.ts";

export interface TestFile {
  name: string;
  type?: string;
  content: string | Uint8Array;
  tags?: string[];
}

/** Longer than any extraction in a test. */
const maxWaitMs = 60_000;
const pollIntervalMs = 20;

/** Uploads a file as a browser does, waits until it is ready or has failed, and returns its record. */
export async function uploadTestFile(server: TestApp, person: TestPerson, file: TestFile): Promise<FileRecord> {
  const { key, statusUrl } = await uploadTestBytes(server, person, file);
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    const reply = await server.app.inject({ url: statusUrl });
    const { state } = reply.json<{ state: string }>();
    if (state === "ready" || state === "failed") break;
    if (performance.now() > deadline) throw new Error(`${file.name} is still ${state}`);
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
  return getFileRecord(person, key);
}

/** Uploads the bytes without waiting for extraction. */
export async function uploadTestBytes(
  server: TestApp,
  person: TestPerson,
  { name, type, content, tags = [] }: TestFile,
) {
  const bytes = Buffer.from(content);
  const contentType = type ?? "application/octet-stream";
  const uploadStart = await person.direct(uploadFile, {
    data: { name, type: contentType, tags, size: bytes.byteLength },
  });
  if (uploadStart.status !== 200) throw new Error(`the upload was refused: ${JSON.stringify(uploadStart.body)}`);
  const bytesResponse = await server.app.inject({
    method: "PUT",
    url: uploadStart.result.url,
    headers: { "content-type": contentType },
    payload: bytes,
  });
  if (bytesResponse.statusCode !== 200) throw new Error(`the bytes were refused: ${bytesResponse.body}`);
  return uploadStart.result;
}

async function getFileRecord(person: TestPerson, key: string): Promise<FileRecord> {
  const record = (await person.proxy(getFiles, { keys: [key] })).result.items[0];
  if (!record) throw new Error(`there is no file ${key}`);
  return record;
}
