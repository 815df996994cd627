import { createAssistant, listAssistants } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { editorField, openAssistantEditor } from "../../support/assistantControls.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const trialChat = (page: Page) => page.getByRole("region", { name: "Trial chat", exact: true });
const questionField = (page: Page) => page.getByRole("textbox", { name: "Question for the trial" });
const getInstructions = () =>
  String(fixture.workspace.models.chats("scripted-large").at(-1)?.body?.messages?.[0]?.content);

async function ask(page: Page, question: string): Promise<void> {
  await questionField(page).fill(question);
  await page.keyboard.press("Enter");
}

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
  await expectVisible(trialChat(page), "Ask what your students would ask. Nothing here is saved.");
  expect(await questionField(page).evaluate((field) => field === document.activeElement)).toBe(true);
  // The fields stay beside it.
  await editorField(page, "Instructions").waitFor();
  await ask(page, "Marmalade? [[answer: Of oranges.]]");
  await expectVisible(trialChat(page), "Of oranges.");
  await expectVisible(trialChat(page), "Ask your teacher.");
  expect(getInstructions()).toContain("Be kind.");
  await checkAxe(page, "trial chat");

  expect(await trialChat(page).getByText("Changed since this answer").count()).toBe(0);
  await editorField(page, "Instructions").fill("Be brief.");
  await expectVisible(trialChat(page), "Changed since this answer");
  await ask(page, "And now? [[answer: Oranges.]]");
  await expectVisible(trialChat(page), "Oranges.");
  expect(getInstructions()).toContain("Be brief.");
  expect(getInstructions()).not.toContain("Be kind.");
  const messages = fixture.workspace.models.chats("scripted-large").at(-1)?.body?.messages ?? [];
  expect(messages.map(({ role }: { role: string }) => role)).toEqual(["system", "user", "assistant", "user"]);

  expect(await readStored(page)).not.toContain("Marmalade");
  expect(await readStored(page)).not.toContain("Of oranges.");
  await trialChat(page).getByRole("button", { name: "Start over" }).click();
  await expectVisible(trialChat(page), "Ask what your students would ask. Nothing here is saved.");
  await trialChat(page).getByRole("button", { name: "Back to editing" }).click();
  await trialChat(page).waitFor({ state: "detached" });
  await expectEventually(() =>
    page.getByRole("button", { name: "Try it" }).evaluate((button) => button === document.activeElement),
  ).toBe(true);
  const { assistants } = await api.call(listAssistants, {});
  expect(assistants.filter(({ isSystem }) => !isSystem)).toEqual([]);
});

test("at 390 px the trial takes the place of the fields; an answer can be stopped, and a refusal says why and keeps the question", async () => {
  const { page, api } = await fixture.openSignedIn({ viewport: narrowViewport });
  const { assistantId } = await api.call(createAssistant, {
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
  await checkAxe(page, "trial chat at 390 px");

  fixture.workspace.models.pauseAfter(2);
  await ask(page, "Say [[answer: one two three]]");
  await trialChat(page).getByText("one two").waitFor();
  await questionField(page).press("Escape");
  await expectVisible(trialChat(page), "Stopped.");
  fixture.workspace.models.resume();

  await ask(page, "Fail [[status: 400]]");
  await trialChat(page).getByRole("alert").waitFor();
  await expectVisible(trialChat(page), "Fail [[status: 400]]");
  await trialChat(page).getByRole("button", { name: "Try again" }).waitFor();

  await trialChat(page).getByRole("button", { name: "Back to editing" }).click();
  await editorField(page, "Instructions").waitFor();
  expect(assistantId).toMatch(/^astp\//);
});
