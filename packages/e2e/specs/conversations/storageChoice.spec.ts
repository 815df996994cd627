import {
  createConversation,
  deleteConversation,
  listConversations,
  openConversation,
  saveUserSettings,
} from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { keepLocal, localConversation, readKept } from "../../support/browserStorage.ts";
import { failOp, holdOp } from "../../support/interceptOp.ts";
import { openSettings, settingsDialog } from "../../support/openSettings.ts";
import { openStage } from "../../support/openStage.ts";
import { alertSaying, answerDialog, ask, listOf, openWorkspace, rowOf, see, soon } from "../../support/screen.ts";

const stage = openStage();

const choices = [
  "All in this browser",
  "All in the cloud",
  "New ones in this browser",
  "New ones in the cloud",
] as const;
type Choice = (typeof choices)[number];

const choice = (page: Page, name: Choice) => settingsDialog(page).getByRole("radio", { name });
const openStorage = (page: Page) => openSettings(page, "Conversation Storage");
const selection = (page: Page, userId: string) =>
  page.evaluate((key) => localStorage.getItem(key), `lectern.${userId}.storageSelection`);

async function choose(page: Page, name: Choice): Promise<void> {
  await choice(page, name).check();
  await settingsDialog(page).getByRole("button", { name: "Save" }).click();
}

async function apply(page: Page, name: Choice): Promise<void> {
  await choose(page, name);
  await answerDialog(page, "Save");
}

/** Opens the workspace of a person with so many local conversations of one question each. */
async function withLocal(count: number) {
  const visitor = await stage.enter();
  await openWorkspace(visitor.page, stage.url);
  const conversations = Array.from({ length: count }, (_, index) => localConversation(`c${index}`, `Number ${index}`));
  await keepLocal(visitor.page, visitor.userId, conversations);
  await visitor.page.reload();
  await openStorage(visitor.page);
  return visitor;
}

const local = async (page: Page, userId: string) =>
  (await readKept(page, userId)).conversationHistory.filter(({ isLocal, messages }) => isLocal && messages.length > 0);

