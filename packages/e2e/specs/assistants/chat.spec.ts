import {
  type AssistantContentInput,
  createAssistant,
  createGroup,
  defaultDataSourceOptions,
  type GroupLevel,
  updateGroupMembers,
} from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { uploadAndExtract } from "../../support/content/uploadByApi.ts";
import {
  captureChatRequest,
  lastAnswer,
  openNewConversation,
  waitForAnswerEnd,
} from "../../support/pages/chatControls.ts";
import { documentViewer } from "../../support/pages/documentViewer.ts";
import { ask, composer, expectEventually, expectVisible, send } from "../../support/pages/screen.ts";
import { adminWorkspace } from "../../support/servers/adminEnvironment.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture(adminWorkspace);
const passage = "The reading room opens at nine and closes at eight.";
/** Short lines, as on a reference card, that fill more than a window before the passage. */
const card = [...Array.from({ length: 60 }, (_, index) => `Shelf ${index + 1}`), passage].join("\n");
const chosen = (page: Page) => page.getByRole("list", { name: "Assistant of this chat" });
const sendMessage = (page: Page) => page.getByRole("button", { name: "Send message" });

const isKeySentenceInView = (viewer: Locator) =>
  viewer.getByRole("region", { name: "Text of hours.txt" }).evaluate((area) => {
    const box = area.querySelector("[data-key-sentence]")?.getBoundingClientRect();
    const areaBox = area.getBoundingClientRect();
    return box !== undefined && box.top >= areaBox.top && box.bottom <= areaBox.bottom;
  });

/** Creates a group of the administrator with a published assistant. */
async function createCourse(members: Record<string, GroupLevel>, content: Partial<AssistantContentInput> = {}) {
  const { api } = fixture.workspace;
  const { id: groupId } = await api.call(createGroup, { group_name: `Course ${crypto.randomUUID()}`, members });
  const { assistantId } = await api.call(createAssistant, {
    name: "Library guide",
    groupId,
    isPublished: true,
    ...content,
  });
  return { groupId, assistantId };
}

