import { type ChatRequestInput, getMonthToDateCost, listRuns, openConversation } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { words } from "../../../server/src/testing/modelServer/behaviour.ts";
import { testDatabaseKinds } from "../../../server/src/testing/testDatabase.ts";
import { openWorkspaceDatabase } from "../../support/openWorkspaceDatabase.ts";
import { startWorkspace, type Workspace } from "../../support/startWorkspace.ts";

describe.each(testDatabaseKinds)("a server on %s that is killed during an answer", (kind) => {
  const conversationId = "conversation-of-the-crash";
  const question = "Asked before the crash [[tokens: 500]]";
  let workspace: Workspace;

  beforeAll(async () => {
    workspace = await startWorkspace(kind);
    const { api, models, modelId, lectern } = workspace;
    const messages: ChatRequestInput["messages"] = [{ id: "question", role: "user", content: question }];
    const options = { conversationId, storage: "cloud" as const, parentId: null, replyId: "answer", requestId: "run" };
    models.pauseAfter(120);
    const stream = await api.ask({ model: modelId, messages, options });
    await stream.readUntil(({ content }) => content === words(120));
    const broken = stream.readToEnd().then(
      () => "whole",
      () => "broken",
    );
    await vi.waitFor(
      async () => {
        const { conversation } = await api.call(openConversation, { conversationId });
        expect(conversation.messages[1]?.content).toBe(words(120));
      },
      { timeout: 10_000, interval: 100 },
    );
    expect(await lectern.stop("SIGKILL")).toBeNull();
    expect(await broken).toBe("broken");
    await lectern.restart();
  });
  afterAll(() => workspace?.close());

  test("has the person's message, and the answer as it was last saved, ended as interrupted", async () => {
    const { conversation } = await workspace.api.call(openConversation, { conversationId });
    expect(conversation.headId).toBe("answer");
    expect(conversation.messages).toMatchObject([
      { id: "question", role: "user", content: question },
      {
        id: "answer",
        parentId: "question",
        role: "assistant",
        content: words(120),
        data: { run: { requestId: "run" }, end: { end: "stopped", code: "interrupted" } },
      },
    ]);
  });

  test("no longer knows the run: a client that reconnects gets 404 and reads the conversation", async () => {
    expect((await workspace.api.call(listRuns, {})).runs).toEqual([]);
    expect((await workspace.api.request("GET", "/chat/run", undefined, { "last-event-id": "3" })).status).toBe(404);
  });

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
    ).toEqual(expect.arrayContaining([question, words(120)]));
  });

  test("has settled what the lost call is known to have cost", async () => {
    const { api, lectern } = workspace;
    expect(await api.call(getMonthToDateCost, { email: "ann@example.org" })).toEqual({ "MTD Cost": 0 });
    expect(await lectern.stop()).toBe(0);
    const { db, close } = await openWorkspaceDatabase(workspace);
    const rows = await db.selectFrom("usage").select(["request_id", "outcome", "settled_at"]).execute();
    await close();
    const lost = rows.filter(({ request_id }) => request_id === "run");
    expect(lost).toEqual([{ request_id: "run", outcome: "interrupted", settled_at: expect.any(Date) }]);
    expect(rows.filter(({ settled_at }) => settled_at === null)).toEqual([]);
  });
});
