import { type FileRecord, getFiles, uploadFile } from "@lectern/contract";
import type { TestApp, TestPerson } from "./createTestApp.ts";

export interface TestFile {
  name: string;
  type?: string;
  content: string | Uint8Array;
  tags?: string[];
}

/** Much longer than any extraction in a test takes. */
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
  return recordOf(person, key);
}

/** Uploads the bytes without waiting for extraction. */
export async function uploadTestBytes(
  server: TestApp,
  person: TestPerson,
  { name, type, content, tags = [] }: TestFile,
) {
  const bytes = Buffer.from(content);
  const contentType = type ?? "application/octet-stream";
  const begun = await person.direct(uploadFile, { data: { name, type: contentType, tags, size: bytes.byteLength } });
  if (begun.status !== 200) throw new Error(`the upload was refused: ${JSON.stringify(begun.body)}`);
  const sent = await server.app.inject({
    method: "PUT",
    url: begun.result.url,
    headers: { "content-type": contentType },
    payload: bytes,
  });
  if (sent.statusCode !== 200) throw new Error(`the bytes were refused: ${sent.body}`);
  return begun.result;
}

async function recordOf(person: TestPerson, key: string): Promise<FileRecord> {
  const found = (await person.proxy(getFiles, { keys: [key] })).result.items[0];
  if (!found) throw new Error(`there is no file ${key}`);
  return found;
}
