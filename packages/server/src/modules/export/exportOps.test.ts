import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertConversations, limits, listExportTemplates, type OpCallInput } from "@lectern/contract";
import { afterEach, expect, test, vi } from "vitest";
import { ConversionError, type DocumentConverter } from "../../platform/pandoc/documentConverter.ts";
import { createTestApp, type TestApp, type TestAppOptions, type TestPerson } from "../../testing/createTestApp.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { reapConversions } from "./reapConversions.ts";
import { insertConversion, listUnfinishedConversions } from "./repository.ts";
import { createScriptedConverter } from "./testing/scriptedConverter.ts";

const servers: TestApp[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function startServer(options: TestAppOptions = {}): Promise<{ server: TestApp; person: TestPerson }> {
  const server = await createTestApp({ converter: createScriptedConverter(), ...options });
  servers.push(server);
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
const request: OpCallInput<typeof convertConversations> = { content: { history } };

async function fetchDocument(
  server: TestApp,
  url: string,
  method: "GET" | "HEAD" = "GET",
  headers: Record<string, string> = {},
) {
  return server.app.inject({ method, url, headers });
}

async function waitForDocument(server: TestApp, url: string) {
  return vi.waitFor(
    async () => {
      const reply = await fetchDocument(server, url);
      expect(reply.statusCode).not.toBe(404);
      return reply;
    },
    { timeout: 20_000, interval: 50 },
  );
}

test("[C7.37] the address answers 404 until the document is ready, and then serves it", async () => {
  const gate = Promise.withResolvers<void>();
  const { server, person } = await startServer({ converter: createScriptedConverter(() => gate.promise) });
  expect(`${convertConversations.method} ${convertConversations.path}`).toBe("POST /chat/convert");
  const { status, body, result } = await person.proxy(convertConversations, request);
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, data: { url: expect.stringMatching(/^\/signed\/conversions\?/) } });
  const earlyReply = await fetchDocument(server, result.url);
  expect(earlyReply.statusCode).toBe(404);
  expect((await fetchDocument(server, result.url, "HEAD")).statusCode).toBe(404);
  // A client that prefers it is told that the document is being written.
  const pendingReply = await fetchDocument(server, result.url, "HEAD", { prefer: "respond-async" });
  expect([pendingReply.statusCode, pendingReply.headers["retry-after"]]).toEqual([202, "1"]);
  gate.resolve();
  const reply = await waitForDocument(server, result.url);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    "content-type": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "content-disposition": expect.stringMatching(/^attachment; filename="Heat engines\.docx"/),
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  const headReply = await fetchDocument(server, result.url, "HEAD");
  expect(headReply).toMatchObject({ statusCode: 200, body: "" });
});

test("[C9.14] the default is a Word document of the assistant's messages, with '# ' before the name", async () => {
  const converter = createScriptedConverter();
  const { server, person } = await startServer({ converter });
  const { result } = await person.rest(convertConversations, request);
  const reply = await waitForDocument(server, result.url);
  expect(reply.body).toBe("# Heat \\*engines\\*\n\nIt limits **every** engine.");
  expect(converter.requests).toMatchObject([{ format: "docx", templatePath: null, title: "Heat *engines*" }]);
});

test("[C3.30] format, template, headers, name and what is included are those of the request", async () => {
  const templateFolder = await mkdtemp(join(tmpdir(), "lectern-templates-"));
  folders.push(templateFolder);
  await writeFile(join(templateFolder, "Uni.pptx"), "x");
  const converter = createScriptedConverter();
  const { server, person } = await startServer({ converter, environment: { EXPORT_TEMPLATES_DIR: templateFolder } });
  const headers = { conversation: "## Chat: ", message: "---", user: "**Asked:** ", assistant: "### Answer" };
  const { result } = await person.proxy(convertConversations, {
    ...request,
    format: "pptx",
    templateName: "Uni.pptx",
    headers,
    include: "all",
  });
  const reply = await waitForDocument(server, result.url);
  expect(reply.body).toBe(
    "## Chat: Heat \\*engines\\*\n\n---\n\n**Asked:** What is Carnot's bound?\n\n---\n\n### Answer\n\nIt limits **every** engine.",
  );
  expect(reply.headers["content-type"]).toContain("presentationml");
  expect(converter.requests[0]?.templatePath).toBe(join(templateFolder, "Uni.pptx"));
  const namelessReply = await person.proxy(convertConversations, {
    ...request,
    include: "user",
    includeConversationName: false,
  });
  expect((await waitForDocument(server, namelessReply.result.url)).body).toBe("What is Carnot's bound?");
});

