import { type FileRecord, getFiles } from "@lectern/contract";
import { expect, vi } from "vitest";
import type { Db } from "../../../server/src/platform/db/database.ts";
import type { ApiClient } from "./createApiClient.ts";
import { uploadByApi } from "./uploadByApi.ts";

/** So many that the extraction of the text and the storing of its passages each take longer than many polls. */
const paragraphCount = 4_000;
const pollOptions = { timeout: 120_000, interval: 100 };

/** Uploads a long text and returns its key. `url`: the server's origin. */
export function uploadLongText(api: ApiClient, url: string, name: string): Promise<string> {
  const sentence = "The river rises in spring and carries sand. ";
  const content = Array.from(
    { length: paragraphCount },
    (_, index) => `Paragraph ${index} of ${name}. ${sentence.repeat(6)}`,
  ).join("\n\n");
  return uploadByApi(api, url, { name, type: "text/plain", content });
}

export async function getFile(api: ApiClient, key: string): Promise<FileRecord> {
  const { items } = await api.call(getFiles, { keys: [key] });
  if (!items[0]) throw new Error("the file is gone");
  return items[0];
}

/** Waits until the file is being extracted and has this progress. From 90 on, the server stores the passages. */
export async function waitForProgress(api: ApiClient, key: string, atLeast: number): Promise<void> {
  const expectExtraction = async () => {
    const { state, progress } = await getFile(api, key);
    expect(state).toBe("extracting");
    return progress;
  };
  await vi.waitFor(expectExtraction, pollOptions);
  await vi.waitFor(async () => expect(await expectExtraction()).toBeGreaterThanOrEqual(atLeast), {
    ...pollOptions,
    interval: 20,
  });
}

export const waitUntilFileReady = (api: ApiClient, key: string) =>
  vi.waitFor(async () => expect((await getFile(api, key)).state).toBe("ready"), pollOptions);

/** Expects that a file in extraction shows nothing of its content. */
export async function expectNoContent(api: ApiClient, key: string): Promise<void> {
  expect(await getFile(api, key)).toMatchObject({ contentKey: null, totalTokens: null, totalItems: null });
}

/** Expects `count` finished documents, one of them with each passage of the long text exactly once, in order. */
export async function expectCompleteDocuments(db: Db, count: number): Promise<void> {
  const documents = await db.selectFrom("documents").select(["state", "process_id", "attempts"]).execute();
  expect(documents).toEqual(Array.from({ length: count }, () => ({ state: "ready", process_id: null, attempts: 0 })));
  const firstDocumentId = db.selectFrom("chunks").select("document_id").where("content", "like", "Paragraph 0 of %");
  const chunks = await db
    .selectFrom("chunks")
    .select(["position", "content"])
    .where("document_id", "=", firstDocumentId)
    .orderBy("position")
    .execute();
  expect(chunks.map(({ position }) => position)).toEqual(chunks.map((_, index) => index));
  const foundParagraphs = new Set(chunks.flatMap(({ content }) => content.match(/Paragraph \d+ of/g) ?? []));
  expect(foundParagraphs.size).toBe(paragraphCount);
}
