import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type ChatRequestInput, titleConversation } from "@lectern/contract";
import { expect, onTestFinished, test } from "vitest";
import { defaultDatabaseKind } from "../../../server/src/testing/testDatabase.ts";
import { readStoredContent } from "../../support/content/readStoredContent.ts";
import { startWorkspace } from "../../support/servers/startWorkspace.ts";
import { createTemporaryFolder } from "../../support/servers/temporary.ts";

/** Sentences that occur nowhere else. */
const localTexts = {
  question: "The heron of the question waits at quay 4417",
  answer: "The heron of the answer left quay 4417 at dawn",
  prompt: "The heron of the instructions knows each quay",
  title: "Heron Title 4417",
  failing: "The heron of the failure finds no quay",
  malformed: "The heron of the malformed request",
  conversationId: "heron-conversation-4417",
};
const cloudTexts = {
  question: "The otter of the question swims by pier 8052",
  answer: "The otter of the answer sleeps below pier 8052",
  title: "Otter Title 8052",
};

test("a local conversation is in nothing that the server stores, while a cloud conversation is", async () => {
  const folder = await createTemporaryFolder();
  const [dataDir, homeFolder] = [join(folder, "data"), join(folder, "home")];
  for (const path of [dataDir, homeFolder]) await mkdir(path);
  const workspace = await startWorkspace(defaultDatabaseKind, {
    DATA_DIR: dataDir,
    HOME: homeFolder,
    TMPDIR: homeFolder,
    LOG_LEVEL: "debug",
  });
  onTestFinished(() => workspace.close());
  const { api, models, modelId, lectern } = workspace;
  const buildRequest = (requestId: string, content: string): ChatRequestInput => ({
    model: modelId,
    messages: [
      { role: "system", content: localTexts.prompt },
      { role: "user", content },
    ],
    options: { requestId, conversationId: localTexts.conversationId, storage: "local" },
  });

  // Request an answer, disconnect halfway, and follow the run to its end.
  models.script({ answer: `${localTexts.answer}. `.repeat(40), hangAfter: 30 });
  const stream = await api.ask(buildRequest("heron-run-1", localTexts.question));
  await stream.readUntil(({ content }) => content.includes(localTexts.answer));
  await stream.disconnect();
  const runs = await api.request("GET", `/chat/runs?conversationId=${localTexts.conversationId}`);
  expect(JSON.stringify(await runs.json())).toContain("heron-run-1");
  const followedStream = await api.follow("heron-run-1");
  models.resume();
  expect((await followedStream.readToEnd()).content).toBe(`${localTexts.answer}. `.repeat(40));

  // The outcomes: complete, stopped, failed before and during the answer, refused.
  models.script({ answer: localTexts.answer });
  const wholeResponse = await api.request("POST", "/chat", {
    ...buildRequest("heron-run-2", localTexts.question),
    stream: false,
  });
  expect(await wholeResponse.json()).toMatchObject({ data: localTexts.answer });
  models.script({ answer: `${localTexts.answer} and on`, hangAfter: 10 });
  const stoppedStream = await api.ask(buildRequest("heron-run-3", localTexts.question));
  await stoppedStream.readUntil(({ content }) => content.includes(localTexts.answer));
  await api.request("POST", "/chat", { killSwitch: { requestId: "heron-run-3", value: true } });
  expect((await stoppedStream.readToEnd()).end?.end).toBe("stopped");
  const refusedRequest = buildRequest("heron-run-4", `${localTexts.failing} [[status: 500]]`);
  expect((await api.request("POST", "/chat", refusedRequest)).status).toBe(502);
  const failedStream = await api.ask(buildRequest("heron-run-5", `${localTexts.failing} [[tokens: 9]] [[error: 4]]`));
  expect((await failedStream.readToEnd()).end?.end).toBe("failed");
  const invalidRequest = { ...buildRequest("heron-run-6", localTexts.malformed), temperature: localTexts.malformed };
  expect((await api.request("POST", "/chat", invalidRequest)).status).toBe(400);
  const unparsableResponse = await fetch(`${lectern.url}/chat`, {
    method: "POST",
    headers: { authorization: `Bearer ${workspace.ann.accessToken}`, "content-type": "application/json" },
    body: `{"messages": "${localTexts.malformed}`,
  });
  expect(unparsableResponse.status).toBe(400);

  models.script({ answer: localTexts.title });
  const titleResult = await api.call(titleConversation, {
    conversationId: localTexts.conversationId,
    messages: [
      { role: "user", content: localTexts.question },
      { role: "assistant", content: localTexts.answer },
    ],
  });
  expect(titleResult).toEqual({ name: localTexts.title });

  // Request an answer in a cloud conversation, whose title the server creates.
  models.script({ answer: cloudTexts.answer });
  models.script({ answer: cloudTexts.title });
  const cloudStream = await api.ask({
    model: modelId,
    messages: [{ role: "user", content: cloudTexts.question }],
    options: { requestId: "otter-run", conversationId: "otter-conversation", storage: "cloud", parentId: null },
  });
  expect((await cloudStream.readToEnd()).end?.end).toBe("done");

  expect(await lectern.stop()).toBe(0);
  const storedContent = await readStoredContent(workspace, folder);
  for (const text of Object.values(cloudTexts)) {
    expect(storedContent.findLocations(text), text).not.toEqual([]);
    expect(storedContent.findLocations(text), text).not.toContain("log");
    if (defaultDatabaseKind === "pglite") expect(storedContent.findLocations(text).join(), text).toContain(dataDir);
  }
  expect(storedContent.findLocations("answer ended")).toEqual(["log"]);
  expect(storedContent.findLocations("heron-run-5")).toEqual(expect.arrayContaining(["log", "table usage"]));
  for (const text of Object.values(localTexts)) expect(storedContent.findLocations(text), text).toEqual([]);
});
