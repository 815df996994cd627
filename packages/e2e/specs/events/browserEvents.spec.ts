import { createConversation, saveUserSettings, syncPrompts, updateConversation } from "@lectern/contract";
import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { uploadAndExtract } from "../../support/content/uploadByApi.ts";
import { openNewConversation, startNewChat, stopButton } from "../../support/pages/chatControls.ts";
import { fileRow } from "../../support/pages/filesTable.ts";
import {
  answers,
  chooseForConversation,
  conversationList,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
  readConversationNames,
  send,
  typeNewName,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

/** Records the paths of the ops that a page calls. */
function recordOps(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/api/requestOp")) return;
    const { data } = request.postDataJSON();
    paths.push(data.path + data.op);
  });
  return paths;
}

/** Records the requests for streams, and resolves `opened` with the first response. */
function recordStreams(context: BrowserContext) {
  const lastEventIds: (string | undefined)[] = [];
  const opened = context.waitForEvent("response", (response) => response.url().endsWith("/api/events"));
  context.on("request", (request) => {
    if (request.url().endsWith("/api/events")) lastEventIds.push(request.headers()["last-event-id"]);
  });
  return { lastEventIds, opened };
}

/** Opens the workspace and waits until it receives events. */
async function openLive(page: Page, fragment = "") {
  const streams = recordStreams(page.context());
  await openWorkspace(page, fixture.url, fragment);
  await streams.opened;
  return streams;
}

test("what a person does in one browser shows in the other: an answer while it is written, its title, a new name, a setting, a folder and a file, without a request until something changes", async () => {
  const { page: first, email, api } = await fixture.openSignedIn();
  const { page: second } = await fixture.openSignedIn({ email });
  const ops = recordOps(second);
  await openLive(second);
  await openNewConversation(first, fixture.url, "cloud");

  fixture.workspace.models.pauseAfter(2);
  await send(first, "[[answer: Herons wade slowly.]]");
  await stopButton(first).waitFor();
  await conversationRow(second, "New Conversation").click();
  await expectVisible(answers(second).last(), /^Herons wade/);
  await stopButton(second).waitFor();
  fixture.workspace.models.resume();
  await expectVisible(answers(second).last(), "Herons wade slowly.");
  await expectEventually(() => readConversationNames(first)).not.toContain("New Conversation");
  const [title = ""] = await readConversationNames(first);
  await expectEventually(() => readConversationNames(second)).toEqual([title]);

  await startNewChat(second);
  ops.length = 0;
  await chooseForConversation(first, title, "Rename");
  await typeNewName(first, "Wading birds");
  await conversationRow(second, "Wading birds").waitFor();
  expect(new Set(ops)).toEqual(new Set(["/state/conversation/list"]));

  ops.length = 0;
  const background = await second.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await api.call(saveUserSettings, { settings: { theme: "light" } });
  await expectEventually(() => second.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(
    background,
  );
  expect(ops).toEqual(["/state/settings/get"]);

  ops.length = 0;
  const folder = { id: "f", name: "Waders", type: "chat" as const };
  await api.call(syncPrompts, { changes: [{ kind: "folder", id: "f", item: folder, revision: 0 }] });
  await expectVisible(conversationList(second), "Waders");
  expect(ops).toEqual(["/state/prompts/sync"]);

  await second.goto(`${fixture.url}/#page=home`);
  await second.getByRole("heading", { name: "Your files" }).waitFor();
  await uploadAndExtract(api, fixture.url, { name: "herons.txt", type: "text/plain", content: "Herons wade." });
  await fileRow(second, "herons.txt").waitFor();
  const unfinished = /Uploading|Waiting|Reading|couldn’t/;
  await expectEventually(() => fileRow(second, "herons.txt").textContent()).not.toMatch(unfinished);
});

test("the tabs of a browser share one stream; when the tab that reads it is closed, another continues without a gap; when the session is ended elsewhere, the tabs show the sign-in page", async () => {
  const { page: first, context, api, http } = await fixture.openSignedIn();
  const { lastEventIds } = await openLive(first);
  const second = await context.newPage();
  await openWorkspace(second, fixture.url);
  await api.call(createConversation, { conversation: { id: "one", name: "Seen by both" } });
  for (const page of [first, second]) await conversationRow(page, "Seen by both").waitFor();
  expect(lastEventIds).toHaveLength(1);

  await first.close();
  await api.call(updateConversation, { conversationId: "one", changes: { name: "Seen by the other" } });
  await conversationRow(second, "Seen by the other").waitFor();
  expect(lastEventIds).toHaveLength(2);
  // The server continues after the last event, so the new reader was told of this one only.
  expect(lastEventIds[1]).toMatch(/^[\w-]+\.[1-9]\d*$/);
  const third = await context.newPage();
  await openWorkspace(third, fixture.url);
  await conversationRow(third, "Seen by the other").waitFor();
  expect(lastEventIds).toHaveLength(2);

  const response = await fetch(`${fixture.url}/auth/signout`, {
    method: "POST",
    headers: { cookie: http.cookie, "x-lectern-client": "web" },
  });
  expect(response.status).toBe(200);
  for (const page of [second, third]) await page.getByRole("link", { name: /^Sign in/ }).waitFor();
});
