import { syncPrompts } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { failOp } from "../../support/browser/interceptOp.ts";
import type { ApiClient } from "../../support/content/createApiClient.ts";
import {
  chooseForPrompt,
  openPrompts,
  promptEditor,
  promptRow,
  promptTree,
  readPromptNames,
  writeNewPrompt,
} from "../../support/pages/promptControls.ts";
import { expectEventually, openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();
const builtInRows = [
  "Helpers",
  "Create Diagram",
  "Create PowerPoint",
  "Create Visualization",
  "CSV Extractor",
  "Summary with Quotations",
  "Custom Instructions",
];

async function openWithPrompts(email?: string) {
  const visitor = await fixture.openSignedIn(email === undefined ? {} : { email });
  await openWorkspace(visitor.page, fixture.url);
  await openPrompts(visitor.page);
  return visitor;
}

/** The contents of the prompts that the server has stored. */
async function readStoredContents(api: ApiClient) {
  const { items } = await api.call(syncPrompts, {});
  return items.flatMap(({ item }) => (item && "content" in item ? [item.content] : []));
}

/** Polls the stored contents, because changes are sent 1.5 s after the last one. */
const expectStored = (api: ApiClient) =>
  expect.poll(() => readStoredContents(api).then((contents) => contents.toSorted()), {
    timeout: 30_000,
    interval: 250,
  });

const contentField = (page: Page) => promptEditor(page).getByRole("textbox", { name: "Content" });

async function save(page: Page): Promise<void> {
  await promptEditor(page).getByRole("button", { name: "Save" }).click();
  await promptEditor(page).waitFor({ state: "detached" });
}

async function edit(page: Page, name: string, content: string): Promise<void> {
  await chooseForPrompt(page, name, "Edit");
  await contentField(page).fill(content);
  await save(page);
}

async function readPromptContent(page: Page, name: string): Promise<string> {
  await chooseForPrompt(page, name, "Edit");
  const content = await contentField(page).inputValue();
  await promptEditor(page).getByRole("button", { name: "Cancel" }).click();
  await promptEditor(page).waitFor({ state: "detached" });
  return content;
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await promptTree(page).waitFor();
}

test("changes made offline or while the server fails survive a reload and are sent later; the next person in the browser sees none of them", async () => {
  const { page, context, api } = await openWithPrompts();
  await writeNewPrompt(page, "Warm up", "Online");
  await expectStored(api).toEqual(["Online"]);
  await context.setOffline(true);
  await edit(page, "Warm up", "Offline");
  await context.setOffline(false);
  await expectStored(api).toEqual(["Offline"]);

  const restoreOp = await failOp(page, syncPrompts, "Not now");
  await edit(page, "Warm up", "While the server failed");
  await page.reload();
  await promptRow(page, "Warm up").waitFor();
  expect(await readPromptContent(page, "Warm up")).toBe("While the server failed");
  expect(await readStoredContents(api)).toEqual(["Offline"]);
  await restoreOp();
  await reload(page);
  await expectStored(api).toEqual(["While the server failed"]);

  const otherPerson = await fixture.openSignedIn();
  await context.clearCookies();
  await context.addCookies(await otherPerson.context.cookies());
  await openWorkspace(page, fixture.url);
  await openPrompts(page);
  await expectEventually(() => readPromptNames(page)).toEqual(builtInRows);
});

test("two tabs of one browser show a change immediately, send it once, and do not overwrite each other's changes", async () => {
  const { page, context } = await openWithPrompts();
  const tab = await context.newPage();
  await openWorkspace(tab, fixture.url);
  await promptTree(tab).waitFor();
  let sentCount = 0;
  context.on("request", (request) => {
    if (!request.url().endsWith("/api/requestOp")) return;
    const { data } = request.postDataJSON();
    if (data.path !== syncPrompts.path) return;
    sentCount += JSON.parse(Buffer.from(data.data, "base64").toString()).changes.length;
  });
  await writeNewPrompt(page, "In both", "Text");
  await promptRow(tab, "In both").waitFor();
  await expectEventually(() => sentCount).toBe(1);
  await reload(tab);
  await reload(page);
  await promptRow(page, "In both").waitFor();
  expect(sentCount).toBe(1);

  await chooseForPrompt(page, "In both", "Edit");
  await contentField(page).fill("From this tab");
  await edit(tab, "In both", "From the other");
  await save(page);
  await promptRow(page, "In both (copy)").waitFor();
  expect(await readPromptContent(page, "In both (copy)")).toBe("From this tab");
});
