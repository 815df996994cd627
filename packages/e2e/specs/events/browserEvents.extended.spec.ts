import { createConversation, getAvailableModels, getFeatureFlags, getUserSettings } from "@lectern/contract";
import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openNewConversation } from "../../support/pages/chatControls.ts";
import {
  answers,
  chooseForConversation,
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
