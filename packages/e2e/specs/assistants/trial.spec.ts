import { createAssistant, createGroup, defaultDataSourceOptions, listAssistants } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { uploadAndExtract } from "../../support/content/uploadByApi.ts";
import { editorField, openAssistantEditor } from "../../support/pages/assistantControls.ts";
import { documentViewer } from "../../support/pages/documentViewer.ts";
import { clickDialogButton, expectEventually, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { ADMIN, adminWorkspace } from "../../support/servers/adminEnvironment.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture(adminWorkspace);

const trialChat = (page: Page) => page.getByRole("region", { name: "Trial chat", exact: true });
const questionField = (page: Page) => page.getByRole("textbox", { name: "Question for the trial" });
const answers = (page: Page) => trialChat(page).getByRole("log").locator("article:not([aria-label=You])");
const getLastChat = () => fixture.workspace.models.chats("scripted-large").at(-1);
const getInstructions = () => String(getLastChat()?.body?.messages?.[0]?.content);
const announced = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });

async function ask(page: Page, question: string): Promise<void> {
  await questionField(page).fill(question);
  await page.keyboard.press("Enter");
}

/** Asks a question and waits until a part of its answer is shown. The model then waits. */
async function askAndPause(page: Page, question: string): Promise<void> {
  fixture.workspace.models.pauseAfter(2);
  await ask(page, `${question} [[answer: one two three]]`);
  await answers(page).last().getByText("one two", { exact: true }).waitFor();
}

const hasFocus = (page: Page, role: "button" | "textbox" | "log", name: string) =>
  page.getByRole(role, { name }).evaluate((element) => element === document.activeElement);

/** Everything that the page has stored in the browser. */
const readStored = (page: Page) =>
  page.evaluate(async () => {
    const stored: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        const request = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => {
          request.onsuccess = resolve;
        });
        stored.push(request.result);
      }
      database.close();
    }
    return JSON.stringify(stored);
  });

test("an author tries the unsaved draft beside the editor by keyboard; each answer follows the draft at that moment, and nothing of the trial is stored", async () => {
  const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page);
  await editorField(page, "Assistant Name").fill("Course guide");
  await editorField(page, "Instructions").fill("Be kind.");
  await editorField(page, "Disclaimer to Append to Responses").fill("Ask your teacher.");
  await page.getByRole("button", { name: "Try it" }).focus();
  await page.keyboard.press("Enter");
  await expectVisible(trialChat(page), "Ask a typical question. Nothing here is saved.");
  expect(await questionField(page).evaluate((field) => field === document.activeElement)).toBe(true);
  // The fields stay beside it.
  await editorField(page, "Instructions").waitFor();
  await ask(page, "Marmalade? [[answer: Of oranges.]]");
  await expectVisible(trialChat(page), "Of oranges.");
  await expectVisible(trialChat(page), "Ask your teacher.");
  await announced(page, "The answer: Of oranges.").waitFor();
  expect(getInstructions()).toContain("Be kind.");
  await checkAxe(page, "trial chat");

  expect(await trialChat(page).getByText("Changed since this answer").count()).toBe(0);
  await editorField(page, "Instructions").fill("Be brief.");
  await expectVisible(trialChat(page), "Changed since this answer");
  await ask(page, "And now? [[answer: Oranges.]]");
  await expectVisible(trialChat(page), "Oranges.");
  expect(getInstructions()).toContain("Be brief.");
  expect(getInstructions()).not.toContain("Be kind.");
  const messages = getLastChat()?.body?.messages ?? [];
  expect(messages.map(({ role }: { role: string }) => role)).toEqual(["system", "user", "assistant", "user"]);

  expect(await readStored(page)).not.toContain("Marmalade");
  expect(await readStored(page)).not.toContain("Of oranges.");
  await askAndPause(page, "Stop?");
  await trialChat(page).getByRole("button", { name: "Start over" }).click();
  await expectVisible(trialChat(page), "Ask a typical question. Nothing here is saved.");
  await getLastChat()?.aborted;
  await trialChat(page).getByRole("button", { name: "Back to editing" }).click();
  await trialChat(page).waitFor({ state: "detached" });
  await expectEventually(() => hasFocus(page, "button", "Try it")).toBe(true);
  const { assistants } = await api.call(listAssistants, {});
  expect(assistants.filter(({ isSystem }) => !isSystem)).toEqual([]);
});

test("in the admin interface, a trial opens the passages that it cites over the editor, and stops with it, as in the editor of an own assistant", async () => {
  const { page, api } = await fixture.openSignedIn({ email: ADMIN });
  const group = await api.call(createGroup, { group_name: `Library ${crypto.randomUUID()}` });
  const file = await uploadAndExtract(api, fixture.url, {
    ...{ name: "hours.txt", type: "text/plain", content: "The reading room opens at nine." },
  });
  const content = {
    dataSources: [{ id: `s3://${file.id}`, name: "hours.txt", type: "text/plain" }],
    data: { dataSourceOptions: { ...defaultDataSourceOptions, insertAttachedDocuments: true } },
  };
  await api.call(createAssistant, { ...content, name: "Desk", groupId: group.id });
  await api.call(createAssistant, { ...content, name: "My desk" });
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  const admin = page.getByRole("dialog", { name: "Assistant Admin Interface", exact: true });
  await admin.getByRole("button", { name: /^Desk/ }).click();
  await admin.getByRole("button", { name: "Try it" }).click();
  await questionField(page).waitFor();
  await ask(page, "When does it open? [[answer: At nine [1].]]");
  await openAndClosePassage(page);
  await answers(page).last().getByRole("button", { name: "1 source" }).click();
  await expectVisible(trialChat(page), "The reading room opens at nine.");

  await admin.getByRole("textbox", { name: "Instructions", exact: true }).fill("Be brief.");
  await askAndPause(page, "Closed?");
  await admin.getByRole("button", { name: "Cancel", exact: true }).click();
  await clickDialogButton(page, "Discard changes");
  await getLastChat()?.aborted;
  fixture.workspace.models.resume();
  await admin.getByRole("button", { name: "Close", exact: true }).click();

  await openAssistantEditor(page, "My desk");
  await page.getByRole("button", { name: "Try it" }).click();
  await ask(page, "When does it open? [[answer: At nine [1].]]");
  await openAndClosePassage(page);
  await editorField(page, "Instructions").waitFor();
});

/** Opens the cited passage of the last answer, and closes it with Esc. */
async function openAndClosePassage(page: Page): Promise<void> {
  await answers(page)
    .last()
    .getByRole("button", { name: /^Source 1, hours\.txt/ })
    .click();
  const viewer = documentViewer(page, "hours.txt");
  // A click needs it to be above the editor.
  await viewer.getByText("The reading room opens at nine.").click();
  await page.keyboard.press("Escape");
  await viewer.waitFor({ state: "detached" });
  await trialChat(page).waitFor();
}
