import { UploadStatus } from "@lectern/contract";
import { afterEach, expect, test, vi } from "vitest";
import { encodeBase64 } from "../../../lib/base64.ts";
import { queryClient } from "../../../lib/queryClient.ts";
import { createUploadEnvironment, PresignError } from "./uploadEnvironment.ts";

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const key = "ann/2026-11-21/a.json";

test("an upload target of another person is rejected, because the browser's session has changed", async () => {
  const target = { url: "/put", key, contentUrl: "", statusUrl: "", metadataUrl: "" };
  vi.stubGlobal("fetch", async () => Response.json({ success: true, ...target }));
  const file = { name: "a.txt", type: "text/plain", size: 5 };
  const { signal } = new AbortController();
  await expect(createUploadEnvironment("bob").requestUpload(file, signal)).rejects.toThrow(
    "Someone else has signed in",
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

test("after the server's rules have changed, a file that it refuses is checked by the new ones, which the page then uses", async () => {
  const loadedConfig = { uploadMaxBytes: 1_000, uploadExtensions: null };
  queryClient.setQueryData(["session"], { config: loadedConfig });
  const request = (name: string, size: number) =>
    createUploadEnvironment("ann").requestUpload({ name, type: "text/plain", size }, new AbortController().signal);
  const currentConfig = { uploadMaxBytes: 10, uploadExtensions: ["pdf", "docx"] };
  for (const [status, name, size, text] of [
    [400, "a.txt", 5, "This file type is not supported. Please upload a file of type: pdf, docx"],
    [413, "a.pdf", 11, "This file is too large (11 bytes). The limit is 10 bytes."],
    [400, "a.pdf", 5, "Failed to get presigned url: 400. It is odd."],
    [403, "a.txt", 5, "Failed to get presigned url: 403. It is odd."],
  ] as const) {
    vi.stubGlobal("fetch", async (url: string) =>
      url === "/api/session"
        ? Response.json({ user: null, config: currentConfig })
        : Response.json({ success: false, message: "It is odd." }, { status }),
    );
    await expect(request(name, size)).rejects.toEqual(new PresignError(text, false));
  }
  expect(queryClient.getQueryData(["session"])).toMatchObject({ config: currentConfig });
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