test("a member of a group finds its assistant with @, asks, opens the cited passage, has it again after a reload, and is told within seconds when that ends, without losing the text", async () => {
  const { page, email } = await fixture.openSignedIn();
  const file = await uploadAndExtract(fixture.workspace.api, fixture.url, {
    name: "hours.txt",
    type: "text/plain",
    content: card,
  });
  const { groupId, assistantId } = await createCourse(
    { [email]: "read" },
    {
      description: "Knows the rules of the library.",
      instructions: "Answer from the rules.",
      disclaimer: "Ask the desk if in doubt.",
      dataSources: [{ id: `s3://${file.id}`, name: "hours.txt", type: "text/plain" }],
      data: {
        icon: "📚",
        starters: ["When does the reading room open?"],
        conversationTags: ["library"],
        dataSourceOptions: { ...defaultDataSourceOptions, insertAttachedDocuments: true },
      },
    },
  );
  await openNewConversation(page, fixture.url, "cloud");

  const offered = page.getByRole("listbox", { name: "Assistants" }).getByRole("option", { name: /Library guide/ });
  await composer(page).pressSequentially("@library gu");
  await offered.waitFor();
  // Several words are a message unless a name has them.
  await composer(page).fill("@the rules of");
  await offered.waitFor({ state: "detached" });
  await composer(page).fill("");
  await composer(page).pressSequentially("@libr");
  await offered.waitFor();
  await composer(page).press("Enter");
  await chosen(page).getByText("Library guide").waitFor();
  expect(await composer(page).inputValue()).toBe("");
  await page.getByRole("heading", { name: "Library guide" }).waitFor();
  await expectVisible(page, "Knows the rules of the library.");
  await checkAxe(page, "a new chat with an assistant");

  const { body } = await captureChatRequest(page, () =>
    send(page, "When does the reading room open? [[answer: The reading room opens at nine [1].]]"),
  );
  expect(body.options).toMatchObject({ assistantId, newConversation: { tags: ["library"] } });
  await waitForAnswerEnd(page);
  await lastAnswer(page)
    .getByRole("heading", { name: /Library guide/ })
    .waitFor();
  await expectVisible(lastAnswer(page), "Ask the desk if in doubt.");
  await lastAnswer(page)
    .getByRole("button", { name: /^Source 1,/ })
    .click();
  const viewer = documentViewer(page, "hours.txt");
  await viewer.getByText("Shelf 1", { exact: false }).first().waitFor();
  expect(await viewer.locator("[data-key-sentence]").allTextContents()).toEqual([passage]);
  await expectEventually(() => isKeySentenceInView(viewer)).toBe(true);
  await expectVisible(viewer, /The document itself belongs to the assistant/);
  await page.keyboard.press("Escape");
  await viewer.waitFor({ state: "detached" });

  await page.reload();
  await chosen(page).getByText("Library guide").waitFor();
  const again = await captureChatRequest(page, () => ask(page, "And when does it close? [[answer: At eight [1].]]"));
  expect(again.body.options).toMatchObject({ assistantId });

  await composer(page).fill("One more thing");
  await fixture.workspace.api.call(updateGroupMembers, { group_id: groupId, update_type: "REMOVE", members: [email] });
  const gone = "The assistant “Library guide” no longer exists, or you no longer have access to it.";
  await page.getByRole("status").filter({ hasText: gone }).waitFor();
  expect(await sendMessage(page).getAttribute("aria-disabled")).toBe("true");
  await composer(page).press("Enter");
  expect(await composer(page).inputValue()).toBe("One more thing");
  await page.getByRole("button", { name: "Continue without the assistant" }).click();
  const last = await captureChatRequest(page, () => composer(page).press("Enter"));
  expect(last.body.options).not.toHaveProperty("assistantId");
  await waitForAnswerEnd(page);
  await expectEventually(() => composer(page).inputValue()).toBe("");
});

test("[C1.02] [C2.28c] the button beside the message field opens the assistants, by keyboard too, and 'No assistant' leaves one; the assistant of a chat without an answer, and the open tab, are still there after a reload", async () => {
  const { page, email } = await fixture.openSignedIn();
  const { assistantId } = await createCourse(
    { [email]: "read" },
    { name: "A very long name of an assistant of a course" },
  );
  await openNewConversation(page, fixture.url);
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option", { name: /^scripted-small/ }).click();
  const button = page.getByRole("button", { name: "Select Assistants" });
  await button.focus();
  await page.keyboard.press("Enter");
  const search = page.getByRole("combobox", { name: "Search assistants" });
  await search.fill("very long");
  await page.getByRole("option", { name: /^A very long name of an assist… Course/ }).waitFor();
  await page.keyboard.press("Enter");
  await chosen(page).getByText("A very long name of an assist…").waitFor();
  await page.getByRole("button", { name: /^Show Prompts/ }).click();
  await page.getByRole("tab", { name: "Assistants" }).click();
  await page.getByRole("treegrid", { name: "Assistants" }).waitFor();
  await checkAxe(page, "the list of assistants");
  await page.reload();
  await page.getByRole("tab", { name: "Assistants", selected: true }).waitFor();
  await chosen(page).getByText("A very long name of an assist…").waitFor();
  const { body } = await captureChatRequest(page, () => ask(page, "Hi [[answer: Hello.]]"));
  expect(body).toMatchObject({ model: "scripted-small", options: { assistantId, storage: "local" } });
  await waitForAnswerEnd(page);
  await button.click();
  await page.getByRole("option", { name: "No assistant" }).click();
  await chosen(page).waitFor({ state: "detached" });
  const plain = await captureChatRequest(page, () => ask(page, "Again [[answer: Hello.]]"));
  expect(plain.body.model).toBe("scripted-small");
  expect(plain.body.options).not.toHaveProperty("assistantId");
  await waitForAnswerEnd(page);
});
