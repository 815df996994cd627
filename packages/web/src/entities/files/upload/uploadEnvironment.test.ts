import { UploadStatus } from "@lectern/contract";
import { afterEach, expect, test, vi } from "vitest";
import { encodeBase64 } from "../../../lib/base64.ts";
import { createUploadEnvironment, PresignError } from "./uploadEnvironment.ts";

afterEach(() => void vi.unstubAllGlobals());

const key = "ann/2026-11-21/a.json";

test("an upload target of another person is rejected, because the browser's session has changed", async () => {
  const target = { url: "/put", key, contentUrl: "", statusUrl: "", metadataUrl: "" };
  vi.stubGlobal("fetch", async () => Response.json({ success: true, ...target }));
  const file = { name: "a.txt", type: "text/plain", size: 5 };
  const { signal } = new AbortController();
  await expect(createUploadEnvironment("bob").requestUpload(file, signal)).rejects.toThrow(
    "Someone else is now signed in",
  );
  expect(await createUploadEnvironment("ann").requestUpload(file, signal)).toMatchObject({ key });
});

test("[C8.03] a failed request for an upload URL has the status and the server's reason, or is a network error", async () => {
  const file = { name: "a.txt", type: "text/plain", size: 5 };
  const request = () => createUploadEnvironment("ann").requestUpload(file, new AbortController().signal);
  for (const status of [400, 403, 413, 500]) {
    vi.stubGlobal("fetch", async () => Response.json({ success: false, message: "It is full." }, { status }));
    const error = new PresignError(`Failed to get presigned url: ${status}. It is full.`, false);
    await expect(request()).rejects.toEqual(error);
  }
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(request()).rejects.toEqual(new PresignError("Network error occurred during file upload.", true));
});

test("if a document's status URL has expired, its state is read by the file's key", async () => {
  const record = { state: "ready", progress: 100, reason: null };
  vi.stubGlobal("fetch", async (url: string) =>
    url === "/old"
      ? Response.json({ success: false, message: "This address has expired." }, { status: 403 })
      : Response.json({ data: encodeBase64(JSON.stringify({ success: true, data: { items: [record] } })) }),
  );
  const status = await createUploadEnvironment("ann").readStatus(
    { key, statusUrl: "/old" },
    new AbortController().signal,
  );
  expect(UploadStatus.parse(status)).toEqual({ state: "ready", progress: 100 });
});
