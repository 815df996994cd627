import { UploadStatus } from "@lectern/contract";
import { afterEach, expect, test, vi } from "vitest";
import { encodeBase64 } from "../../../lib/base64.ts";
import { createUploadPorts } from "./uploadPorts.ts";

afterEach(() => void vi.unstubAllGlobals());

const key = "ann/2026-11-21/a.json";

test("a place among another person's files is not used: the browser's session has changed meanwhile", async () => {
  const place = { url: "/put", key, contentUrl: "", statusUrl: "", metadataUrl: "" };
  vi.stubGlobal("fetch", async () => Response.json({ success: true, ...place }));
  const file = { name: "a.txt", type: "text/plain", size: 5 };
  const { signal } = new AbortController();
  await expect(createUploadPorts("bob").begin(file, signal)).rejects.toThrow("Somebody else is signed in");
  expect(await createUploadPorts("ann").begin(file, signal)).toMatchObject({ key });
});

test("a draft that is older than the address of its document's state asks for that by the file's key", async () => {
  const record = { state: "ready", progress: 100, reason: null };
  vi.stubGlobal("fetch", async (address: string) =>
    address === "/old"
      ? Response.json({ success: false, message: "This address has expired." }, { status: 403 })
      : Response.json({ data: encodeBase64(JSON.stringify({ success: true, data: { items: [record] } })) }),
  );
  const status = await createUploadPorts("ann").readStatus({ key, statusUrl: "/old" }, new AbortController().signal);
  expect(UploadStatus.parse(status)).toEqual({ state: "ready", progress: 100 });
});
