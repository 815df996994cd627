import { openConversation } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { keepLocal, localConversation, readKept } from "../../support/browserStorage.ts";
import { openStage } from "../../support/openStage.ts";
import { ask, chooseFor, listOf, names, openWorkspace, renameTo, rowOf, see, soon } from "../../support/screen.ts";

const stage = openStage();

const longQuestion = "How many herons wait at the quay when the tide comes in?";
const title = (page: Parameters<typeof names>[0]) => page.getByRole("heading", { level: 1 });

describe("a new conversation", () => {
  test("is called 'New Conversation' until it has its answer, then by a title of the cheap model", async () => {
    const { page } = await stage.enter();
    const { models } = stage.workspace;
    await openWorkspace(page, stage.url);
    await see(title(page), "New Conversation");
    models.hold();
    const asked = ask(page, longQuestion);
    await models.whenHeld();
    await soon(() => names(page)).toEqual(["New Conversation"]);
    models.release();
    await asked;
    await soon(() => names(page)).toEqual(["A scripted title"]);
    await see(title(page), "A scripted title");
  });

  test("[C4.16] of exactly two messages gets a title from the cheap model, or the beginning of the question where that fails", async () => {
    const { page } = await stage.enter();
    const { models } = stage.workspace;
    await openWorkspace(page, stage.url);
    await ask(page, longQuestion);
    await soon(() => names(page)).toEqual(["A scripted title"]);
    expect("A scripted title".length).toBeLessThan(30);
    expect(models.chats().map(({ body }) => body?.model)).toEqual(["scripted-large", "scripted-small"]);
    // Four messages: nobody asks for another title.
    await ask(page, "And after that?");
    await ask(page, "And then?");
    expect(models.chats().map(({ body }) => body?.model)).toEqual([
      "scripted-large",
      "scripted-small",
      "scripted-large",
      "scripted-large",
    ]);

    await page.getByRole("button", { name: "New chat" }).click();
    await see(page, "Start a new conversation.");
    models.script({ answer: "The answer" });
    models.script({ status: 500 });
    await ask(page, longQuestion);
    await soon(() => names(page)).toEqual([`${longQuestion.slice(0, 30)}...`, "A scripted title"]);
    expect(longQuestion.slice(0, 30)).toHaveLength(30);
  });

  test("gets its title in the cloud as well, where other devices see it", async () => {
    const { page, api } = await stage.enter();
    await openWorkspace(page, stage.url);
    await page.getByRole("button", { name: /^Private/ }).click();
    await page.getByRole("button", { name: /^Cloud/ }).waitFor();
    await ask(page, longQuestion);
    await soon(() => names(page)).toEqual(["A scripted title"]);
    const conversationId = new URL(page.url()).hash.replace("#c=", "");
    await soon(async () => (await api.call(openConversation, { conversationId })).conversation.name).toBe(
      "A scripted title",
    );
  });
});

describe("renaming", () => {
  test("[C5.39] takes the trimmed name; a blank one and Esc leave the name as it was", async () => {
    const { page, userId } = await stage.enter();
    await openWorkspace(page, stage.url);
    await keepLocal(page, userId, [localConversation("one", "As it was")]);
    await page.reload();

    for (const blank of ["", "   "]) {
      await chooseFor(page, "As it was", "Rename");
      await renameTo(page, blank);
      await rowOf(page, "As it was").waitFor();
    }
    await rowOf(page, "As it was").dblclick();
    await renameTo(page, "Thought better of it", "Escape");
    await rowOf(page, "As it was").waitFor();

    await chooseFor(page, "As it was", "Rename");
    await renameTo(page, "  As it is now  ");
    await soon(() => names(page)).toEqual(["As it is now"]);
    await see(title(page), "As it is now");
    await soon(async () => (await readKept(page, userId)).conversationHistory.map(({ name }) => name)).toContain(
      "As it is now",
    );
    await page.reload();
    await rowOf(page, "As it is now").waitFor();
    expect(await listOf(page).locator("[data-row]").count()).toBe(1);
  });

  test("of a title of one's own is kept when the answer comes", async () => {
    const { page } = await stage.enter();
    const { models } = stage.workspace;
    await openWorkspace(page, stage.url);
    models.hold();
    const asked = ask(page, longQuestion);
    await models.whenHeld();
    await chooseFor(page, "New Conversation", "Rename");
    await renameTo(page, "My own name");
    models.release();
    await asked;
    await soon(() => names(page)).toEqual(["My own name"]);
    expect(models.chats().map(({ body }) => body?.model)).toEqual(["scripted-large"]);
  });
});
