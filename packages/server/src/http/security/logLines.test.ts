import {
  createConversation,
  type DataSource,
  dualRetrieval,
  listRuns,
  openConversation,
  queryFiles,
  searchMessages,
  updateConversation,
  uploadFile,
} from "@lectern/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSession, sessionCookieName } from "../../modules/identity/service.ts";
import { createZip } from "../../platform/documents/testing/samples.ts";
import { createLog } from "../../platform/log.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { uploadTestFile } from "../../testing/uploadTestFile.ts";

let text = "";
const append = (part: string) => {
  text += part;
};
let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer({
    log: createLog("debug", { write: append }),
    environment: { CHAT_ENDPOINT: "/chat" },
  });
});
afterAll(() => server.close());

const marker = "aubergine-2718";
/** Line breaks that could forge a log line, terminal control sequences, and a marker to find content by. */
const hostile = `${marker}\n{"level":60,"msg":"forged"}\r\n\u001b[31m\u001b]0;title\u0007`;

test("the failure of a model's server is logged as a warning, whether the answer is streamed or not", async () => {
  const levelsOf = async (act: () => Promise<unknown>) => {
    const start = text.length;
    await act();
    await server.settled();
    const lines = text.slice(start).trim().split("\n");
    return new Set(lines.map((line) => Number(JSON.parse(line).level)));
  };
  for (const directive of ["[[status:500]]", "[[status:503]]", "[[status:401; code: invalid_api_key]]", "[[cut:3]]"]) {
    for (const stream of [true, false]) {
      const levels = await levelsOf(async () => readStream(await server.post(server.ask(directive, { stream }))));
      expect(Math.max(...levels), `${directive} ${stream}`).toBe(40);
    }
  }
});

test("the log entry of an op names the entry point that its caller used", async () => {
  const start = text.length;
  await server.ann.proxy(listRuns, {});
  await server.ann.rest(listRuns, {});
  await server.ann.direct(uploadFile, { data: { name: "a.txt", type: "text/plain", size: 1 } });
  const entries: unknown[] = text
    .slice(start)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const [op, entryPoint] of [
    [listRuns, "proxy"],
    [listRuns, "rest"],
    [uploadFile, "direct"],
  ] as const) {
    const name = `${op.method} ${op.path}`;
    expect(entries).toContainEqual(expect.objectContaining({ msg: "op", op: name, entryPoint, outcome: "ok" }));
  }
});

