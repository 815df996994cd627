import { createGeneratedFile } from "@lectern/contract";
import type { TestApp, TestPerson } from "../../../testing/createTestApp.ts";

/** Sends a file that code has made, as a browser does, and returns its key. */
export async function uploadGeneratedFile(
  { app }: TestApp,
  person: TestPerson,
  file: { assistantId: string; threadId?: string; name?: string; type?: string; content?: string },
): Promise<string> {
  const { assistantId, threadId = null, name = "chart.png", type = "image/png", content = "picture" } = file;
  const { result, body } = await person.proxy(createGeneratedFile, {
    ...{ assistantId, threadId, name, type, size: Buffer.byteLength(content) },
  });
  if (!result) throw new Error(`the file was refused: ${JSON.stringify(body)}`);
  const sent = await app.inject({ method: "PUT", url: result.uploadUrl, payload: content });
  if (sent.statusCode !== 200) throw new Error(`the bytes were refused: ${sent.body}`);
  return result.key;
}
