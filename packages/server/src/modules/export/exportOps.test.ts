import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertConversations, limits, listExportTemplates, type OpInputGiven } from "@lectern/contract";
import { afterEach, expect, test, vi } from "vitest";
import { ConversionFailed, type DocumentConverter } from "../../platform/pandoc/documentConverter.ts";
import { createTestApp, type TestApp, type TestAppOptions, type TestPerson } from "../../testing/createTestApp.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { testDatabaseKinds } from "../../testing/testDatabase.ts";
import { insertConversion, listUnfinishedConversions } from "./repository.ts";
import { tendConversions } from "./tendConversions.ts";
import { createScriptedConverter } from "./testing/scriptedConverter.ts";

const opened: TestApp[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function start(options: TestAppOptions = {}): Promise<{ server: TestApp; person: TestPerson }> {
  const server = await createTestApp({ converter: createScriptedConverter(), ...options });
  opened.push(server);
  return { server, person: await server.signIn("person@uni.edu") };
}

const history = [
  {
    name: "Heat *engines*",
    messages: [
      { role: "user" as const, content: "sent to the model", label: "What is Carnot's bound?" },
      { role: "assistant" as const, content: "It limits **every** engine." },
    ],
  },
];
const request: OpInputGiven<typeof convertConversations> = { content: { history } };

async function fetchDocument(server: TestApp, url: string, method: "GET" | "HEAD" = "GET") {
  return server.app.inject({ method, url });
}

async function whenMade(server: TestApp, url: string) {
  return vi.waitFor(
    async () => {
      const reply = await fetchDocument(server, url);
      expect(reply.statusCode).not.toBe(404);
      return reply;
    },
    { timeout: 20_000, interval: 50 },
  );
}

test.each(testDatabaseKinds)(
  "[C7.37] the address answers 404 until the document is ready, and then with it (%s)",
  async (database) => {
    const gate = Promise.withResolvers<void>();
    const { server, person } = await start({ database, converter: createScriptedConverter(() => gate.promise) });
    const { status, result } = await person.proxy(convertConversations, request);
    expect(status).toBe(200);
    const early = await fetchDocument(server, result.url);
    expect(early.statusCode).toBe(404);
    expect((await fetchDocument(server, result.url, "HEAD")).statusCode).toBe(404);
    gate.resolve();
    const reply = await whenMade(server, result.url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      "content-type": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "content-disposition": expect.stringMatching(/^attachment; filename="Heat engines\.docx"/),
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    const head = await fetchDocument(server, result.url, "HEAD");
    expect(head).toMatchObject({ statusCode: 200, body: "" });
  },
);

test("[C9.14] the default is a Word document of the assistant's messages, with '# ' before the name", async () => {
  const converter = createScriptedConverter();
  const { server, person } = await start({ converter });
  const { result } = await person.rest(convertConversations, request);
  const reply = await whenMade(server, result.url);
  expect(reply.body).toBe("# Heat \\*engines\\*\n\nIt limits **every** engine.");
  expect(converter.asked).toMatchObject([{ format: "docx", templatePath: null, title: "Heat *engines*" }]);
});

test("[C3.30] format, template, headers, name and what is included are those of the request", async () => {
  const templates = await mkdtemp(join(tmpdir(), "lectern-templates-"));
  folders.push(templates);
  await writeFile(join(templates, "Uni.pptx"), "x");
  const converter = createScriptedConverter();
  const { server, person } = await start({ converter, environment: { EXPORT_TEMPLATES_DIR: templates } });
  const headers = { conversation: "## Chat: ", message: "---", user: "**Asked:** ", assistant: "### Answer" };
  const { result } = await person.proxy(convertConversations, {
    ...request,
    format: "pptx",
    templateName: "Uni.pptx",
    headers,
    include: "all",
  });
  const reply = await whenMade(server, result.url);
  expect(reply.body).toBe(
    "## Chat: Heat \\*engines\\*\n\n---\n\n**Asked:** What is Carnot's bound?\n\n---\n\n### Answer\n\nIt limits **every** engine.",
  );
  expect(reply.headers["content-type"]).toContain("presentationml");
  expect(converter.asked[0]?.templatePath).toBe(join(templates, "Uni.pptx"));
  const noName = await person.proxy(convertConversations, {
    ...request,
    include: "user",
    includeConversationName: false,
  });
  expect((await whenMade(server, noName.result.url)).body).toBe("What is Carnot's bound?");
});

test("a failed conversion says why, and keeps nothing of what was sent", async () => {
  const why = "The document needs too much memory. Choose fewer conversations.";
  const converter = createScriptedConverter(() => Promise.reject(new ConversionFailed("memory", why)));
  const { server, person } = await start({ converter });
  const { result } = await person.proxy(convertConversations, request);
  const reply = await whenMade(server, result.url);
  expect(reply.statusCode).toBe(422);
  expect(reply.json()).toMatchObject({ success: false, code: "unprocessable", message: why });
  // It is told before what was sent is deleted.
  await vi.waitFor(async () => expect(await keptBlobs(server)).toEqual([]));
});

test("what was sent is deleted when the document is made, and the document a day later", async () => {
  const clock = createManualClock();
  const { server, person } = await start({ clock });
  const { result } = await person.proxy(convertConversations, request);
  await whenMade(server, result.url);
  await vi.waitFor(async () => expect(await keptBlobs(server)).toEqual(["output"]));
  clock.advance(23 * 3_600_000);
  await tendConversions(server.platform);
  expect((await fetchDocument(server, result.url)).statusCode).toBe(200);
  clock.advance(3_600_000 + 1_000);
  expect((await fetchDocument(server, result.url)).statusCode).toBe(403);
  await tendConversions(server.platform);
  expect(await keptBlobs(server)).toEqual([]);
  expect(await server.platform.db.selectFrom("conversions").selectAll().execute()).toEqual([]);
});

/** Which blobs there are, of all conversions that the database knows. */
async function keptBlobs({ platform }: TestApp): Promise<string[]> {
  const rows = await platform.db.selectFrom("conversions").select(["id", "input_key", "output_key"]).execute();
  const found: string[] = [];
  for (const { id, input_key, output_key } of rows) {
    expect(input_key === null || input_key === `conversions/${id}/request.json`).toBe(true);
    if (await platform.blobs.stat(`conversions/${id}/request.json`)) found.push("input");
    if (output_key !== null && (await platform.blobs.stat(output_key))) found.push("output");
  }
  return found;
}

test("an address opens one document of one person, and no other", async () => {
  const { server, person } = await start();
  const stranger = await server.signIn("stranger@uni.edu");
  const { result } = await person.proxy(convertConversations, request);
  const theirs = await stranger.proxy(convertConversations, request);
  await whenMade(server, result.url);
  const url = new URL(result.url, "http://localhost");
  const claim: Record<string, unknown> = JSON.parse(
    Buffer.from(url.searchParams.get("claim") ?? "", "base64url").toString(),
  );
  expect(claim.ownerId).toBe(person.actor.userId);
  const other = { ...claim, ownerId: stranger.actor.userId };
  const altered = {
    claim: Buffer.from(JSON.stringify(other)).toString("base64url"),
    Expires: `${Number(url.searchParams.get("Expires")) + 1}`,
    signature: new URL(theirs.result.url, "http://localhost").searchParams.get("signature") ?? "",
  };
  for (const [name, value] of Object.entries(altered)) {
    const changed = new URL(url);
    changed.searchParams.set(name, value);
    expect((await fetchDocument(server, changed.pathname + changed.search)).statusCode, name).toBe(403);
    changed.searchParams.delete(name);
    expect((await fetchDocument(server, changed.pathname + changed.search)).statusCode, name).toBe(403);
  }
  const elsewhere = result.url.replace("/signed/conversions", "/signed/files/download");
  expect((await fetchDocument(server, elsewhere)).statusCode).toBe(403);
});

test("a document whose row is another's is not there, even at an address with a signature", async () => {
  const { server, person } = await start();
  const stranger = await server.signIn("stranger@uni.edu");
  const { result } = await person.proxy(convertConversations, request);
  await whenMade(server, result.url);
  await server.platform.db.updateTable("conversions").set({ owner_id: stranger.actor.userId }).execute();
  expect((await fetchDocument(server, result.url)).statusCode).toBe(404);
});

test("it refuses conversations without a fitting message, too much text, an unknown template and too many at once", async () => {
  const gate = Promise.withResolvers<void>();
  const { person } = await start({ converter: createScriptedConverter(() => gate.promise) });
  const refuse = async (input: OpInputGiven<typeof convertConversations>) => {
    const { status, body } = await person.proxy(convertConversations, input);
    return [status, body.message];
  };
  const only = (content: string) => ({
    content: { history: [{ name: "n", messages: [{ role: "user" as const, content }] }] },
  });
  expect(await refuse(only("Hi"))).toEqual([400, "These conversations have no message of the kind that you chose."]);
  expect(await refuse({ ...only(" \n"), include: "all" })).toMatchObject([400, expect.any(String)]);
  const long = "x".repeat(limits.documentCharacters + 1);
  expect(await refuse({ ...only(long), include: "user" })).toEqual([
    413,
    "A document takes at most 2 million characters. Choose fewer conversations.",
  ]);
  for (const templateName of ["../../etc/passwd", "/etc/passwd", "x.docx", "..", "Lectern.docx"]) {
    expect((await refuse({ ...request, templateName }))[0], templateName).toBe(400);
  }
  const five = await Promise.all(Array.from({ length: 8 }, () => person.proxy(convertConversations, request)));
  expect(five.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  gate.resolve();
});

test("templates are the files of the folder and ours; one named default is the default one", async () => {
  const templates = await mkdtemp(join(tmpdir(), "lectern-templates-"));
  folders.push(templates);
  for (const name of ["Default.pptx", "b.pptx", "a.docx", "~$a.docx", ".hidden.docx", "notes.txt"]) {
    await writeFile(join(templates, name), "x");
  }
  await symlink("/etc/passwd", join(templates, "link.docx"));
  const { person } = await start({ environment: { EXPORT_TEMPLATES_DIR: templates } });
  const { result } = await person.proxy(listExportTemplates, {});
  expect(result).toEqual({
    unavailable: null,
    templates: [
      { name: "Lectern", format: "docx", isDefault: true },
      { name: "a.docx", format: "docx", isDefault: false },
      { name: "Default.pptx", format: "pptx", isDefault: true },
      { name: "b.pptx", format: "pptx", isDefault: false },
      { name: "Lectern", format: "pptx", isDefault: false },
    ],
  });
});

test("where pandoc is not installed there are no templates, and both say why", async () => {
  const why = "Word and PowerPoint documents cannot be made on this server.";
  const converter: DocumentConverter = { unavailable: why, convert: () => Promise.reject(new Error("not here")) };
  const { person } = await start({ converter });
  expect((await person.proxy(listExportTemplates, {})).result).toEqual({ unavailable: why, templates: [] });
  const { status, body } = await person.proxy(convertConversations, request);
  expect([status, body.message]).toEqual([503, why]);
});

test("a document whose process died, or whose job was lost, is made by another", async () => {
  const { server, person } = await start();
  const { platform } = server;
  const { result } = await person.proxy(convertConversations, request);
  await whenMade(server, result.url);
  const row = await platform.db.selectFrom("conversions").selectAll().executeTakeFirstOrThrow();
  const inputKey = `conversions/${row.id}/request.json`;
  const stored = JSON.stringify({ title: "t", pieces: [{ kind: "assistant", markdown: "again" }] });
  await platform.blobs.write(
    inputKey,
    (async function* () {
      yield Buffer.from(stored);
    })(),
    { type: "application/json", maxBytes: 1_000 },
  );
  await platform.db
    .updateTable("conversions")
    .set({ state: "converting", process_id: "a process that is gone", input_key: inputKey, output_key: null })
    .execute();
  expect((await fetchDocument(server, result.url)).statusCode).toBe(404);
  await tendConversions(platform);
  expect((await whenMade(server, result.url)).body).toBe("again");
  await platform.db
    .updateTable("conversions")
    .set({ state: "converting", process_id: "a process that is gone", attempts: 3, input_key: inputKey })
    .execute();
  await tendConversions(platform);
  const last = await whenMade(server, result.url);
  expect([last.statusCode, last.json<{ message: string }>().message]).toEqual([
    422,
    "The document could not be made: the server ended each time it tried. Choose fewer conversations.",
  ]);
});

test("a request that another process is still storing is left to it", async () => {
  const { server, person } = await start();
  const row = { id: "c1", owner_id: person.actor.userId, format: "docx", template: null, file_name: "a.docx" } as const;
  const { db, jobs, clock } = server.platform;
  await insertConversion(db, { ...row, input_key: "conversions/c1/request.json" }, clock.now(), 5);
  const sent = vi.spyOn(jobs, "send");
  await tendConversions(server.platform);
  expect(sent).not.toHaveBeenCalled();
  expect(await listUnfinishedConversions(db)).toMatchObject([{ id: "c1", state: "queued" }]);
});

test("a request whose text did not come to be stored fails, and says so", async () => {
  const { server, person } = await start();
  const row = { id: "c1", owner_id: person.actor.userId, format: "docx", template: null, file_name: "a.docx" } as const;
  await insertConversion(server.platform.db, { ...row, input_key: "conversions/c1/request.json" }, new Date(0), 5);
  await tendConversions(server.platform);
  await vi.waitFor(async () => {
    expect(await listUnfinishedConversions(server.platform.db)).toEqual([]);
  });
});

test("[C3.30] fields of the request that are not as they should be are refused", async () => {
  const { person } = await start();
  const bad = [
    { ...request, format: "pdf" },
    { ...request, include: "everything" },
    { ...request, headers: { conversation: "x".repeat(2_001) } },
    { content: { history: [] } },
    { content: { history: [{ name: "n", messages: [{ role: "model", content: "x" }] }] } },
  ];
  for (const input of bad) {
    const given = input as OpInputGiven<typeof convertConversations>; // on purpose not
    expect((await person.rest(convertConversations, given)).status, JSON.stringify(input)).toBe(400);
  }
});