test("whatever a request contains, a log entry is one line of JSON without content, tokens or cookies", async () => {
  const { app, ann, models } = server;
  const cookie = `${sessionCookieName}=${ann.cookie}`;
  const bearer = { authorization: `Bearer ${ann.token}` };

  // URLs, headers, cookies and bodies at every entry point.
  const paths = [
    "/auth/signin?returnTo=",
    "/auth/callback?code=x&error=y&state=",
    "/chat/",
    "/signed/conversations?claim=",
    "/none/",
    "/sign-in/",
    "/oidc/auth?client_id=",
  ];
  for (const path of paths) {
    const url = `${path}${encodeURIComponent(hostile)}`;
    await app.inject({ url, headers: { host: "localhost", "user-agent": marker, referer: marker, cookie, ...bearer } });
  }
  for (const url of [
    "/chat",
    "/api/requestOp",
    "/state/conversation/append",
    "/auth/signout",
    "/models/endpoint/connect",
  ]) {
    for (const payload of [
      hostile,
      JSON.stringify({ data: hostile }),
      JSON.stringify({ [hostile]: [hostile] }),
      `{"data":"${marker}`,
    ]) {
      const headers = {
        host: "localhost",
        "content-type": "application/json",
        cookie,
        "x-request-id": marker,
        "x-lectern-client": "web",
        ...bearer,
      };
      await app.inject({ method: "POST", url, headers, payload });
    }
  }
  // Ids and texts in ops.
  await ann.rest(openConversation, { conversationId: hostile });
  await ann.rest(listRuns, { conversationId: hostile });
  await ann.rest(createConversation, {
    conversation: { id: "c1", name: hostile, messages: [{ id: "m", role: "user", content: hostile }] },
  });
  // Chats: questions, answers, and every failure of a model's server.
  for (const directive of [
    "",
    "[[status:500]]",
    "[[status:401; code: invalid_api_key]]",
    `[[status:400; code: ${marker}]]`,
    "[[html]]",
    "[[cut:3]]",
    "[[error:2]]",
    "[[rubbish:5]]",
    "[[empty]]",
    "[[json]]",
    "[[tool: steal]]",
  ]) {
    const content = `${hostile} [[answer: ${marker} and more words]] ${directive}`;
    const body = server.ask(content, {
      options: { storage: "cloud", conversationId: "c2", timeZone: hostile.slice(0, 90), source: hostile.slice(0, 90) },
    });
    await readStream(await server.post({ ...body, prompt: hostile }));
  }
  // Documents whose names, tags and texts are hostile: unreadable, unknown, empty, and read and then searched for.
  const bea = await server.signIn("bea@example.org");
  const upload = (content: string | Uint8Array, type: string) =>
    uploadTestFile(server, bea, { name: `${marker}.x\u001b[31m`, type, tags: [marker], content });
  const files = [
    await upload("no PDF at all", "application/pdf"),
    await upload(`${hostile} in a text`, "text/plain"),
    // The library that reads archives quotes this name in its error.
    await upload(createZip({ [`../${marker}`]: marker }), "application/zip"),
  ];
  const sources: DataSource[] = [
    ...files.map(({ id, name, type }) => ({ id: `s3://${id}`, name, type, key: id })),
    { id: "s3://unknown", name: hostile, type: "text/plain" },
    { id: "obj://blank", name: hostile, type: "text/plain", raw: " " },
    { id: "obj://text", name: hostile, type: "text/plain", raw: hostile },
  ];
  for (const source of sources)
    for (const storage of ["local", "cloud"] as const) {
      const options = { storage, conversationId: `documents-${storage}` };
      await readStream(
        await server.post(server.ask(`${hostile}?`, { dataSources: [source], options }), { person: bea }),
      );
      await server.settled();
    }
  await bea.rest(updateConversation, { conversationId: "documents-cloud", changes: { name: hostile, tags: [marker] } });
  await bea.rest(searchMessages, { query: hostile });
  await bea.direct(queryFiles, { namePrefix: marker, tags: [marker] });
  await bea.direct(dualRetrieval, { userInput: hostile, dataSources: sources.map(({ id }) => id), limit: 3 });
  (await server.post({ ...server.ask("x"), model: hostile })).resume();
  (await server.post(server.ask("x", { options: { requestId: hostile } }))).resume();
  models.resume();
  await server.settled();
  // People whose provider sends malicious claims.
  const identity = { issuer: "test", subject: hostile, email: `${marker}@uni.edu`, emailVerified: true, name: hostile };
  await createSession(server.platform, identity, null);

  const lines = text.split("\n").filter((line) => line !== "");
  expect(lines.length).toBeGreaterThan(40);
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
  const parsedLines = lines.map((line): Record<string, unknown> => JSON.parse(line));
  expect(parsedLines.filter(({ msg }) => msg === "forged")).toEqual([]);
  // The reason why a document was not read is found without its text.
  expect(parsedLines.filter(({ msg }) => msg === "document not read")).toContainEqual(
    expect.objectContaining({
      failure: "damaged",
      error: {
        name: "Error",
        code: null,
        locations: expect.arrayContaining([expect.stringMatching(/^node_modules\/yauzl\/.+:\d+$/)]),
      },
    }),
  );
  expect(parsedLines.every(({ time, level }) => typeof time === "string" && typeof level === "number")).toBe(true);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
  for (const secret of [marker, ann.cookie, ann.token, ann.token.split(".")[1] ?? "", "and more words"]) {
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  }
});
