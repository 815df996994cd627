import { createHash } from "node:crypto";
import * as contract from "@lectern/contract";
import {
  deleteFile,
  downloadFile,
  type FileRecord,
  fileTexts,
  getFiles,
  listFileTags,
  type OpCallInput,
  type OpOutput,
  queryFiles,
  readFileContent,
  readFileTable,
  retryFile,
  setFileTags,
  uploadFile,
} from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { DocumentReadError } from "../../../platform/documents/documentReader.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { createManualClock } from "../../../testing/manualClock.ts";
import { uploadTestBytes, uploadTestFile } from "../../../testing/uploadTestFile.ts";
import { forgetFlags } from "../../flags/service.ts";
import { createGroup } from "../../groups/service.ts";
import { createScriptedReader } from "../documents/testing/scriptedReader.ts";
import { reapAbandonedUploads } from "../service.ts";

describe("files", () => {
  const clock = createManualClock(new Date("2026-11-21T09:00:00.000Z"));
  const reader = createScriptedReader();
  let server: TestApp;
  let personCount = 0;
  beforeAll(async () => {
    // Without ADMINS the first person is an administrator, who may upload whatever the flags say.
    const environment = {
      UPLOAD_MAX_MB: "2",
      STORAGE_PER_PERSON_MB: "3",
      STORAGE_PER_GROUP_MB: "5",
      ADMINS: "admin@uni.edu",
    };
    server = await createTestApp({ clock, environment, documents: reader });
  });
  afterEach(() => {
    reader.beforeRead = async () => undefined;
    releaseReader();
  });
  afterAll(() => server.close());

  let releaseReader: () => void = () => undefined;
  /** Blocks extraction until the test ends. */
  const waitUntilReleased = () =>
    new Promise<void>((resolve) => {
      releaseReader = resolve;
    });
  const waitUntilSettled = (person: TestPerson, key: string) =>
    vi.waitFor(
      async () => {
        const record = await getRecord(person, key);
        expect(record?.state).toMatch(/^(ready|failed)$/);
        return record;
      },
      { timeout: 10_000, interval: 20 },
    );

  /** Signs in a new person without files. */
  const signInNewPerson = () => server.signIn(`person-${++personCount}@uni.edu`);
  const startUpload = (person: TestPerson, data: OpCallInput<typeof uploadFile>["data"]) =>
    person.direct(uploadFile, { data });
  const getRecord = async (person: TestPerson, key: string): Promise<FileRecord | undefined> =>
    (await person.proxy(getFiles, { keys: [key] })).result.items[0];
  const unfinishedState = expect.stringMatching(/^(queued|extracting)$/);

  test("[C7.05] [C7.06] [C7.07] [C7.08] [C7.09] have these addresses", () => {
    const ops = [downloadFile, listFileTags, setFileTags, queryFiles, uploadFile];
    expect(ops.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /files/download",
      "GET /files/tags/list",
      "POST /files/set_tags",
      "POST /files/query",
      "POST /api/files/upload",
    ]);
  });

  describe("an upload", () => {
    test("[C7.09] returns the file's key and four URLs of this server, and stores what was sent with it", async () => {
      const person = await signInNewPerson();
      // The type differs from the one that the name would give.
      const upload = { actions: [{ name: "x" }], type: "text/html", name: "a.txt", tags: ["law"], data: { term: 2 } };
      const { status, body } = await startUpload(person, { ...upload, knowledgeBase: "default", groupId: null });
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        key: expect.stringMatching(new RegExp(`^${person.actor.principal.id}/2026-11-21/[0-9a-f-]{36}\\.json$`)),
        url: expect.stringMatching(/^\/signed\/files\/upload\?/),
        contentUrl: expect.stringMatching(/^\/signed\/files\/content\?/),
        statusUrl: expect.stringMatching(/^\/signed\/files\/status\?/),
        metadataUrl: expect.stringMatching(/^\/signed\/files\/metadata\?/),
      });
      const { key: secondKey } = (await startUpload(person, { ...upload, knowledgeBase: "biology" })).result;
      const { key: thirdKey } = (await startUpload(person, upload)).result;
      const knowledgeBases = new Map([
        [body.key, "default"],
        [secondKey, "biology"],
        [thirdKey, "default"],
      ]);
      const rows = await server.platform.db
        .selectFrom("files")
        .select(["id", "name", "type", "tags", "data", "knowledge_base", "group_id"])
        .where("owner_id", "=", person.actor.principal.id)
        .execute();
      expect(new Map(rows.map((row) => [row.id, row.knowledge_base]))).toEqual(knowledgeBases);
      const { type, name, tags, data } = upload;
      for (const row of rows) expect(row).toMatchObject({ name, type, tags, data, group_id: null });
    });

    test("[C7.09] cannot be started through the proxy", async () => {
      const person = await signInNewPerson();
      const reply = await person.proxy(uploadFile, { data: { name: "a.txt" } });
      expect(reply).toMatchObject({ status: 404, body: { success: false } });
      expect((await person.proxy(queryFiles, {})).result.items).toEqual([]);
    });

    test("works the same for an API client at its own path", async () => {
      const person = await signInNewPerson();
      const { status, result } = await person.rest(contract.beginUpload, { name: "a.txt", type: "text/plain" });
      expect(status).toBe(200);
      const uploadResponse = await server.app.inject({
        method: "PUT",
        url: result.url,
        headers: { "content-type": "text/plain" },
        payload: "hello",
      });
      expect(uploadResponse.statusCode).toBe(200);
      expect(await getRecord(person, result.key)).toMatchObject({ name: "a.txt", size: 5 });
    });

    test("[C3.01] [A3.24] becomes a file with id, name, type, time, tags, group and size", async () => {
      const person = await signInNewPerson();
      reader.beforeRead = waitUntilReleased;
      const { key, url } = (await startUpload(person, { name: "Plan.pdf", type: "application/pdf", tags: ["a", "b"] }))
        .result;
      // The bytes arrive later than the file was created.
      clock.advance(60_000);
      const headers = { "content-type": "application/pdf" };
      await server.app.inject({ method: "PUT", url, headers, payload: "%PDF" });
      expect(await getRecord(person, `s3://${key}`)).toEqual({
        id: key,
        name: "Plan.pdf",
        type: "application/pdf",
        createdAt: "2026-11-21T09:00:00.000Z",
        tags: ["a", "b"],
        size: 4,
        state: unfinishedState,
        progress: 0,
        reason: null,
        canRetry: false,
        totalTokens: null,
        totalItems: null,
        isImage: false,
        groupId: null,
        contentKey: null,
      });
    });

    test.each([
      ["[C5.12] without extension", "noextension", fileTexts.unsupported],
      ["[C5.12] that begins with its only dot", ".hidden", fileTexts.unsupported],
      ["[C5.14] of old PowerPoint", "slides.ppt", "This file type is not supported. Please save the file as pptx."],
      ["[C5.14] of its templates", "slides.potx", "This file type is not supported. Please save the file as pptx."],
      ["[C5.15] of a disallowed kind", "song.mp3", "This file type is not supported."],
      ["hidden behind a folder's name", "a.txt/virus.exe", "This file type is not supported."],
    ])("%s is rejected with the reason", async (_, name, message) => {
      const person = await signInNewPerson();
      for (const reply of [
        await startUpload(person, { name, type: "text/plain" }),
        await person.rest(contract.beginUpload, { name, type: "text/plain" }),
      ]) {
        expect(reply.status).toBe(400);
        expect(reply.body).toMatchObject({ success: false, message });
      }
      expect((await person.proxy(queryFiles, {})).result.items).toEqual([]);
    });

    test.each(["text/plain\r\nx-evil: 1", "text/plain\n", "a\0b", "a\u007fb"])(
      "with control characters in its media type (%j) is refused",
      async (type) => {
        const person = await signInNewPerson();
        expect(await startUpload(person, { name: "a.txt", type, size: 2 })).toMatchObject({
          status: 400,
          body: { code: "invalidInput" },
        });
      },
    );

    test("[A5.09] [C5.15] of a type that the server does not allow is rejected with the allowed types", async () => {
      const restrictedServer = await createTestApp({ environment: { UPLOAD_EXTENSIONS: "pdf,.DOCX" } });
      try {
        const person = await restrictedServer.signIn("restricted@uni.edu");
        for (const reply of [
          await person.direct(uploadFile, { data: { name: "a.txt", type: "application/pdf" } }),
          await person.rest(contract.beginUpload, { name: "a.txt", type: "application/pdf" }),
        ]) {
          expect(reply.status).toBe(400);
          expect(reply.body.message).toBe("This file type is not supported. Please upload a file of type: pdf, docx");
        }
        const { status, result } = await person.direct(uploadFile, { data: { name: "a __  b.PDF" } });
        expect(status).toBe(200);
        const { items } = (await person.proxy(getFiles, { keys: [result.key] })).result;
        expect(items.map(({ name }) => name)).toEqual(["a_b.pdf"]);
      } finally {
        await restrictedServer.close();
      }
    });

    test("[C5.16] of every extension on the disallowed list is rejected", async () => {
      const person = await signInNewPerson();
      const rejectedExtensions =
        "mp3 wav mp4 mov avi mkv rar 7z tar gz tgz bz2 xz tif tiff bmp eps ps ai psd heic heif ico".split(" ");
      for (const extension of rejectedExtensions) {
        expect((await startUpload(person, { name: `a.${extension}` })).body.message, extension).toBe(
          fileTexts.unsupported,
        );
      }
    });

    test.each([
      ["my   file__name.txt", "my_file_name.txt"],
      ["report.v1.final.pdf", "report_v1_final.pdf"],
      ["a \t b.docx", "a_b.docx"],
    ])("[C5.17] of %j is stored as %j", async (name, storedName) => {
      const person = await signInNewPerson();
      const { result } = await startUpload(person, { name });
      expect((await getRecord(person, result.key))?.name).toBe(storedName);
    });

    test.each([
      ["../../etc/passwd.txt", "passwd.txt"],
      ["..\\..\\windows\\a.txt", "a.txt"],
      ["/etc/cron.d/a.txt", "a.txt"],
      ["invoice\u202Efdp.txt", "invoicefdp.txt"],
      ["line\nbreak\r.txt", "linebreak.txt"],
      [`${"x".repeat(900)}.txt`, `${"x".repeat(196)}.txt`],
      ['quote".txt', 'quote".txt'],
    ])("treats %j as a name and never as a path", async (name, storedName) => {
      const person = await signInNewPerson();
      const { status, result } = await startUpload(person, { name });
      expect(status).toBe(200);
      expect(result.key).toMatch(new RegExp(`^${person.actor.principal.id}/[0-9-]{10}/[0-9a-f-]{36}\\.json$`));
      expect((await getRecord(person, result.key))?.name).toBe(storedName);
    });

    test("with a NUL in its name is rejected", async () => {
      expect((await startUpload(await signInNewPerson(), { name: "a\0.txt" })).status).toBe(400);
    });

    test("above the limit is rejected with the limit", async () => {
      const { status, body } = await startUpload(await signInNewPerson(), { name: "a.txt", size: 2_000_001 });
      expect(status).toBe(413);
      expect(body.message).toBe("This file is too large. A file can be at most 2 MB.");
    });

    test("beyond a person's storage is rejected, counting unfinished uploads, and accepted once there is space", async () => {
      const person = await signInNewPerson();
      const firstReply = await startUpload(person, { name: "a.txt", size: 2_000_000 });
      expect(firstReply.status).toBe(200);
      const rejection = await startUpload(person, { name: "b.txt", size: 2_000_000 });
      expect(rejection.status).toBe(413);
      expect(rejection.body.message).toContain("1 MB of your 3 MB is free");
      await person.proxy(deleteFile, { key: firstReply.result.key });
      expect((await startUpload(person, { name: "b.txt", size: 2_000_000 })).status).toBe(200);
    });

    test("to a group counts for the group and not for its members, who share the group's storage", async () => {
      const [founder, member] = [await signInNewPerson(), await signInNewPerson()];
      const members = { [member.actor.email]: "write" as const };
      const { wireId: groupId } = await createGroup(server.platform, founder.actor, {
        name: "Team",
        types: [],
        members,
      });
      const file = { name: "a.txt", size: 2_000_000 };
      expect((await startUpload(founder, { ...file, groupId })).status).toBe(200);
      const secondReply = await startUpload(member, { ...file, groupId });
      expect(secondReply.status).toBe(200);
      const rejection = await startUpload(member, { ...file, groupId });
      expect(rejection.status).toBe(413);
      expect(rejection.body.message).toContain("1 MB of the group’s 5 MB is free");
      const { result } = await startUpload(member, { name: "b.txt", groupId });
      const put = () => server.app.inject({ method: "PUT", url: result.url, payload: Buffer.alloc(1_500_000) });
      expect((await put()).statusCode).toBe(413);
      for (const person of [founder, member]) expect((await startUpload(person, file)).status).toBe(200);
      await founder.proxy(deleteFile, { key: secondReply.result.key });
      expect((await put()).statusCode).toBe(200);
    });

    test("cannot exceed a person's storage when many run at once", async () => {
      const person = await signInNewPerson();
      const uploads = Array.from({ length: 8 }, (_, n) => startUpload(person, { name: `${n}.txt`, size: 1_000_000 }));
      const statuses = (await Promise.all(uploads)).map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 200, 200, 413, 413, 413, 413, 413]);
    });

    test("to an unknown group is rejected", async () => {
      const { status, body } = await startUpload(await signInNewPerson(), { name: "a.txt", groupId: "Physics_1" });
      expect(status).toBe(404);
      expect(body.message).toMatch(/group/);
    });

    test("drops system tags and duplicate tags", async () => {
      const person = await signInNewPerson();
      const { result } = await startUpload(person, {
        name: "a.txt",
        tags: ["x", "amplify:system", "AMPLIFY:x", "x", "y"],
      });
      expect((await getRecord(person, result.key))?.tags).toEqual(["x", "y"]);
    });

    test.each([
      ["data.csv", "application/vnd.ms-excel", "text/csv"],
      ["main.ts", "video/mp2t", "text/x-code"],
      ["a.pdf", "", "application/pdf"],
      ["a.md", "text/plain; charset=utf-8", "text/plain"],
      ["a.unknown", "not a type", "application/octet-stream"],
      ["a.unknown", "text/html", "text/html"],
    ])("of %s sent as %j is listed as %s", async (name, type, storedType) => {
      const person = await signInNewPerson();
      const { result } = await startUpload(person, { name, type });
      expect((await getRecord(person, result.key))?.type).toBe(storedType);
    });

    test("that began a day ago and was never completed is deleted, and no other", async () => {
      const person = await signInNewPerson();
      const oldUpload = await startUpload(person, { name: "old.txt" });
      const brokenUpload = await startUpload(person, { name: "broken.txt", size: 2 });
      expect((await server.app.inject({ method: "PUT", url: brokenUpload.result.url, payload: "x" })).statusCode).toBe(
        400,
      );
      expect((await getRecord(person, brokenUpload.result.key))?.state).toBe("failed");
      const { key: completedKey } = await uploadTestBytes(server, person, { name: "completed.txt", content: "x" });
      clock.advance(23 * 3_600_000);
      const recentUpload = await startUpload(person, { name: "recent.txt" });
      clock.advance(2 * 3_600_000);
      expect(await reapAbandonedUploads(server.platform)).toBeGreaterThan(0);
      expect(await getRecord(person, oldUpload.result.key)).toBeUndefined();
      expect(await getRecord(person, brokenUpload.result.key)).toBeUndefined();
      expect(await getRecord(person, completedKey)).toBeDefined();
      expect(await getRecord(person, recentUpload.result.key)).toBeDefined();
    });
  });

  describe("the list", () => {
    const names = ["Alpha.txt", "alpha 2.md", "beta_100%.pdf", "Beta-1000.pdf", "Ünder.csv", "über.csv", "zeta.png"];
    let person: TestPerson;
    beforeAll(async () => {
      person = await signInNewPerson();
      for (const [n, name] of names.entries()) {
        await startUpload(person, { name, tags: n % 2 === 0 ? ["even", "all"] : ["all"] });
        clock.advance(1_000);
      }
    });
    const normalizeName = (name: string) => name.replaceAll(" ", "_");
    const listNames = async (input: OpCallInput<typeof queryFiles>) => {
      const reply = await person.proxy(queryFiles, input);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      return reply.result.items.map(({ name }) => name);
    };
    async function readAllPages(input: OpCallInput<typeof queryFiles>): Promise<string[]> {
      const foundNames: string[] = [];
      let pageKey: string | null = null;
      do {
        const { result }: { result: OpOutput<typeof queryFiles> } = await person.proxy(queryFiles, {
          ...input,
          pageKey,
        });
        foundNames.push(...result.items.map(({ name }) => name));
        pageKey = result.pageKey;
      } while (pageKey !== null);
      return foundNames;
    }

    test("[C7.08][A7.40][C9.01][A9.09] has a hundred files per page by default, newest first", async () => {
      const person = await signInNewPerson();
      await startUpload(person, { name: "0.txt" });
      const [row] = await server.platform.db
        .selectFrom("files")
        .selectAll()
        .where("owner_id", "=", person.actor.principal.id)
        .execute();
      if (!row) throw new Error("the upload has a row");
      const copies = Array.from({ length: 100 }, (_, index) => ({
        ...row,
        id: row.id.replace(/[^/]+$/, `copy-${index}.json`),
        name: `${index + 1}.txt`,
        tags: JSON.stringify(row.tags),
        data: JSON.stringify(row.data),
        created_at: new Date(clock.now().getTime() + 1_000 * (index + 1)),
      }));
      await server.platform.db.insertInto("files").values(copies).execute();
      const { items, pageKey } = (await person.proxy(queryFiles, {})).result;
      expect(items.map(({ name }) => name)).toEqual(Array.from({ length: 100 }, (_, index) => `${100 - index}.txt`));
      const lastPage = (await person.proxy(queryFiles, { pageKey })).result;
      expect(lastPage).toMatchObject({ items: [{ name: "0.txt" }], pageKey: null });
    });

    test("finds by its bytes only what its owner may list, and rejects what is no hash", async () => {
      const [owner, stranger] = [await signInNewPerson(), await signInNewPerson()];
      const content = "The same bytes of two people.";
      const sha256 = createHash("sha256").update(content).digest("hex");
      const { key } = await uploadTestBytes(server, owner, { name: "same.txt", content });
      await uploadTestBytes(server, owner, { name: "other.txt", content: "Other bytes." });
      const findByBytes = async (person: TestPerson, input: OpCallInput<typeof queryFiles> = {}) =>
        (await person.proxy(queryFiles, { ...input, sha256 })).result.items.map(({ id }) => id);
      expect(await findByBytes(owner)).toEqual([key]);
      expect(await findByBytes(owner, { namePrefix: "other" })).toEqual([]);
      expect(await findByBytes(stranger)).toEqual([]);
      expect((await owner.proxy(queryFiles, { sha256: "abc" })).status).toBe(400);
    });

    test("[C7.08][A7.40] is sorted newest first by default", async () => {
      const reply = await person.rest(queryFiles, {});
      expect(reply.body).toMatchObject({ success: true, data: { items: expect.any(Array), pageKey: null } });
      expect(reply.result.items.map(({ name }) => name)).toEqual(names.map(normalizeName).reverse());
      expect(await listNames({ forwardScan: true })).toEqual(names.map(normalizeName));
    });

    test.each(["createdAt", "name", "type"] as const)(
      "[C7.08][A7.40] sorted by %s is the same in pages, in both directions",
      async (sortIndex) => {
        for (const forwardScan of [true, false]) {
          const allNames = await listNames({ sortIndex, forwardScan });
          expect(new Set(allNames)).toEqual(new Set(names.map(normalizeName)));
          for (const pageSize of [1, 2, 3, 7]) {
            expect(await readAllPages({ sortIndex, forwardScan, pageSize })).toEqual(allNames);
          }
        }
        const ascendingNames = await listNames({ sortIndex, forwardScan: true });
        expect(await listNames({ sortIndex, forwardScan: false })).toEqual(ascendingNames.reverse());
      },
    );

    test("[C7.08][A7.40] sorted by type has equal types together, from A to Z", async () => {
      const { items } = (await person.proxy(queryFiles, { sortIndex: "type", forwardScan: true })).result;
      expect(items.map(({ type }) => type)).toEqual([
        "application/pdf",
        "application/pdf",
        "image/png",
        "text/csv",
        "text/csv",
        "text/markdown",
        "text/plain",
      ]);
    });

    test("[C7.08][A7.40] sorted by name ignores case", async () => {
      const sortedNames = await listNames({ sortIndex: "name", forwardScan: true });
      expect(sortedNames.filter((name) => /^[ab]/i.test(name))).toEqual([
        "Alpha.txt",
        "alpha_2.md",
        "Beta-1000.pdf",
        "beta_100%.pdf",
      ]);
    });

    test("[C7.08][A7.40] matches anywhere in the name, or only at its start if sorted by name, ignoring case", async () => {
      expect(await listNames({ namePrefix: "ETA" })).toEqual(["zeta.png", "Beta-1000.pdf", "beta_100%.pdf"]);
      expect(await listNames({ namePrefix: "BETA", sortIndex: "name", forwardScan: true })).toEqual([
        "Beta-1000.pdf",
        "beta_100%.pdf",
      ]);
      expect(await listNames({ namePrefix: "eta", sortIndex: "name" })).toEqual([]);
      expect(await listNames({ namePrefix: "ÜBER" })).toEqual(["über.csv"]);
      expect(await listNames({ namePrefix: "ü", sortIndex: "name", forwardScan: true })).toEqual([
        "über.csv",
        "Ünder.csv",
      ]);
    });

    test.each([
      ["100%", ["beta_100%.pdf"]],
      ["%", ["beta_100%.pdf"]],
      ["_1", ["beta_100%.pdf"]],
      ["\\", []],
      ["'; drop table files; --", []],
    ])("treats %j literally", async (namePrefix, foundNames) => {
      expect(await listNames({ namePrefix })).toEqual(foundNames);
    });

    test("[C7.08][A7.40] is filtered by tags, all of which a file must have", async () => {
      expect(await listNames({ tags: ["even"], forwardScan: true })).toEqual(
        names.filter((_, n) => n % 2 === 0).map(normalizeName),
      );
      expect(await listNames({ tags: ["all", "even"] })).toHaveLength(4);
      expect(await listNames({ tags: ["even", "none"] })).toEqual([]);
      expect(await listNames({ tags: ["eve"] })).toEqual([]);
    });

    test("[C7.08][A7.40] is filtered by media types and their prefixes", async () => {
      expect(await listNames({ types: ["text/csv", "IMAGE/PNG"] })).toEqual(["zeta.png", "über.csv", "Ünder.csv"]);
      expect(await listNames({ typePrefix: "image/" })).toEqual(["zeta.png"]);
      expect(await listNames({ typePrefix: "im%" })).toEqual([]);
      expect(await listNames({ types: ["text/csv"], namePrefix: "ü", tags: ["even"] })).toEqual(["Ünder.csv"]);
    });

    test("rejects page keys that it did not issue or that belong to another order", async () => {
      const { result } = await person.proxy(queryFiles, { pageSize: 2 });
      const encodePageKey = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const unknownKey = `${person.actor.principal.id}/2026-11-21/x.json`;
      for (const [pageKey, input] of [
        ["x", {}],
        [encodePageKey({}), {}],
        [encodePageKey(["createdAt", false, "yesterday", unknownKey]), {}],
        [encodePageKey(["name", false, "a\0", unknownKey]), { sortIndex: "name" as const }],
        [encodePageKey(["name", false, "a", "'; --"]), { sortIndex: "name" as const }],
        [result.pageKey, { forwardScan: true }],
        [result.pageKey, { sortIndex: "name" as const }],
      ] as const) {
        const reply = await person.proxy(queryFiles, { ...input, pageKey });
        expect(reply.status, String(pageKey)).toBe(400);
        expect(reply.body.issues).toEqual([{ path: "pageKey", message: "is not a valid page key for this list" }]);
      }
    });

    test("continues at the same position while files are added and deleted", async () => {
      const person = await signInNewPerson();
      const keys: string[] = [];
      for (const name of ["1.txt", "2.txt", "3.txt", "4.txt"]) {
        keys.push((await startUpload(person, { name })).result.key);
        clock.advance(1_000);
      }
      const { result } = await person.proxy(queryFiles, { pageSize: 2 });
      expect(result.items.map(({ name }) => name)).toEqual(["4.txt", "3.txt"]);
      await startUpload(person, { name: "5.txt" });
      await person.proxy(deleteFile, { key: keys[2] ?? "" });
      const nextPage = await person.proxy(queryFiles, { pageSize: 2, pageKey: result.pageKey });
      expect(nextPage.result).toMatchObject({ items: [{ name: "2.txt" }, { name: "1.txt" }], pageKey: null });
    });
  });

  describe("tags", () => {
    test("[C7.06] of the person's own files are listed sorted and without duplicates", async () => {
      const [person, otherPerson] = [await signInNewPerson(), await signInNewPerson()];
      await startUpload(person, { name: "a.txt", tags: ["b", "a"] });
      await startUpload(person, { name: "b.txt", tags: ["c", "a"] });
      await startUpload(otherPerson, { name: "c.txt", tags: ["secret"] });
      const reply = await person.rest(listFileTags, {});
      expect(reply.body).toEqual({ success: true, data: { tags: ["a", "b", "c"] } });
    });

    test("[C7.07][A7.42] replace the existing tags, without system tags", async () => {
      const [person, otherPerson] = [await signInNewPerson(), await signInNewPerson()];
      const { result } = await startUpload(person, { name: "a.txt", tags: ["old"] });
      const { key: otherKey } = (await startUpload(person, { name: "b.txt", tags: ["other"] })).result;
      const reply = await person.proxy(setFileTags, { id: `s3://${result.key}`, tags: [" new ", "amplify:x", "new"] });
      expect(reply.body).toEqual({ success: true, data: { tags: ["new"] } });
      expect((await getRecord(person, result.key))?.tags).toEqual(["new"]);
      expect((await getRecord(person, otherKey))?.tags).toEqual(["other"]);
      expect((await otherPerson.proxy(setFileTags, { id: result.key, tags: ["theirs"] })).status).toBe(404);
      expect((await getRecord(person, result.key))?.tags).toEqual(["new"]);
      expect((await person.proxy(setFileTags, { id: result.key, tags: [] })).result).toEqual({ tags: [] });
      expect((await getRecord(person, result.key))?.tags).toEqual([]);
    });
  });

  describe("a file that is ready", () => {
    const content = "first page\nsecond page\nthird page";

    test("has counts of its content, and returns a range of it", async () => {
      const person = await signInNewPerson();
      const record = await uploadTestFile(server, person, { name: "a.txt", type: "text/plain", content });
      expect(record).toMatchObject({
        state: "ready",
        progress: 100,
        totalTokens: content.length,
        totalItems: 3,
        contentKey: expect.stringMatching(/^global\/[0-9a-f]{64}\.1\.content\.json$/),
      });
      const reply = await person.proxy(readFileContent, { key: record.id, from: 1, count: 1 });
      expect(reply.result).toMatchObject({
        name: "a.txt",
        type: "text/plain",
        totalItems: 3,
        from: 1,
        items: [{ content: "second page", location: { line: 2 }, canSplit: true, kind: "paragraph" }],
      });
      expect((await person.proxy(readFileContent, { key: record.id, from: 3 })).result.items).toEqual([]);
    });

    test("with the same bytes as another person's file shows nothing of that file", async () => {
      const files = [];
      for (const name of ["one.txt", "other.txt"]) {
        const person = await signInNewPerson();
        const tags = [`tag of ${name}`];
        const uploadResponse = await uploadTestBytes(server, person, { name, content: "the same bytes", tags });
        const record = await uploadTestFile(server, person, { name, content: "the same bytes", tags });
        files.push({ person, name, record, ...uploadResponse });
      }
      expect(files[0]?.record.contentKey).toBe(files[1]?.record.contentKey);
      for (const { person, name, record, contentUrl, metadataUrl } of files) {
        const bodies = await Promise.all(
          [contentUrl, metadataUrl].map(async (url) => (await server.app.inject({ url })).body),
        );
        const contentResponse = await person.proxy(readFileContent, { key: record.id });
        const responseTexts = `${bodies.join()}${JSON.stringify(contentResponse.body)}`;
        expect(responseTexts).toContain("the same bytes");
        expect(responseTexts).toContain(`tag of ${name}`);
        expect(responseTexts).not.toContain(name === "one.txt" ? "other.txt" : "one.txt");
      }
    });

    test("is private: knowing the hash of its bytes or its content key gives no access", async () => {
      const [owner, stranger] = [await signInNewPerson(), await signInNewPerson()];
      const { id: key, contentKey } = await uploadTestFile(server, owner, {
        name: "a.txt",
        content: "first page only",
      });
      const hash = /[0-9a-f]{64}/.exec(contentKey ?? "")?.[0] ?? "";
      const [userId] = key.split("/");
      for (const guessedKey of [
        contentKey ?? "",
        `${userId}/global/${hash}.json`,
        `${hash}/a/b`,
        `global/${hash}/x`,
        key,
      ]) {
        for (const op of [downloadFile, readFileContent, readFileTable, deleteFile, retryFile]) {
          for (const call of [stranger.proxy, stranger.rest]) {
            const reply = await call(op, { key: guessedKey });
            // A malformed key is rejected as invalid.
            expect(guessedKey === contentKey ? [400, 404] : [404], `${op.path} ${guessedKey}`).toContain(reply.status);
            expect(JSON.stringify(reply.body)).not.toContain("first page");
          }
        }
      }
      expect(await getRecord(owner, key)).toMatchObject({ state: "ready" });
    });

    test("has its properties at the metadata URL and its whole text at the content URL", async () => {
      const person = await signInNewPerson();
      const { key, metadataUrl, contentUrl } = await uploadTestBytes(server, person, {
        name: "a.txt",
        content: "first line\nlast line",
        tags: ["t"],
      });
      await waitUntilSettled(person, key);
      expect((await server.app.inject({ url: metadataUrl })).json()).toEqual({
        name: "a.txt",
        totalItems: 2,
        locationProperties: ["line"],
        contentKey: expect.stringMatching(/^global\//),
        createdAt: expect.any(String),
        totalTokens: 20,
        tags: ["t"],
        props: expect.any(Object),
      });
      const contentResponse = await server.app.inject({ url: contentUrl });
      expect(contentResponse.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(contentResponse.json()).toMatchObject({
        name: "a.txt",
        totalItems: 2,
        tags: ["t"],
        content: [
          { content: "first line", tokens: 10, location: { line: 1 }, canSplit: true },
          { content: "last line", tokens: 9, location: { line: 2 }, canSplit: true },
        ],
      });
    });

    test("that is an image has its size and tokens", async () => {
      const person = await signInNewPerson();
      const { key, metadataUrl } = await uploadTestBytes(server, person, {
        name: "a.png",
        content: "as if it were one",
      });
      const readyRecord = await waitUntilSettled(person, key);
      const documentId = /[0-9a-f]{64}/.exec(readyRecord?.contentKey ?? "")?.[0] ?? "";
      const tokens = { openai: 765, anthropic: 410 };
      await server.platform.db
        .updateTable("documents")
        .set({ kind: "image", width: 640, height: 480, image_tokens: JSON.stringify(tokens) })
        .where("id", "=", documentId)
        .execute();
      expect(await getRecord(person, key)).toMatchObject({ isImage: true, totalTokens: tokens });
      expect((await server.app.inject({ url: metadataUrl })).json()).toEqual({
        name: "a.png",
        contentKey: expect.any(String),
        createdAt: expect.any(String),
        totalTokens: tokens,
        tags: [],
        width: 640,
        height: 480,
        isImage: true,
      });
    });
  });

  describe("a file that is not ready", () => {
    test("returns no text, and reports why", async () => {
      const person = await signInNewPerson();
      reader.beforeRead = waitUntilReleased;
      const { key, contentUrl, metadataUrl, statusUrl } = await uploadTestBytes(server, person, {
        name: "a.txt",
        content: "not ready",
      });
      const reply = await person.proxy(readFileContent, { key });
      expect(reply.status).toBe(409);
      expect(reply.body.message).toMatch(/still being processed/);
      for (const url of [contentUrl, metadataUrl]) expect((await server.app.inject({ url })).statusCode).toBe(404);
      expect((await server.app.inject({ url: statusUrl })).json()).toEqual({ state: unfinishedState, progress: 0 });
    });

    test("because it failed reports why, to its owner and at its status URL", async () => {
      const person = await signInNewPerson();
      reader.beforeRead = async () => {
        throw new DocumentReadError("empty", fileTexts.nothingExtracted);
      };
      const { key, statusUrl } = await uploadTestBytes(server, person, { name: "a.txt", content: "nothing in it" });
      expect(await waitUntilSettled(person, key)).toMatchObject({
        state: "failed",
        reason: fileTexts.nothingExtracted,
        contentKey: null,
      });
      expect((await server.app.inject({ url: statusUrl })).json()).toMatchObject({
        state: "failed",
        reason: fileTexts.nothingExtracted,
      });
      const reply = await person.proxy(readFileContent, { key });
      expect([reply.status, reply.body.message]).toEqual([409, fileTexts.nothingExtracted]);
    });

    test("cannot be downloaded before its bytes are uploaded", async () => {
      const person = await signInNewPerson();
      const { result } = await startUpload(person, { name: "a.pdf" });
      expect((await person.proxy(downloadFile, { key: result.key })).status).toBe(409);
    });
  });

  test("[C7.05][C7.11][A7.41] a download returns a signed URL with its expiry, which serves the bytes under the requested name and with the file's type, also from a bucket", async () => {
    const person = await signInNewPerson();
    const { key } = await uploadTestBytes(server, person, {
      name: "a.pdf",
      type: "application/pdf",
      content: "%PDF-1",
    });
    const { body, result } = await person.proxy(downloadFile, { key, groupId: null, fileName: "Named.pdf" });
    expect(body).toMatchObject({ success: true, downloadUrl: expect.any(String) });
    const reply = await server.app.inject({ url: result.downloadUrl });
    expect(reply.body).toBe("%PDF-1");
    expect(reply.headers["content-disposition"]).toContain('filename="Named.pdf"');
    expect(reply.headers["content-type"]).toBe("application/pdf");
    expect((await person.proxy(downloadFile, { key, groupId: "Physics_1" })).status).toBe(404);

    const bucketUrl = "https://bucket.test/a";
    const createUrl = vi.spyOn(server.platform.blobs, "createDownloadUrl").mockResolvedValueOnce(bucketUrl);
    expect((await person.proxy(downloadFile, { key })).result.downloadUrl).toBe(bucketUrl);
    const direct = { fileName: "a.pdf", type: "application/pdf", expiresInSeconds: 3_600 };
    expect(createUrl).toHaveBeenCalledExactlyOnceWith(expect.any(String), direct);
    createUrl.mockRestore();
  });

  test("a deleted file is gone with its bytes, and its URLs answer 404", async () => {
    const person = await signInNewPerson();
    const { key, statusUrl, contentUrl } = await uploadTestBytes(server, person, { name: "a.pdf", content: "%PDF" });
    const { downloadUrl } = (await person.proxy(downloadFile, { key })).result;
    const blobKey = (
      await server.platform.db.selectFrom("files").select("blob_key").where("id", "=", key).executeTakeFirstOrThrow()
    ).blob_key;
    expect((await person.proxy(deleteFile, { key })).status).toBe(200);
    expect(await server.platform.blobs.stat(blobKey)).toBeNull();
    for (const url of [statusUrl, contentUrl, downloadUrl]) {
      expect((await server.app.inject({ url })).statusCode).toBe(404);
    }
    expect((await person.proxy(deleteFile, { key })).status).toBe(404);
  });

  test("[C1.12] [A1.10] if uploading is turned off, nothing can be uploaded", async () => {
    const person = await signInNewPerson();
    await setFlag(false);
    const { status, body } = await startUpload(person, { name: "a.txt" });
    await setFlag(true);
    expect(status).toBe(403);
    expect(body.message).toBe("Uploading documents is turned off here.");
  });

  async function setFlag(enabled: boolean) {
    const value = JSON.stringify({ uploadDocuments: { enabled, userExceptions: [] } });
    await server.platform.db
      .insertInto("settings")
      .values({ name: "featureFlags", value, updated_at: clock.now() })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
    forgetFlags(server.platform);
  }
});