test("a document of several conversations is named 'Conversations'", async () => {
  const { server, person } = await startServer();
  const content = { history: [...history, ...history.map((one) => ({ ...one, name: "In the cloud" }))] };
  const { result } = await person.proxy(convertConversations, { ...request, content, format: "pptx", include: "all" });
  const reply = await waitForDocument(server, result.url);
  expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename="Conversations\.pptx"/);
  for (const text of ["Heat \\*engines\\*", "In the cloud"]) expect(reply.body).toContain(text);
});

test("a failed conversion reports why, and its input is deleted", async () => {
  const reason = "The document needs too much memory. Choose fewer chats.";
  const converter = createScriptedConverter(() => Promise.reject(new ConversionError("memory", reason)));
  const { server, person } = await startServer({ converter });
  const { result } = await person.proxy(convertConversations, request);
  const reply = await waitForDocument(server, result.url);
  expect(reply.statusCode).toBe(422);
  expect(reply.json()).toMatchObject({ success: false, code: "unprocessable", message: reason });
  // The failure is visible before the input is deleted.
  await vi.waitFor(async () => expect(await listStoredBlobs(server)).toEqual([]));
});

test("the input is deleted when the document is ready, and the document a day later", async () => {
  const clock = createManualClock();
  const { server, person } = await startServer({ clock });
  const { result } = await person.proxy(convertConversations, request);
  await waitForDocument(server, result.url);
  await vi.waitFor(async () => expect(await listStoredBlobs(server)).toEqual(["output"]));
  clock.advance(23 * 3_600_000);
  await reapConversions(server.platform);
  expect((await fetchDocument(server, result.url)).statusCode).toBe(200);
  clock.advance(3_600_000 + 1_000);
  expect((await fetchDocument(server, result.url)).statusCode).toBe(403);
  await reapConversions(server.platform);
  expect(await listStoredBlobs(server)).toEqual([]);
  expect(await server.platform.db.selectFrom("conversions").selectAll().execute()).toEqual([]);
});

/** The blobs that exist for the conversions in the database. */
async function listStoredBlobs({ platform }: TestApp): Promise<string[]> {
  const rows = await platform.db.selectFrom("conversions").select(["id", "input_key", "output_key"]).execute();
  const blobKeys: string[] = [];
  for (const { id, input_key, output_key } of rows) {
    expect(input_key === null || input_key === `conversions/${id}/request.json`).toBe(true);
    if (await platform.blobs.stat(`conversions/${id}/request.json`)) blobKeys.push("input");
    if (output_key !== null && (await platform.blobs.stat(output_key))) blobKeys.push("output");
  }
  return blobKeys;
}

test("an address opens one document of one person, and no other", async () => {
  const { server, person } = await startServer();
  const stranger = await server.signIn("stranger@uni.edu");
  const { result } = await person.proxy(convertConversations, request);
  const strangersConversion = await stranger.proxy(convertConversations, request);
  await waitForDocument(server, result.url);
  const url = new URL(result.url, "http://localhost");
  const claim: Record<string, unknown> = JSON.parse(
    Buffer.from(url.searchParams.get("claim") ?? "", "base64url").toString(),
  );
  expect(claim.ownerId).toBe(person.actor.principal.id);
  const otherOwnersClaim = { ...claim, ownerId: stranger.actor.principal.id };
  const changedParameters = {
    claim: Buffer.from(JSON.stringify(otherOwnersClaim)).toString("base64url"),
    Expires: `${Number(url.searchParams.get("Expires")) + 1}`,
    signature: new URL(strangersConversion.result.url, "http://localhost").searchParams.get("signature") ?? "",
  };
  for (const [name, value] of Object.entries(changedParameters)) {
    const changedUrl = new URL(url);
    changedUrl.searchParams.set(name, value);
    expect((await fetchDocument(server, changedUrl.pathname + changedUrl.search)).statusCode, name).toBe(403);
    changedUrl.searchParams.delete(name);
    expect((await fetchDocument(server, changedUrl.pathname + changedUrl.search)).statusCode, name).toBe(403);
  }
  const urlOfOtherRoute = result.url.replace("/signed/conversions", "/signed/files/download");
  expect((await fetchDocument(server, urlOfOtherRoute)).statusCode).toBe(403);
});

