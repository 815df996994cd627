import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/createTestApp.ts";
import { interleave } from "../../testing/interleave.ts";
import { receiveApiDocument } from "../apiDocumentation/service.ts";
import { listSiteFiles, lockPurpose } from "./repository.ts";

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ database: "postgres", environment: { ADMINS: "site@uni.edu" } });
});
afterAll(() => server.close());

test("of two files for one purpose that are uploaded at once, one remains", async () => {
  const { platform } = server;
  const { actor } = await server.signIn("site@uni.edu");
  const upload = { id: randomUUID(), kind: "pdf", name: "Second.pdf", md5: null, size: null } as const;
  const first = { id: randomUUID(), purpose: "apiPdf", name: "First.pdf", bytes: 1, uploaded_by: actor.principal.id };
  const body = {
    chunks: new Blob(["%PDF-1.7"]).stream(),
    length: undefined,
    md5: undefined,
    signal: new AbortController().signal,
  };
  const [, second] = await interleave(
    platform.db,
    (tx) => lockPurpose(tx, "apiPdf"),
    () => receiveApiDocument(platform, actor, upload, body),
    (tx) =>
      tx
        .insertInto("site_files")
        .values({ ...first, created_at: platform.clock.now() })
        .execute(),
  );
  expect(second.status).toBe("fulfilled");
  expect((await listSiteFiles(platform.db, ["apiPdf"])).map(({ name }) => name)).toEqual(["Second.pdf"]);
});
