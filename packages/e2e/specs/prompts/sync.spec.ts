import { syncPrompts } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
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
import { clickDialogButton, expectEventually, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
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

test("two browsers get each other's new, changed and deleted prompts; the second of two changes is saved as a copy, and a notice says so", async () => {
  const { page: one, api } = await openWithPrompts("two-devices@example.org");
  expect((await api.call(syncPrompts, {})).items).toEqual([]);
  await writeNewPrompt(one, "Disputed", "Hello {{name}}");
  await expectStored(api).toEqual(["Hello {{name}}"]);
  const { page: two, context } = await openWithPrompts("two-devices@example.org");
  await promptRow(two, "Disputed").waitFor();
  await writeNewPrompt(one, "Written later", "Later");
  await expectStored(api).toEqual(["Hello {{name}}", "Later"]);
  await reload(two);
  await promptRow(two, "Written later").waitFor();
  expect(await readPromptContent(two, "Disputed")).toBe("Hello {{name}}");

  await context.setOffline(true);
  await edit(two, "Disputed", "From two");
  await edit(one, "Disputed", "From one");
  await expectStored(api).toEqual(["From one", "Later"]);
  await context.setOffline(false);
  await expectVisible(two, /^Also changed on another device\. Your version was saved as a copy: /);
  const copyName = "Disputed (copy from another device)";
  await promptRow(two, copyName).waitFor();
  expect(await readPromptContent(two, "Disputed")).toBe("From one");
  expect(await readPromptContent(two, copyName)).toBe("From two");

  for (const name of ["Disputed", "Written later"]) {
    await chooseForPrompt(two, name, "Delete");
    await clickDialogButton(two, "Delete");
  }
  await expectStored(api).toEqual(["From two"]);
  await reload(one);
  await expectEventually(() => readPromptNames(one)).toEqual([...builtInRows, copyName]);
  expect(await one.getByText(/Also changed on another device/).count()).toBe(0);
});