describe("where conversations are kept", () => {
  test("[C4.05] [A4.04] is one of four; a choice is pending until it is confirmed, and Cancel leaves everything", async () => {
    const { page, api, userId } = await withLocal(2);
    for (const name of choices) await choice(page, name).waitFor();
    const group = settingsDialog(page).getByRole("radiogroup", { name: "Conversations" });
    expect(await group.getByRole("radio").count()).toBe(4);
    await soon(() => choice(page, "New ones in this browser").isChecked()).toBe(true);

    await choose(page, "All in the cloud");
    const question = page.getByRole("alertdialog");
    await question.getByText("2 are moved there.").waitFor();
    expect(await selection(page, userId)).toBeNull();
    await answerDialog(page, "Cancel");
    await soon(() => choice(page, "New ones in this browser").isChecked()).toBe(true);
    expect(await selection(page, userId)).toBeNull();
    expect(await local(page, userId)).toHaveLength(2);

    await apply(page, "All in the cloud");
    await see(page, "Storage Settings Saved");
    await see(page, "Successfully moved all conversations to the cloud.");
    expect(await selection(page, userId)).toBe("cloud-only");
    expect(await local(page, userId)).toEqual([]);
    const { conversation } = await api.call(openConversation, { conversationId: "c1" });
    expect(conversation.messages.map(({ content }) => content)).toEqual(["Question of Number 1", "Answer of Number 1"]);
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Cloud/ })
      .waitFor();

    await apply(page, "New ones in this browser");
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Private/ })
      .waitFor();
    await api.call(openConversation, { conversationId: "c1" });
    await apply(page, "New ones in the cloud");
    await soon(() => selection(page, userId)).toBe("future-cloud");
    await page.reload();
    await openStorage(page);
    await soon(() => choice(page, "New ones in the cloud").isChecked()).toBe(true);
    await ask(page, "Where does this go?");
    await soon(async () => (await api.call(listConversations, {})).conversations.length).toBe(3);
  });

  test("[C8.13] a move to this browser names what failed, and says when all of them are here", async () => {
    const { page, api, userId } = await stage.enter();
    for (const id of ["one", "two"]) {
      const messages = [{ id: "q", role: "user" as const, content: `Question of ${id}` }];
      await api.call(createConversation, { conversation: { id, name: `Number ${id}`, messages } });
    }
    await openWorkspace(page, stage.url);
    await openStorage(page);
    const mend = await failOp(page, deleteConversation, "The disk is being changed.");
    await apply(page, "All in this browser");
    const failed = page.getByRole("alert").getByText(/^Conversation\(s\): .* failed to move to local storage\.$/);
    await failed.waitFor();
    expect([
      "Conversation(s): Number one, Number two failed to move to local storage.",
      "Conversation(s): Number two, Number one failed to move to local storage.",
    ]).toContain(await failed.textContent());
    await see(settingsDialog(page), "2 conversations are still in the cloud.");
    expect((await api.call(listConversations, {})).conversations).toHaveLength(2);

    await mend();
    await settingsDialog(page).getByRole("button", { name: "Move to this browser" }).click();
    await see(page, "Successfully moved all conversations to local storage.");
    expect((await api.call(listConversations, {})).conversations).toEqual([]);
    expect(new Set((await local(page, userId)).map(({ id }) => id))).toEqual(new Set(["one", "two"]));
    await page.reload();
    await rowOf(page, "Number one").click();
    await see(page.getByRole("log"), "Question of one");
  });

  test("a move of many shows how far it is, can be cancelled, and says what is left", async () => {
    const { page, api, userId } = await withLocal(9);
    const { held, release } = await holdOp(page, createConversation);
    await apply(page, "All in the cloud");
    await held;
    await see(settingsDialog(page), "Moving conversations to the cloud");
    await see(settingsDialog(page), "0 of 9");
    expect(await choice(page, "New ones in this browser").isDisabled()).toBe(true);
    await settingsDialog(page).getByRole("button", { name: "Cancel" }).click();
    release();
    await see(page, "3 of 9 conversations were moved. The others are where they were.");
    await see(settingsDialog(page), "6 conversations are still in this browser.");
    expect((await api.call(listConversations, {})).conversations).toHaveLength(3);
    expect(await local(page, userId)).toHaveLength(6);
    await settingsDialog(page).getByRole("button", { name: "Move to the cloud" }).click();
    await see(page, "Successfully moved all conversations to the cloud.");
    expect((await api.call(listConversations, {})).conversations).toHaveLength(9);
  });

  test("a move that the end of its page cuts off loses nothing, is told of, and can be gone on with", async () => {
    const { page, api, userId } = await withLocal(5);
    const { held, release } = await holdOp(page, createConversation);
    await apply(page, "All in the cloud");
    await held;
    await page.reload();
    release();
    await page
      .getByRole("alert")
      .getByText(
        /^Moving all conversations was cut off, and nothing is lost\. \d conversations are still in this browser/,
      )
      .waitFor();
    await openStorage(page);
    const left = (await local(page, userId)).length;
    expect(left).toBeGreaterThan(0);
    await settingsDialog(page).getByRole("button", { name: "Move to the cloud" }).click();
    await see(page, "Successfully moved all conversations to the cloud.");
    expect((await api.call(listConversations, {})).conversations).toHaveLength(5);
    expect(await local(page, userId)).toEqual([]);
    await page.reload();
    await soon(() =>
      listOf(page)
        .getByRole("button", { name: /^Number \d \(/ })
        .count(),
    ).toBe(5);
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

test("[C8.14] a list of the cloud that cannot be read is said so, and what is here stays", async () => {
  const { page, userId } = await stage.enter();
  await openWorkspace(page, stage.url);
  await keepLocal(page, userId, [localConversation("near", "Near by")]);
  await failOp(page, listConversations, "The disk is being changed.");
  await page.reload();
  await alertSaying(
    page,
    "Unable to sync local conversations with those stored in the cloud. Please refresh the page to try again...",
  ).waitFor();
  await rowOf(page, "Near by").click();
  await see(page.getByRole("log"), "Answer of Near by");
});

test("[A7.66] [A8.24] a setting that the server does not take is kept here and said so; the next start brings it to other devices", async () => {
  const { page, email } = await stage.enter();
  await openWorkspace(page, stage.url);
  const mend = await failOp(page, saveUserSettings, "The disk is being changed.");
  await page.getByRole("button", { name: "Switch to the light theme" }).click();
  await alertSaying(page, "Settings failed to update in the cloud...").waitFor();
  await page.getByRole("button", { name: "Switch to the dark theme" }).waitFor();
  await mend();
  const saved = page.waitForRequest((request) => (request.postData() ?? "").includes(saveUserSettings.path));
  await page.reload();
  await (await saved).response();
  await page.getByRole("button", { name: "Switch to the dark theme" }).waitFor();
  const second = await stage.enter({ email });
  await openWorkspace(second.page, stage.url);
  await second.page.getByRole("button", { name: "Switch to the dark theme" }).waitFor();
});
