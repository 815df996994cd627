import { openConversation } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { localConversation, readStoredConversations, storeLocalConversations } from "../../support/browserStorage.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import {
  ask,
  chooseForConversation,
  conversationList,
  conversationNames,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
  typeNewName,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const longQuestion = "How many herons wait at the quay when the tide comes in?";
const title = (page: Parameters<typeof conversationNames>[0]) => page.getByRole("heading", { level: 1 });

describe("a new conversation", () => {
  test("is called 'New Conversation' until it has an answer, then gets a title from the cheap model", async () => {
    const { page } = await fixture.openSignedIn();
    const { models } = fixture.workspace;
    await openWorkspace(page, fixture.url);
    await expectVisible(title(page), "New Conversation");
    models.pauseAfter();
    const asked = ask(page, longQuestion);
    await models.whenPaused();
    await expectEventually(() => conversationNames(page)).toEqual(["New Conversation"]);
    models.resume();
    await asked;
    await expectEventually(() => conversationNames(page)).toEqual(["A scripted title"]);
    await expectVisible(title(page), "A scripted title");
  });

  test("[C4.16] of exactly two messages gets a title from the cheap model, or the beginning of the question where that fails", async () => {
    const { page } = await fixture.openSignedIn();
    const { models } = fixture.workspace;
    await openWorkspace(page, fixture.url);
    await ask(page, longQuestion);
    await expectEventually(() => conversationNames(page)).toEqual(["A scripted title"]);
    expect("A scripted title".length).toBeLessThan(30);
    expect(models.chats().map(({ body }) => body?.model)).toEqual(["scripted-large", "scripted-small"]);
    // Four messages: no other title is requested.
    await ask(page, "And after that?");
    await ask(page, "And then?");
    expect(models.chats().map(({ body }) => body?.model)).toEqual([
      "scripted-large",
      "scripted-small",
      "scripted-large",
      "scripted-large",
    ]);

    await page.getByRole("button", { name: "New chat" }).click();
    await expectVisible(page, "Start a new conversation.");
    models.script({ answer: "The answer" });
    models.script({ status: 500 });
    await ask(page, longQuestion);
    await expectEventually(() => conversationNames(page)).toEqual([
      `${longQuestion.slice(0, 30)}...`,
      "A scripted title",
    ]);
    expect(longQuestion.slice(0, 30)).toHaveLength(30);
  });

  test("gets its title in the cloud as well, where other devices see it", async () => {
    const { page, api } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await page.getByRole("button", { name: /^Private/ }).click();
    await page.getByRole("button", { name: /^Cloud/ }).waitFor();
    await ask(page, longQuestion);
    await expectEventually(() => conversationNames(page)).toEqual(["A scripted title"]);
    const conversationId = new URL(page.url()).hash.replace("#c=", "");
    await expectEventually(async () => (await api.call(openConversation, { conversationId })).conversation.name).toBe(
      "A scripted title",
    );
  });
});

describe("renaming", () => {
  test("[C5.39] stores the trimmed name; a blank one and Esc leave the name unchanged", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await storeLocalConversations(page, userId, [localConversation("one", "As it was")]);
    await page.reload();

    for (const blank of ["", "   "]) {
      await chooseForConversation(page, "As it was", "Rename");
      await typeNewName(page, blank);
      await conversationRow(page, "As it was").waitFor();
    }
    await conversationRow(page, "As it was").dblclick();
    await typeNewName(page, "Thought better of it", "Escape");
    await conversationRow(page, "As it was").waitFor();

    await chooseForConversation(page, "As it was", "Rename");
    await typeNewName(page, "  As it is now  ");
    await expectEventually(() => conversationNames(page)).toEqual(["As it is now"]);
    await expectVisible(title(page), "As it is now");
    await expectEventually(async () =>
      (await readStoredConversations(page, userId)).conversationHistory.map(({ name }) => name),
    ).toContain("As it is now");
    await page.reload();
    await conversationRow(page, "As it is now").waitFor();
    expect(await conversationList(page).locator("[data-row]").count()).toBe(1);
  });

  test("is not overwritten by a generated title when the answer arrives", async () => {
    const { page } = await fixture.openSignedIn();
    const { models } = fixture.workspace;
    await openWorkspace(page, fixture.url);
    models.pauseAfter();
    const asked = ask(page, longQuestion);
    await models.whenPaused();
    await chooseForConversation(page, "New Conversation", "Rename");
    await typeNewName(page, "My own name");
    models.resume();
    await asked;
    await expectEventually(() => conversationNames(page)).toEqual(["My own name"]);
    expect(models.chats().map(({ body }) => body?.model)).toEqual(["scripted-large"]);
  });
});