test("a document that belongs to somebody else is not found, even at a signed address", async () => {
  const { server, person } = await startServer();
  const stranger = await server.signIn("stranger@uni.edu");
  const { result } = await person.proxy(convertConversations, request);
  await waitForDocument(server, result.url);
  await server.platform.db.updateTable("conversions").set({ owner_id: stranger.actor.principal.id }).execute();
  expect((await fetchDocument(server, result.url)).statusCode).toBe(404);
});

test("it rejects conversations without a message to include, too much text, an unknown template and too many at once", async () => {
  const gate = Promise.withResolvers<void>();
  const { person } = await startServer({ converter: createScriptedConverter(() => gate.promise) });
  const convert = async (input: OpCallInput<typeof convertConversations>) => {
    const { status, body } = await person.proxy(convertConversations, input);
    return [status, body.message];
  };
  const createContent = (content: string) => ({
    content: { history: [{ name: "n", messages: [{ role: "user" as const, content }] }] },
  });
  expect(await convert(createContent("Hi"))).toEqual([
    400,
    "These chats contain none of the messages you chose to include.",
  ]);
  expect(await convert({ ...createContent(" \n"), include: "all" })).toMatchObject([400, expect.any(String)]);
  const longText = "x".repeat(limits.documentCharacters + 1);
  expect(await convert({ ...createContent(longText), include: "user" })).toEqual([
    413,
    "A document can have at most 2 million characters. Choose fewer chats.",
  ]);
  for (const templateName of ["../../etc/passwd", "/etc/passwd", "x.docx", "..", "Lectern.docx"]) {
    expect((await convert({ ...request, templateName }))[0], templateName).toBe(400);
  }
  const responses = await Promise.all(Array.from({ length: 8 }, () => person.proxy(convertConversations, request)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  gate.resolve();
});

test("[C9.14] the templates are the files of the folder and the built-in ones; a file named default is the default", async () => {
  const templateFolder = await mkdtemp(join(tmpdir(), "lectern-templates-"));
  folders.push(templateFolder);
  for (const name of ["Default.pptx", "b.pptx", "a.docx", "~$a.docx", ".hidden.docx", "notes.txt"]) {
    await writeFile(join(templateFolder, name), "x");
  }
  await symlink("/etc/passwd", join(templateFolder, "link.docx"));
  const converter = createScriptedConverter();
  const { server, person } = await startServer({ converter, environment: { EXPORT_TEMPLATES_DIR: templateFolder } });
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
  const { url } = (await person.proxy(convertConversations, { ...request, format: "pptx" })).result;
  await waitForDocument(server, url);
  expect(converter.requests).toMatchObject([{ templatePath: join(templateFolder, "Default.pptx") }]);
});

test("without pandoc there are no templates, and both operations say why", async () => {
  const reason = "Word and PowerPoint documents cannot be made on this server.";
  const converter: DocumentConverter = { unavailable: reason, convert: () => Promise.reject(new Error("not here")) };
  const { person } = await startServer({ converter });
  expect((await person.proxy(listExportTemplates, {})).result).toEqual({ unavailable: reason, templates: [] });
  const { status, body } = await person.proxy(convertConversations, request);
  expect([status, body.message]).toEqual([503, reason]);
});

test("a conversion whose process died, or whose job was lost, is done by another process", async () => {
  const { server, person } = await startServer();
  const { platform } = server;
  const { result } = await person.proxy(convertConversations, request);
  await waitForDocument(server, result.url);
  const row = await platform.db.selectFrom("conversions").selectAll().executeTakeFirstOrThrow();
  const inputKey = `conversions/${row.id}/request.json`;
  const storedRequest = JSON.stringify({ title: "t", pieces: [{ kind: "assistant", markdown: "again" }] });
  await platform.blobs.write(
    inputKey,
    (async function* () {
      yield Buffer.from(storedRequest);
    })(),
    { type: "application/json", maxBytes: 1_000 },
  );
  await platform.db
    .updateTable("conversions")
    .set({ state: "converting", process_id: "a process that is gone", input_key: inputKey, output_key: null })
    .execute();
  expect((await fetchDocument(server, result.url)).statusCode).toBe(404);
  await reapConversions(platform);
  expect((await waitForDocument(server, result.url)).body).toBe("again");
  await platform.db
    .updateTable("conversions")
    .set({ state: "converting", process_id: "a process that is gone", attempts: 3, input_key: inputKey })
    .execute();
  await reapConversions(platform);
  const lastReply = await waitForDocument(server, result.url);
  expect([lastReply.statusCode, lastReply.json<{ message: string }>().message]).toEqual([
    422,
    "The document couldn’t be created: the server crashed each time it tried. Choose fewer chats.",
  ]);
});

test("a request that another process is still storing is not enqueued again", async () => {
  const { server, person } = await startServer();
  const row = {
    id: "c1",
    owner_id: person.actor.principal.id,
    format: "docx",
    template: null,
    file_name: "a.docx",
  } as const;
  const { db, jobs, clock } = server.platform;
  await insertConversion(db, { ...row, input_key: "conversions/c1/request.json" }, clock.now(), 5);
  const sendSpy = vi.spyOn(jobs, "send");
  await reapConversions(server.platform);
  expect(sendSpy).not.toHaveBeenCalled();
  expect(await listUnfinishedConversions(db)).toMatchObject([{ id: "c1", state: "queued" }]);
});

test("a document is not created for a person who has been blocked since the request", async () => {
  const { server, person } = await startServer();
  const row = {
    id: "c1",
    owner_id: person.actor.principal.id,
    format: "docx",
    template: null,
    file_name: "a.docx",
  } as const;
  const { db } = server.platform;
  await insertConversion(db, { ...row, input_key: "conversions/c1/request.json" }, new Date(Date.now() - 600_000), 5);
  await db.updateTable("users").set({ blocked_at: new Date() }).execute();
  await reapConversions(server.platform);
  await vi.waitFor(async () => {
    const { state, reason } = await db.selectFrom("conversions").selectAll().executeTakeFirstOrThrow();
    expect([state, reason]).toEqual(["failed", expect.stringContaining("Your account has been blocked.")]);
  });
});

test("a request whose content was never stored fails", async () => {
  const { server, person } = await startServer();
  const row = {
    id: "c1",
    owner_id: person.actor.principal.id,
    format: "docx",
    template: null,
    file_name: "a.docx",
  } as const;
  await insertConversion(server.platform.db, { ...row, input_key: "conversions/c1/request.json" }, new Date(0), 5);
  await reapConversions(server.platform);
  await vi.waitFor(async () => {
    expect(await listUnfinishedConversions(server.platform.db)).toEqual([]);
  });
});

test("[C3.30] invalid fields of the request are rejected", async () => {
  const { person } = await startServer();
  const invalidInputs = [
    { ...request, format: "pdf" },
    { ...request, include: "everything" },
    { ...request, headers: { conversation: "x".repeat(2_001) } },
    { content: { history: [] } },
    { content: { history: [{ name: "n", messages: [{ role: "model", content: "x" }] }] } },
  ];
  for (const input of invalidInputs) {
    const invalidInput = input as OpCallInput<typeof convertConversations>; // deliberately invalid
    expect((await person.rest(convertConversations, invalidInput)).status, JSON.stringify(input)).toBe(400);
  }
});
