import { openConversation } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { words } from "../../../server/src/testing/modelServer/behaviour.ts";
import { createPostgresDatabase } from "../../../server/src/testing/testDatabase.ts";
import { lastAnswer, openNewConversation, waitForAnswerEnd, waitForAnswerText } from "../../support/chatControls.ts";
import { openPages } from "../../support/openPages.ts";
import { ask, expectEventually, expectVisible, openWorkspace, questions, send } from "../../support/screen.ts";
import { startTcpProxy } from "../../support/startServerProxy.ts";
import { startWorkspace, type Workspace } from "../../support/startWorkspace.ts";

const unreachable = "The database of this workspace cannot be reached. Please try again in a minute.";

// The real server, with a wire to its database that can be cut.
const postgres = await createPostgresDatabase("prepared");
const given = new URL(postgres.databaseUrl);
const link = await startTcpProxy(given.hostname, Number(given.port));
const through = new URL(given);
through.host = `127.0.0.1:${link.port}`;

let workspace: Workspace;
beforeAll(async () => {
  const SECRET_KEY = "a secret of the tests, long enough for a server";
  workspace = await startWorkspace("pglite", { DATABASE_URL: through.href, SECRET_KEY });
});
afterEach(() => {
  link.reconnect();
  workspace.models.reset();
});
afterAll(async () => {
  await workspace?.close();
  await link.close();
  await postgres.drop();
});
const pages = openPages(() => workspace.lectern.url);

test("a question that is asked while the database is down is kept and can be retried once it is back", async () => {
  const { page } = await pages.openSignedIn();
  await openWorkspace(page, workspace.lectern.url);
  await ask(page, "Before [[answer: Here.]]");
  link.disconnect();
  await send(page, "While it is gone [[answer: Here again.]]");
  await expectVisible(lastAnswer(page), unreachable);
  expect(await questions(page).count()).toBe(2);
  link.reconnect();
  await page.getByRole("button", { name: "Try again" }).click();
  await waitForAnswerText(page, "Here again.");
  await page.reload();
  await waitForAnswerText(page, "Here again.");
});

test("a database that fails during an answer and returns loses none of it", async () => {
  const { models } = workspace;
  const { page, api } = await pages.openSignedIn();
  await openNewConversation(page, workspace.lectern.url, "cloud");
  models.pauseAfter(20);
  await send(page, "Tell me [[tokens: 60]]");
  await models.whenPaused();
  await waitForAnswerText(page, words(20));
  link.disconnect();
  // Meanwhile a save of what has come is tried, and fails.
  await expectEventually(() => workspace.lectern.output()).toContain("could not be saved while it was being written");
  link.reconnect();
  models.resume();
  await waitForAnswerText(page, words(60));
  await waitForAnswerEnd(page);
  const conversationId = new URL(page.url()).hash.replace("#c=", "");
  const { conversation } = await api.call(openConversation, { conversationId });
  expect(conversation.messages).toMatchObject([
    { role: "user", content: "Tell me [[tokens: 60]]" },
    { role: "assistant", content: words(60), data: { end: { end: "done" } } },
  ]);
});

test("a database that is down at the end of an answer leaves it on the screen, and the page says that it is not stored", async () => {
  const { models } = workspace;
  const { page } = await pages.openSignedIn();
  await openNewConversation(page, workspace.lectern.url, "cloud");
  models.pauseAfter(20);
  await send(page, "Tell me [[tokens: 60]]");
  await models.whenPaused();
  await waitForAnswerText(page, words(20));
  link.disconnect();
  models.resume();
  await expectVisible(lastAnswer(page), "The answer could not be saved. Please copy what you need.");
  expect(await lastAnswer(page).textContent()).toContain(words(60).split("\n\n").at(-1));
  expect(workspace.lectern.process().hasEnded()).toBe(false);
  link.reconnect();
  await page.reload();
  await expectVisible(questions(page).last(), "Tell me [[tokens: 60]]");
});
