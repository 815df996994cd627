import { UploadStatus } from "@lectern/contract";
import { afterEach, expect, test, vi } from "vitest";
import { encodeBase64 } from "../../../lib/base64.ts";
import { createUploadEnvironment } from "./uploadEnvironment.ts";

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
