import {
  createConversation,
  getAvailableModels,
  getFeatureFlags,
  getUserSettings,
  saveUserSettings,
  syncPrompts,
  updateConversation,
} from "@lectern/contract";
import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openNewConversation, startNewChat, stopButton } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { fileRow } from "../../support/filesTable.ts";
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
} from "../../support/screen.ts";
import { uploadAndExtract } from "../../support/uploadByApi.ts";

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
  await expectEventually(() => readConversationNames(second)).not.toContain("New Conversation");
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

test("another person's browser learns nothing", async () => {
  const { page: first } = await fixture.openSignedIn();
  const { page: foreign } = await fixture.openSignedIn();
  const ops = recordOps(foreign);
  await openLive(foreign);
  for (const path of ["/state/prompts/sync", "/state/conversation/list", "/assistant/list"])
    await expectEventually(() => ops).toContain(path);
  ops.length = 0;
  await openLive(first);
  await openNewConversation(first, fixture.url, "cloud");
  await send(first, "[[answer: Private matters.]]");
  await expectVisible(answers(first).last(), "Private matters.");
  await expectEventually(() => readConversationNames(first)).not.toContain("New Conversation");
  expect(ops).toEqual([]);
  expect(await readConversationNames(foreign)).toEqual([]);
});

test("an own change is not read again", async () => {
  const { page } = await fixture.openSignedIn();
  await openLive(page);
  await openNewConversation(page, fixture.url, "cloud");
  await send(page, "[[answer: First.]]");
  await expectVisible(answers(page).last(), "First.");
  await expectEventually(() => readConversationNames(page)).not.toContain("New Conversation");
  const [title = ""] = await readConversationNames(page);
  const ops = recordOps(page);
  await send(page, "[[answer: Second.]]");
  await expectVisible(answers(page).last(), "Second.");
  await chooseForConversation(page, title, "Rename");
  await typeNewName(page, "Renamed here");
  await conversationRow(page, "Renamed here").waitFor();
  expect(ops).not.toContain("/state/conversation/open");
  expect(ops.filter((path) => path === "/state/conversation/list").length).toBeLessThanOrEqual(1);
});

test("the tabs of a browser share one stream; when the tab that reads it is closed, another continues without a gap", async () => {
  const { page: first, context, api } = await fixture.openSignedIn();
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
});

test("a browser without Web Locks, as over plain HTTP, has a stream in each visible tab", async () => {
  const { page, context, api } = await fixture.openSignedIn();
  await context.addInitScript(() => Object.defineProperty(navigator, "locks", { value: undefined }));
  await openLive(page);
  await api.call(createConversation, { conversation: { id: "one", name: "Without locks" } });
  await conversationRow(page, "Without locks").waitFor();
});

test("a browser that may have missed events reads everything again, also the models and the flags", async () => {
  const { page, context } = await fixture.openSignedIn();
  const ops = recordOps(page);
  // The first stream ends at a position that the server does not know, as after its restart.
  const body = 'id: elsewhere.1\ndata: {"type":"opened"}\n\n';
  let streamCount = 0;
  // Not `times: 1`: when the last route ends, Playwright does not report the requests that are just being sent.
  await context.route("**/api/events", (route) => {
    streamCount += 1;
    return streamCount === 1 ? route.fulfill({ contentType: "text/event-stream", body }) : route.continue();
  });
  await openWorkspace(page, fixture.url);
  for (const { path } of [getAvailableModels, getFeatureFlags, getUserSettings])
    await expectEventually(() => ops.filter((called) => called === path).length).toBe(2);
});

test("a tab whose session was ended elsewhere shows the sign-in page, without being touched", async () => {
  const { page, http } = await fixture.openSignedIn();
  await openLive(page);
  const response = await fetch(`${fixture.url}/auth/signout`, {
    method: "POST",
    headers: { cookie: http.cookie, "x-lectern-client": "web" },
  });
  expect(response.status).toBe(200);
  await page.getByRole("link", { name: /^Sign in/ }).waitFor();
});
