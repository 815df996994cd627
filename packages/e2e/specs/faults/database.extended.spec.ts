import { openConversation } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { createPostgresDatabase } from "../../../server/src/testing/testDatabase.ts";
import { openPages } from "../../support/browser/openPages.ts";
import {
  chooseStorage,
  lastAnswer,
  startNewChat,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { ask, expectEventually, expectVisible, openWorkspace, questions, send } from "../../support/pages/screen.ts";
import { startTcpProxy } from "../../support/servers/startServerProxy.ts";
import { startWorkspace, type Workspace } from "../../support/servers/startWorkspace.ts";

const unreachableText = "The database of this workspace can’t be reached. Please try again in a minute.";

// The real server, connected to its database through a proxy that can be disconnected.
const postgres = await createPostgresDatabase("prepared");
const databaseUrl = new URL(postgres.databaseUrl);
const proxy = await startTcpProxy(databaseUrl.hostname, Number(databaseUrl.port));
const proxiedUrl = new URL(databaseUrl);
proxiedUrl.host = `127.0.0.1:${proxy.port}`;

let workspace: Workspace;
beforeAll(async () => {
  const SECRET_KEY = "a secret of the tests, long enough for a server";
  workspace = await startWorkspace("pglite", { DATABASE_URL: proxiedUrl.href, SECRET_KEY });
});
afterEach(() => {
  proxy.reconnect();
  workspace.models.reset();
});
afterAll(async () => {
  await workspace?.close();
  await proxy.close();
  await postgres.drop();
});
const pages = openPages(() => workspace.lectern.url);

test("a database that fails loses no question and no answer, and the page says what is not stored", async () => {
  const { models } = workspace;
  const { page, api } = await pages.openSignedIn();
  await openWorkspace(page, workspace.lectern.url);
  await ask(page, "Before [[answer: Here.]]");
  proxy.disconnect();
  await send(page, "While it is gone [[answer: Here again.]]");
  await expectVisible(lastAnswer(page), unreachableText);
  expect(await questions(page).count()).toBe(2);
  proxy.reconnect();
  await page.getByRole("button", { name: "Try again" }).click();
  await waitForAnswerText(page, "Here again.");
  await page.reload();
  await waitForAnswerText(page, "Here again.");

  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  await chooseStorage(page, "cloud");
  models.pauseAfter(20);
  await send(page, "Tell me [[tokens: 60]]");
  await models.whenPaused();
  await waitForAnswerText(page, generateWords(20));
  proxy.disconnect();
  // Meanwhile the server tries to store the partial answer and fails.
  await expectEventually(() => workspace.lectern.output()).toContain("could not be saved while it was being written");
  proxy.reconnect();
  models.resume();
  await waitForAnswerText(page, generateWords(60));
  await waitForAnswerEnd(page);
  const conversationId = new URL(page.url()).hash.replace("#c=", "");
  const { conversation } = await api.call(openConversation, { conversationId });
  expect(conversation.messages).toMatchObject([
    { role: "user", content: "Tell me [[tokens: 60]]" },
    { role: "assistant", content: generateWords(60), data: { end: { end: "done" } } },
  ]);

  // The database also fails at the end of an answer, and does not return in time.
  models.pauseAfter(20);
  await send(page, "And again [[tokens: 60]]");
  await models.whenPaused();
  await waitForAnswerText(page, generateWords(20));
  proxy.disconnect();
  models.resume();
  await expectVisible(lastAnswer(page), "The answer couldn’t be saved. Please copy what you need.");
  expect(await lastAnswer(page).textContent()).toContain(generateWords(60).split("\n\n").at(-1));
  expect(workspace.lectern.process().hasEnded()).toBe(false);
  proxy.reconnect();
  await page.reload();
  await expectVisible(questions(page).last(), "And again [[tokens: 60]]");
});
