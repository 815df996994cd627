import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  convertConversations,
  deletePptxTemplate,
  limits,
  listExportTemplates,
  listPptxTemplates,
  type OpCallInput,
  updatePptxTemplate,
  updateSiteConfigs,
  uploadPptxTemplate,
} from "@lectern/contract";
import { strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { AppError } from "../../../core/appError.ts";
import { ConversionError, type ConversionRequest } from "../../../platform/pandoc/documentConverter.ts";
import { createSlidesTemplate } from "../../../platform/pandoc/templates/createSlidesTemplate.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { createManualClock } from "../../../testing/manualClock.ts";
import { createScriptedConverter } from "../testing/scriptedConverter.ts";
import { checkPptx } from "./checkPptx.ts";

const pptx = Buffer.from(createSlidesTemplate());
const pptxType = "application/vnd.openxmlformats-officedocument.presentationml.presentation";

/** Our template with other parts. */
const changeParts = (parts: Record<string, string>) =>
  Buffer.from(
    zipSync({
      ...unzipSync(pptx),
      ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
    }),
  );

describe("a PowerPoint template", () => {
  const clock = createManualClock();
  let server: TestApp;
  let site: TestPerson;
  let ann: TestPerson;
  let ben: TestPerson;
  let failure: Error | null = null;
  const converter = createScriptedConverter(async ({ sections }: ConversionRequest) => {
    if (failure && sections.some(({ markdown }) => markdown === "# Title")) throw failure;
  });
  beforeAll(async () => {
    server = await createTestApp({ clock, converter, environment: { ADMINS: "site@uni.edu,second@uni.edu" } });
    site = await server.signIn("site@uni.edu");
    await site.proxy(updateSiteConfigs, {
      configurations: [
        {
          type: "amplifyGroups",
          data: {
            Law: { groupName: "Law", members: ["ann@uni.edu"] },
            // Its members are those of another group.
            "Fakultät 1": { groupName: "Fakultät 1", members: [], includeFromOtherGroups: ["Law"] },
          },
        },
      ],
    });
    [ann, ben] = [await server.signIn("ann@uni.edu"), await server.signIn("ben@uni.edu")];
  });
  afterEach(async () => {
    failure = null;
    for (const { name } of await list()) await site.proxy(deletePptxTemplate, { template_name: name });
  });
  afterAll(() => server.close());

  const list = async () => (await site.proxy(listPptxTemplates, {})).result.templates;
  const begin = (input: Partial<OpCallInput<typeof uploadPptxTemplate>> = {}, person = site) =>
    person.proxy(uploadPptxTemplate, { fileName: "Law.pptx", ...input });
  type Target = { presigned_url: string; headers: Record<string, string> };
  const put = async ({ presigned_url: url, headers }: Target, payload: Buffer = pptx) => {
    const reply = await server.app.inject({ method: "PUT", url, headers, payload });
    const { message } = reply.json<{ message?: string }>();
    return message === undefined ? reply.statusCode : `${reply.statusCode} ${message}`;
  };
  const upload = async (input: Partial<OpCallInput<typeof uploadPptxTemplate>> = {}, payload: Buffer = pptx) =>
    put((await begin(input)).result, payload);
  const listChoices = async (person: TestPerson) =>
    (await person.proxy(listExportTemplates, {})).result.templates
      .filter(({ format }) => format === "pptx")
      .map(({ name }) => name);
  const convert = (person: TestPerson, templateName: string) =>
    person.proxy(convertConversations, {
      format: "pptx",
      templateName,
      content: { history: [{ name: "Heat", messages: [{ role: "assistant", content: "Hot." }] }] },
    });
  const countBlobs = async () => {
    // What remains of a deleted file has no name.
    const rows = await server.platform.db.selectFrom("site_files").where("name", "<>", "").selectAll().execute();
    return rows.length;
  };

  test("[A3.03] [A7.23] [A7.24] [A6.05] is uploaded with headers for availability and groups, and chosen by the members of its groups at once", async () => {
    const md5 = createHash("md5").update(pptx).digest("base64");
    expect(`${uploadPptxTemplate.method} ${uploadPptxTemplate.path}`).toBe("POST /pptx_templates/upload");
    const { body, result } = await begin({ amplifyGroups: ["Fakultät 1"], contentType: pptxType, md5 });
    expect(body).toMatchObject({ success: true, presigned_url: expect.stringContaining("/signed/") });
    expect(result.headers).toMatchObject({
      "content-type": pptxType,
      "content-md5": md5,
      "x-amz-meta-isavailable": "false",
      "x-amz-meta-amplifygroups": expect.stringMatching(/^[\w-]+$/),
    });
    expect(await put(result)).toBe(200);
    expect(`${listPptxTemplates.method} ${listPptxTemplates.path}`).toBe("GET /pptx_templates/get");
    expect(await list()).toEqual([
      {
        name: "Law.pptx",
        isAvailable: false,
        amplifyGroups: ["Fakultät 1"],
        size: pptx.length,
        uploadedAt: clock.now().toISOString(),
        uploadedBy: "site@uni.edu",
      },
    ]);
    expect(await listChoices(ann)).toEqual(["Lectern", "Law.pptx"]);
    expect(await listChoices(ben)).toEqual(["Lectern"]);
    // The page for choosing is not the only thing that checks.
    expect((await convert(ben, "Law.pptx")).body.message).toBe("This template doesn’t exist. Choose another one.");
    expect((await convert(ann, "Law.pptx")).status).toBe(200);
    await vi.waitFor(() => expect(converter.requests.at(-1)?.title).toBe("Heat"), { timeout: 20_000 });
    expect(converter.requests.at(-1)).toMatchObject({ format: "pptx", templatePath: expect.any(String) });
  });

  test("[A6.05] a template that is available to all is chosen by everybody, until that ends", async () => {
    await upload({ isAvailable: true });
    expect(await listChoices(ben)).toEqual(["Lectern", "Law.pptx"]);
    const change = (isAvailable: boolean, amplifyGroups: string[]) =>
      site.proxy(updatePptxTemplate, { template_name: "Law.pptx", isAvailable, amplifyGroups });
    expect((await change(false, ["Law"])).status).toBe(200);
    expect([await listChoices(ann), await listChoices(ben)]).toEqual([["Lectern", "Law.pptx"], ["Lectern"]]);
    expect((await change(false, ["Nobody"])).body.message).toBe("There is no group “Nobody” in the directory.");
    expect((await list())[0]).toMatchObject({ isAvailable: false, amplifyGroups: ["Law"] });
  });

  test("a document that waits is not made with a template that its owner may no longer choose", async () => {
    await upload({ isAvailable: true });
    const { jobs } = server.platform;
    const send = vi.spyOn(jobs, "send").mockResolvedValueOnce(undefined);
    const { url } = (await convert(ben, "Law.pptx")).result;
    send.mockRestore();
    await site.proxy(updatePptxTemplate, { template_name: "Law.pptx", isAvailable: false, amplifyGroups: [] });
    const { id } = await server.platform.db
      .selectFrom("conversions")
      .where("owner_id", "=", ben.actor.principal.id)
      .select("id")
      .executeTakeFirstOrThrow();
    await jobs.send("makeDocument", { conversionId: id }, id);
    await vi.waitFor(async () => expect((await server.app.inject({ url })).statusCode).toBe(422), { timeout: 20_000 });
    expect((await server.app.inject({ url })).json()).toMatchObject({
      message: "This template no longer exists. Choose another one.",
    });
  });

  test("[A7.25] is deleted by its name, with its bytes", async () => {
    await upload({ isAvailable: true });
    const [file] = await server.platform.db
      .selectFrom("site_files")
      .where("bytes", "is not", null)
      .select("id")
      .execute();
    const key = `siteFiles/${file?.id}`;
    expect(await server.platform.blobs.stat(key)).toEqual({ bytes: pptx.length });
    expect(`${deletePptxTemplate.method} ${deletePptxTemplate.path}`).toBe("DELETE /pptx_templates/delete");
    expect((await site.proxy(deletePptxTemplate, { template_name: "Law.pptx" })).status).toBe(200);
    expect(await server.platform.blobs.stat(key)).toBeNull();
    expect([await list(), await listChoices(ben)]).toEqual([[], ["Lectern"]]);
    expect((await site.proxy(deletePptxTemplate, { template_name: "Law.pptx" })).status).toBe(404);
  });

  test("needs a name of its own in any case, and is a pptx file", async () => {
    const taken = "PowerPoint template names must be unique. Please rename your file and try again.";
    // Both have begun before one is complete.
    const [first, second] = [(await begin()).result, (await begin({ fileName: "LAW.PPTX" })).result];
    expect([await put(first), await put(second)]).toEqual([200, `409 ${taken}`]);
    const { status, body } = await begin({ fileName: "law.pptx" });
    expect([status, body.message]).toEqual([409, taken]);
    const wrongType = "This file type is not supported. Please upload a file of type: pptx";
    for (const fileName of ["a.ppt", "a.pptm", "pptx", "a/b.pptx", "a\n.pptx"]) {
      expect((await begin({ fileName })).body.message, fileName).toBe(wrongType);
    }
    expect((await begin({ fileName: "a.pptx", contentType: "text/html" })).body.message).toBe(wrongType);
  });

  test.each<[string, Buffer | (() => Buffer), string]>([
    ["no archive", Buffer.from("PK, but no archive"), "This file is not a PowerPoint presentation, or it is damaged."],
    [
      "another document",
      Buffer.from(zipSync({ "[Content_Types].xml": strToU8("wordprocessingml.document.main+xml") })),
      "This file is not a PowerPoint presentation, or it is damaged.",
    ],
    [
      "macros",
      changeParts({ "ppt/vbaProject.bin": "Sub AutoOpen()" }),
      "This presentation contains macros or other programs. Please save it without them.",
    ],
    [
      "a type with macros",
      changeParts({ "[Content_Types].xml": "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml" }),
      "This presentation contains macros or other programs. Please save it without them.",
    ],
    ["an archive that unpacks to very much", () => changeParts({ "ppt/media/a.xml": "0".repeat(60_000_000) }), "bomb"],
  ])("that contains %s is refused, and nothing of it remains", async (_, content, reason) => {
    const payload = typeof content === "function" ? content() : content;
    const reply = await upload({}, payload);
    if (reason === "bomb") expect(reply).toMatch(/^400 /);
    else expect(reply).toBe(`400 ${reason}`);
    expect([await list(), await countBlobs()]).toEqual([[], 0]);
  });

  test("that unpacks to too much in all, or to far more than its size, is refused before it is unpacked", async () => {
    const large = changeParts({ "ppt/media/a.bin": randomBytes(1_500_000).toString("latin1") });
    // The declared size of the last entry is 24 bytes into its record in the central directory.
    large.writeUInt32LE(201_000_000, large.lastIndexOf(Buffer.from("504b0102", "hex")) + 24);
    expect(await upload({}, large)).toBe(
      "400 This document is too large: the limit is 200 MB after unpacking. Split it and upload the parts.",
    );
    const zeros = "0".repeat(10_000_000);
    const names = ["a", "b", "c", "d", "e"].map((name) => `ppt/media/${name}.xml`);
    expect(await upload({}, changeParts(Object.fromEntries(names.map((name) => [name, zeros]))))).toBe(
      "400 This document contains far more data than its size suggests, so it wasn’t unpacked. " +
        "Save it again and upload the new file.",
    );
  });

  test("is not unpacked any further when the client has gone, or when it takes too long", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lectern-pptx-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, "a.pptx");
    await writeFile(path, pptx);
    const gone = new AppError("invalidInput", { userMessage: "gone" });
    const { signal } = new AbortController();
    await expect(checkPptx(server.platform, path, AbortSignal.abort(gone), signal)).rejects.toBe(gone);
    await expect(checkPptx(server.platform, path, signal, AbortSignal.abort())).rejects.toMatchObject({
      code: "invalidInput",
      userMessage:
        "Reading this document took more than 30 seconds and was stopped. Try again, or split it and upload the parts.",
    });
  });

  test("that cannot be used, that is damaged on the way or too large is refused", async () => {
    failure = new ConversionError("template", "no layouts");
    expect(await upload()).toBe(
      "400 This template can’t be used: it is damaged, or not of the right file type. Choose another one.",
    );
    failure = null;
    const md5 = createHash("md5").update("other bytes").digest("base64");
    expect(await upload({ md5 })).toBe("400 The file was damaged during the upload. Please upload it again.");
    const target = (await begin()).result;
    const headers = { ...target.headers, "content-length": String(limits.templateBytes + 1) };
    expect(await put({ ...target, headers }, Buffer.from("x"))).toBe(
      "413 This file is too large. A file can be at most 50 MB.",
    );
    expect(await countBlobs()).toBe(0);
  });

  test("an address takes one file, also when that was deleted since, and only of the size that was signed", async () => {
    const used = "409 This file has already been uploaded.";
    const { result } = await begin({ size: pptx.length });
    const damaged = "400 The file was damaged during the upload. Please upload it again.";
    expect(await put(result, changeParts({ "docProps/other.xml": "<a/>" }))).toBe(damaged);
    // Nothing remains of a file that was refused.
    expect([await put(result), await put(result)]).toEqual([200, used]);
    expect(await list()).toMatchObject([{ name: "Law.pptx" }]);
    await site.proxy(deletePptxTemplate, { template_name: "Law.pptx" });
    expect([await put(result), await list()]).toEqual([used, []]);
    clock.advance(60 * 60 * 1_000 + 1);
    await upload({ fileName: "Next.pptx" });
    expect(await put(result)).toMatch(/^403 This link has expired/);
    expect(await server.platform.db.selectFrom("site_files").selectAll().execute()).toHaveLength(1);
  });

  test("nobody but an administrator uploads it, with what was signed", async () => {
    const target = (await begin()).result;
    const widened = { ...target, headers: { ...target.headers, "x-amz-meta-isavailable": "true" } };
    expect(await put(widened)).toMatch(/^403 /);
    expect(await put({ ...target, presigned_url: target.presigned_url.replace("signature=", "signature=x") })).toMatch(
      /^403 /,
    );
    // Somebody who is no administrator any more has an address that was signed before.
    const second = await server.signIn("second@uni.edu");
    const { result } = await begin({}, second);
    await server.platform.db
      .updateTable("users")
      .set({ email: "x@uni.edu" })
      .where("email", "=", "second@uni.edu")
      .execute();
    expect(await put(result)).toBe("403 Only administrators of this site can do this.");
    for (const call of [
      begin({}, ann),
      ann.proxy(listPptxTemplates, {}),
      ann.proxy(updatePptxTemplate, { template_name: "Law.pptx", isAvailable: true, amplifyGroups: [] }),
      ann.proxy(deletePptxTemplate, { template_name: "Law.pptx" }),
    ]) {
      expect((await call).status).toBe(403);
    }
    expect(await countBlobs()).toBe(0);
  });

  test("what a process has left that died during an upload is removed by the next one", async () => {
    const { db, blobs } = server.platform;
    const id = "00000000-0000-4000-8000-000000000001";
    const row = { id, purpose: "pptxTemplate", name: "Lost.pptx", uploaded_by: site.actor.principal.id };
    await db
      .insertInto("site_files")
      .values({ ...row, created_at: clock.now() })
      .execute();
    await blobs.write(`siteFiles/${id}`, new Blob(["x"]).stream(), { type: pptxType, maxBytes: 10 });
    await upload();
    expect(await blobs.stat(`siteFiles/${id}`)).not.toBeNull();
    clock.advance(2 * 60 * 60 * 1_000);
    await upload({ fileName: "Next.pptx" });
    expect(await blobs.stat(`siteFiles/${id}`)).toBeNull();
    expect((await list()).map(({ name }) => name)).toEqual(["Law.pptx", "Next.pptx"]);
  });
});

test("a real converter makes a presentation with an uploaded template", async () => {
  const server = await createTestApp({ environment: { ADMINS: "site@uni.edu" } });
  try {
    const site = await server.signIn("site@uni.edu");
    const { presigned_url, headers } = (
      await site.proxy(uploadPptxTemplate, { fileName: "default.pptx", isAvailable: true })
    ).result;
    const reply = await server.app.inject({ method: "PUT", url: presigned_url, headers, payload: pptx });
    expect(reply.statusCode, reply.body).toBe(200);
    const content = {
      history: [{ name: "Heat", messages: [{ role: "assistant" as const, content: "# Hot\n\nYes." }] }],
    };
    // Its name makes it the default.
    const { url } = (await site.proxy(convertConversations, { format: "pptx", content })).result;
    const document = await vi.waitFor(
      async () => {
        const answer = await server.app.inject({ url });
        expect(answer.statusCode).toBe(200);
        return answer;
      },
      { timeout: 60_000, interval: 100 },
    );
    expect(Object.keys(unzipSync(document.rawPayload))).toContain("ppt/presentation.xml");
  } finally {
    await server.close();
  }
}, 120_000);
