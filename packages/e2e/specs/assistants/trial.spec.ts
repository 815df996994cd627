import { createAssistant, createGroup, defaultDataSourceOptions, listAssistants } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { editorField, openAssistantEditor } from "../../support/assistantControls.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { documentViewer } from "../../support/documentViewer.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { clickDialogButton, expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";
import { uploadAndExtract } from "../../support/uploadByApi.ts";

// Site administrators have all features, so that they can create groups.
const ADMIN = "head@example.org";
const fixture = createWorkspaceFixture({ environment: { ADMINS: ADMIN, FEATURES: "assistantAdminInterface" } });

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

test("at 390 px the trial takes the place of the fields, and both keep what they have; an answer can be stopped and asked for again, what fails says why, and closing the page stops the answer", async () => {
  const { page, api, context } = await fixture.openSignedIn({ viewport: narrowViewport });
  await api.call(createAssistant, {
    name: "Lake guide",
    instructions: "Be kind.",
    data: { starters: ["How deep is it? [[answer: 230 m.]]"] },
  });
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page, "Lake guide");
  await page.getByRole("button", { name: "Try it" }).click();
  expect(await editorField(page, "Instructions").isVisible()).toBe(false);
  await trialChat(page)
    .getByRole("button", { name: /How deep is it/ })
    .click();
  await expectVisible(trialChat(page), "230 m.");
  expect(await hasFocus(page, "log", "Messages of the trial")).toBe(true);
  await checkAxe(page, "trial chat at 390 px");

  await trialChat(page).getByRole("button", { name: "Back to editing" }).click();
  await editorField(page, "Instructions").fill("Be brief.");
  expect(await trialChat(page).count()).toBe(0);
  await page.getByRole("button", { name: "Try it" }).click();
  await expectVisible(trialChat(page), "230 m.");
  await expectVisible(trialChat(page), "Changed since this answer");
  await expectEventually(() => hasFocus(page, "textbox", "Question for the trial")).toBe(true);

  await askAndPause(page, "Stop?");
  await announced(page, "The answer is being written.").waitFor();
  await questionField(page).press("Escape");
  await expectVisible(trialChat(page), "Stopped");
  await announced(page, "Stopped. one two").waitFor();
  await getLastChat()?.aborted;
  fixture.workspace.models.resume();
  await trialChat(page).getByRole("button", { name: "Try again" }).click();
  await expectVisible(trialChat(page), "one two three");
  expect(await answers(page).count()).toBe(2);

  await ask(page, "Fail [[status: 400]]");
  await trialChat(page).getByRole("button", { name: "Try again" }).waitFor();
  await expectVisible(trialChat(page), "Fail [[status: 400]]");
  expect(await announced(page, /^The answer: /).count()).toBe(0);

  await context.setOffline(true);
  await ask(page, "Offline? [[answer: Online again.]]");
  const unreachable = "The server can’t be reached. Check your connection and try again.";
  await expectVisible(answers(page).last(), unreachable);
  await announced(page, unreachable).waitFor();
  await context.setOffline(false);
  await trialChat(page).getByRole("button", { name: "Try again" }).click();
  await expectVisible(trialChat(page), "Online again.");

  await askAndPause(page, "Closed?");
  await page.close();
  await getLastChat()?.aborted;
});

test("at 390 px the trial of a new assistant is above the buttons of the editor, with all of its question field", async () => {
  const { page } = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page);
  await editorField(page, "Assistant Name").fill("Lake guide");
  await editorField(page, "Instructions").fill("Be kind.");
  const button = page.getByRole("button", { name: "Try it" });
  await button.click();
  const fieldBox = await questionField(page).boundingBox();
  expect((fieldBox?.y ?? Infinity) + (fieldBox?.height ?? 0)).toBeLessThan((await button.boundingBox())?.y ?? 0);
});

test("in the admin interface, what is above the fields starts where they do, also beside a trial; on a phone the title does, too", async () => {
  const { page, api } = await fixture.openSignedIn({ email: ADMIN, viewport: { width: 1440, height: 900 } });
  const group = await api.call(createGroup, { group_name: "Edges" });
  const { assistantId } = await api.call(createAssistant, { name: "Desk", groupId: group.id });
  const path = `#admin=${encodeURIComponent(group.id)}&ast=${encodeURIComponent(assistantId)}`;
  await openWorkspace(page, fixture.url, path);
  const admin = page.getByRole("dialog", { name: "Assistant Admin Interface", exact: true });
  const instructions = admin.getByRole("textbox", { name: "Instructions", exact: true });
  const getLeft = async (element: Locator) => Math.round((await element.boundingBox())?.x ?? 0);
  const choice = admin.getByRole("combobox", { name: "Group", exact: true });
  const tabs = admin.getByRole("tablist", { name: "Assistants" });
  const readEdges = async () => [await getLeft(choice), await getLeft(tabs)];
  await instructions.waitFor();
  await expectEventually(async () => new Set([...(await readEdges()), await getLeft(instructions)]).size).toBe(1);
  await admin.getByRole("button", { name: "Try it" }).click();
  await questionField(page).waitFor();
  await expectEventually(async () => new Set([...(await readEdges()), await getLeft(instructions)]).size).toBe(1);
  await page.setViewportSize(narrowViewport);
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  const title = admin.getByRole("heading", { name: "Assistant Admin Interface" });
  await choice.waitFor();
  await expectEventually(async () => (await getLeft(title)) - (await getLeft(choice))).toBe(0);
});

test("in the admin interface, a trial asks for the type of the group if the draft defines one, opens the passages that it cites over the editor, and stops with it", async () => {
  const { page, api } = await fixture.openSignedIn({ email: ADMIN });
  const group = await api.call(createGroup, { group_name: "Library", types: ["Art", "Law"] });
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
  expect(await trialChat(page).getByRole("radio").count()).toBe(0);

  await admin.getByText("Group types", { exact: true }).waitFor();
  await admin.locator("summary").filter({ hasText: /^Art/ }).click();
  await admin.getByRole("checkbox", { name: "People of this type can’t chat with the assistant" }).first().check();
  await admin.getByRole("textbox", { name: "Message they see instead" }).first().fill("Ask the faculty of art.");
  const question = trialChat(page).getByRole("radiogroup", {
    name: "Please select the group you best identify with to start chatting.",
  });
  expect(await question.getByRole("radio").count()).toBe(2);
  expect(await question.getByRole("radio", { name: "Law" }).isChecked()).toBe(true);
  await question.getByRole("radio", { name: "Art" }).check();
  await expectVisible(question, "Ask the faculty of art.");
  await ask(page, "When does it open? [[answer: At nine [1].]]");
  expect(await questionField(page).inputValue()).toContain("When does it open?");
  await question.getByRole("radio", { name: "Law" }).check();
  await checkAxe(page, "trial chat in the admin interface");
  await questionField(page).press("Enter");

  await openAndClosePassage(page);
  await answers(page).last().getByRole("button", { name: "1 source" }).click();
  await expectVisible(trialChat(page), "The reading room opens at nine.");

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
