import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { beginUpload, getFiles, type OpOutput } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { testDatabaseKinds } from "../../../server/src/testing/testDatabase.ts";
import { startWorkspace, type Workspace } from "../../support/startWorkspace.ts";

const longTimeout = { timeout: 20_000, interval: 50 };

describe.each(testDatabaseKinds)("a server on %s that is killed during an upload", (kind) => {
  const line = "The seminar meets on Thursdays in the blue room.\n";
  const content = line.repeat(20_000);
  let workspace: Workspace;
  let upload: OpOutput<typeof beginUpload>;

  beforeAll(async () => {
    workspace = await startWorkspace(kind);
    const { api, lectern } = workspace;
    const size = Buffer.byteLength(content);
    upload = await api.call(beginUpload, { name: "seminar.txt", type: "text/plain", size });
    const broken = Promise.withResolvers<void>();
    const sending = request(new URL(upload.url, lectern.url), {
      method: "PUT",
      headers: { "content-type": "text/plain", "content-length": size },
    });
    sending.once("error", () => broken.resolve());
    sending.write(content.slice(0, size / 2));
    await vi.waitFor(async () => expect(await blobs()).toHaveLength(1), longTimeout);
    expect(await lectern.stop("SIGKILL")).toBeNull();
    await broken.promise;
    expect(await blobs()).toHaveLength(1);
    await lectern.restart();
  });
  afterAll(() => workspace?.close());

  const blobs = async () => {
    const entries = await readdir(join(workspace.lectern.dataDir, "blobs"), { recursive: true, withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
  };
  const record = async () => (await workspace.api.call(getFiles, { keys: [upload.key] })).items[0];

  test("has none of its bytes after the restart, and the file still waits for them", async () => {
    if (kind === "pglite") expect(await blobs()).toEqual([]);
    // Other processes may write to the same folder, so only old files are known to be leftovers. It is not a blob yet.
    else expect((await blobs()).every((path) => path.includes(".writing"))).toBe(true);
    expect(await record()).toMatchObject({ name: "seminar.txt", state: "uploading", size: null });
  });

  test("accepts the whole file at the same URL and extracts it", async () => {
    const reply = await fetch(new URL(upload.url, workspace.lectern.url), {
      method: "PUT",
      body: content,
      headers: { "content-type": "text/plain" },
    });
    expect(reply.status).toBe(200);
    await vi.waitFor(
      async () => expect(await record()).toMatchObject({ state: "ready", size: Buffer.byteLength(content) }),
      longTimeout,
    );
    const text = await fetch(new URL(upload.contentUrl, workspace.lectern.url));
    expect(await text.text()).toContain("The seminar meets on Thursdays");
  });
});
