import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import {
  beginUpload,
  type ChatRequestInput,
  getMonthToDateCost,
  listRuns,
  type OpOutput,
  openConversation,
} from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { defaultDatabaseKind } from "../../../server/src/testing/testDatabase.ts";
import {
  expectCompleteDocuments,
  expectNoContent,
  getFile,
  uploadLongText,
  waitForProgress,
  waitUntilFileReady,
} from "../../support/content/longDocument.ts";
import { openWorkspaceDatabase } from "../../support/servers/openWorkspaceDatabase.ts";
import { startWorkspace, type Workspace } from "../../support/servers/startWorkspace.ts";

const conversationId = "conversation-of-the-crash";
const question = "Asked before the crash [[tokens: 500]]";
const line = "The seminar meets on Thursdays in the blue room.\n";
const content = line.repeat(4_000);
const longTimeout = { timeout: 60_000, interval: 50 };

// The tests of a database run one after another on the same server.
describe("a server that is killed during an answer, an upload and an extraction", () => {
  let workspace: Workspace;
  let upload: OpOutput<typeof beginUpload>;
  let document: string;

  beforeAll(async () => {
    workspace = await startWorkspace(defaultDatabaseKind);
    const { api, lectern } = workspace;
    const answer = await beginAnswer();
    const halfUpload = await uploadHalf();
    document = await uploadLongText(api, lectern.url, "long.txt");
    await waitForProgress(api, document, 0);
    await expectNoContent(api, document);
    expect(await lectern.stop("SIGKILL")).toBeNull();
    expect(await answer.end).toBe("broken");
    await halfUpload.broken;
    expect(await findStoredParts()).toHaveLength(1);
    await lectern.restart();
  });
  afterAll(() => workspace?.close());

  /** Asks, and returns once the first words of the answer are stored. `end` tells how its stream ends. */
  async function beginAnswer(): Promise<{ end: Promise<string> }> {
    const { api, models, modelId } = workspace;
    const messages: ChatRequestInput["messages"] = [{ id: "question", role: "user", content: question }];
    const options = {
      conversationId,
      storage: "cloud" as const,
      parentId: null,
      replyId: "answer",
      requestId: "run",
    };
    models.pauseAfter(120);
    const stream = await api.ask({ model: modelId, messages, options });
    await stream.readUntil(({ content }) => content === generateWords(120));
    const end = stream.readToEnd().then(
      () => "whole",
      () => "broken",
    );
    await vi.waitFor(async () => {
      const { conversation } = await api.call(openConversation, { conversationId });
      expect(conversation.messages[1]?.content).toBe(generateWords(120));
    }, longTimeout);
    return { end };
  }

  /** Sends half of a file, and returns once some of it is stored. */
  async function uploadHalf(): Promise<{ broken: Promise<void> }> {
    const { api, lectern } = workspace;
    const size = Buffer.byteLength(content);
    upload = await api.call(beginUpload, { name: "seminar.txt", type: "text/plain", size });
    const brokenSignal = Promise.withResolvers<void>();
    const uploadRequest = request(new URL(upload.url, lectern.url), {
      method: "PUT",
      headers: { "content-type": "text/plain", "content-length": size },
    });
    uploadRequest.once("error", () => brokenSignal.resolve());
    uploadRequest.write(content.slice(0, size / 2));
    await vi.waitFor(async () => expect(await findStoredParts()).toHaveLength(1), longTimeout);
    return { broken: brokenSignal.promise };
  }

  /** The files that hold bytes of the upload. */
  async function findStoredParts(): Promise<string[]> {
    const folder = join(workspace.lectern.dataDir, "blobs");
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
    const foundPaths: string[] = [];
    for (const path of paths) if ((await readFile(path, "utf8")).includes(line)) foundPaths.push(path);
    return foundPaths;
  }

  test("has the person's message, and the answer as it was last saved, ended as interrupted", async () => {
    // On PostgreSQL, other processes may serve requests meanwhile, so a start does not wait for the reaper.
    await vi.waitFor(async () => {
      const { conversation } = await workspace.api.call(openConversation, { conversationId });
      expect(conversation.headId).toBe("answer");
      expect(conversation.messages).toMatchObject([
        { id: "question", role: "user", content: question },
        {
          id: "answer",
          parentId: "question",
          role: "assistant",
          content: generateWords(120),
          data: { run: { requestId: "run" }, end: { end: "stopped", code: "interrupted" } },
        },
      ]);
    }, longTimeout);
  });

  test("no longer knows the run: a client that reconnects gets 404 and reads the conversation", async () => {
    expect((await workspace.api.call(listRuns, {})).runs).toEqual([]);
    expect((await workspace.api.request("GET", "/chat/run", undefined, { "last-event-id": "3" })).status).toBe(404);
  });

  test("has no bytes of the upload, and the file still waits for them", async () => {
    if (defaultDatabaseKind === "pglite") expect(await findStoredParts()).toEqual([]);
    // Other processes may write to the same folder, so only old files are deleted as leftovers. This one is still
    // marked as unfinished.
    else expect((await findStoredParts()).every((path) => path.includes(".writing"))).toBe(true);
    expect(await getFile(workspace.api, upload.key)).toMatchObject({
      name: "seminar.txt",
      state: "uploading",
      size: null,
    });
  });

  test("continues the extraction, also if it is killed while it stores passages, and shows nothing before", async () => {
    const { api, lectern } = workspace;
    await waitForProgress(api, document, 90);
    await expectNoContent(api, document);
    expect(await lectern.stop("SIGKILL")).toBeNull();
    await lectern.restart();
    await waitUntilFileReady(api, document);
    const contentKey = expect.stringContaining("global/");
    expect(await getFile(api, document)).toMatchObject({ progress: 100, contentKey });
  }, 240_000);

  test("lets the person continue in the same conversation", async () => {
    const { api, models, modelId } = workspace;
    models.resume();
    const messages: ChatRequestInput["messages"] = [{ id: "next", role: "user", content: "On [[answer: it goes]]" }];
    const options = { conversationId, storage: "cloud" as const, parentId: "answer", replyId: "next-answer" };
    const stream = await api.ask({ model: modelId, messages, options });
    expect(await stream.readToEnd()).toMatchObject({ content: "it goes", end: { end: "done" } });
    expect(
      models
        .chats()
        .at(-1)
        ?.body?.messages?.map(({ content }) => content),
    ).toEqual(expect.arrayContaining([question, generateWords(120)]));
  });

  test("accepts the whole file at the same URL and extracts it", async () => {
    const { api, lectern } = workspace;
    const response = await fetch(new URL(upload.url, lectern.url), {
      method: "PUT",
      body: content,
      headers: { "content-type": "text/plain" },
    });
    expect(response.status).toBe(200);
    await waitUntilFileReady(api, upload.key);
    expect(await getFile(api, upload.key)).toMatchObject({ size: Buffer.byteLength(content) });
    const contentResponse = await fetch(new URL(upload.contentUrl, lectern.url));
    expect(await contentResponse.text()).toContain("The seminar meets on Thursdays");
  });

  test("has settled what the lost call is known to have cost, and has each passage once", async () => {
    const { api, lectern } = workspace;
    expect(await api.call(getMonthToDateCost, { email: "ann@example.org" })).toEqual({ "MTD Cost": 0 });
    expect(await lectern.stop()).toBe(0);
    const { db, close } = await openWorkspaceDatabase(workspace);
    const rows = await db.selectFrom("usage").select(["request_id", "outcome", "settled_at"]).execute();
    await expectCompleteDocuments(db, 2);
    await close();
    const lostRows = rows.filter(({ request_id }) => request_id === "run");
    expect(lostRows).toEqual([{ request_id: "run", outcome: "interrupted", settled_at: expect.any(Date) }]);
    expect(rows.filter(({ settled_at }) => settled_at === null)).toEqual([]);
  });
});
