import {
  createConversation,
  deleteConversation,
  listConversations,
  openConversation,
  saveUserSettings,
} from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { localConversation, readStoredConversations, storeLocalConversations } from "../../support/browserStorage.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp, pauseOp } from "../../support/interceptOp.ts";
import { openSettings, settingsDialog } from "../../support/openSettings.ts";
import {
  alertWithText,
  ask,
  clickDialogButton,
  conversationList,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

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
  await clickDialogButton(page, "Save");
}

/** Opens the workspace of a person with `count` local conversations of one question each. */
async function openWithLocalConversations(count: number) {
  const visitor = await fixture.openSignedIn();
  await openWorkspace(visitor.page, fixture.url);
  const conversations = Array.from({ length: count }, (_, index) => localConversation(`c${index}`, `Number ${index}`));
  await storeLocalConversations(visitor.page, visitor.userId, conversations);
  await visitor.page.reload();
  await openStorage(visitor.page);
  return visitor;
}

const local = async (page: Page, userId: string) =>
  (await readStoredConversations(page, userId)).conversationHistory.filter(
    ({ isLocal, messages }) => isLocal && messages.length > 0,
  );

describe("where conversations are kept", () => {
  test("[C4.05] [A4.04] is one of four; a choice is pending until it is confirmed, and Cancel changes nothing", async () => {
    const { page, api, userId } = await openWithLocalConversations(2);
    for (const name of choices) await choice(page, name).waitFor();
    const group = settingsDialog(page).getByRole("radiogroup", { name: "Conversations" });
    expect(await group.getByRole("radio").count()).toBe(4);
    await expectEventually(() => choice(page, "New ones in this browser").isChecked()).toBe(true);

    await choose(page, "All in the cloud");
    const question = page.getByRole("alertdialog");
    await question.getByText("2 conversations will be moved there.").waitFor();
    expect(await selection(page, userId)).toBeNull();
    await clickDialogButton(page, "Cancel");
    await expectEventually(() => choice(page, "New ones in this browser").isChecked()).toBe(true);
    expect(await selection(page, userId)).toBeNull();
    expect(await local(page, userId)).toHaveLength(2);

    await apply(page, "All in the cloud");
    await expectVisible(page, "Storage Settings Saved");
    await expectVisible(page, "Successfully moved all conversations to the cloud.");
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
    await expectEventually(() => selection(page, userId)).toBe("future-cloud");
    await page.reload();
    await openStorage(page);
    await expectEventually(() => choice(page, "New ones in the cloud").isChecked()).toBe(true);
    await ask(page, "Where does this go?");
    await expectEventually(async () => (await api.call(listConversations, {})).conversations.length).toBe(3);
  });

  test("[C8.13] a move to this browser names what failed, and says when all have moved", async () => {
    const { page, api, userId } = await fixture.openSignedIn();
    for (const id of ["one", "two"]) {
      const messages = [{ id: "q", role: "user" as const, content: `Question of ${id}` }];
      await api.call(createConversation, { conversation: { id, name: `Number ${id}`, messages } });
    }
    await openWorkspace(page, fixture.url);
    await openStorage(page);
    const mend = await failOp(page, deleteConversation, "The disk is being changed.");
    await apply(page, "All in this browser");
    const failed = page.getByRole("alert").getByText(/^Conversation\(s\): .* failed to move to local storage\.$/);
    await failed.waitFor();
    expect([
      "Conversation(s): Number one, Number two failed to move to local storage.",
      "Conversation(s): Number two, Number one failed to move to local storage.",
    ]).toContain(await failed.textContent());
    await expectVisible(settingsDialog(page), "2 conversations are still in the cloud.");
    expect((await api.call(listConversations, {})).conversations).toHaveLength(2);

    await mend();
    await settingsDialog(page).getByRole("button", { name: "Move to this browser" }).click();
    await expectVisible(page, "Successfully moved all conversations to local storage.");
    expect((await api.call(listConversations, {})).conversations).toEqual([]);
    expect(new Set((await local(page, userId)).map(({ id }) => id))).toEqual(new Set(["one", "two"]));
    await page.reload();
    await conversationRow(page, "Number one").click();
    await expectVisible(page.getByRole("log"), "Question of one");
  });

  test("a move of many shows its progress, can be cancelled, and says what is left", async () => {
    const { page, api, userId } = await openWithLocalConversations(9);
    const { reached, release } = await pauseOp(page, createConversation);
    await apply(page, "All in the cloud");
    await reached;
    await expectVisible(settingsDialog(page), "Moving conversations to the cloud");
    await expectVisible(settingsDialog(page), "0 of 9");
    expect(await choice(page, "New ones in this browser").isDisabled()).toBe(true);
    await settingsDialog(page).getByRole("button", { name: "Cancel" }).click();
    release();
    await expectVisible(page, "3 of 9 conversations were moved. The others stay where they were.");
    await expectVisible(settingsDialog(page), "6 conversations are still in this browser.");
    expect((await api.call(listConversations, {})).conversations).toHaveLength(3);
    expect(await local(page, userId)).toHaveLength(6);
    await settingsDialog(page).getByRole("button", { name: "Move to the cloud" }).click();
    await expectVisible(page, "Successfully moved all conversations to the cloud.");
    expect((await api.call(listConversations, {})).conversations).toHaveLength(9);
  });

  test("a move that is interrupted by closing its page loses nothing, is reported, and can be continued", async () => {
    const { page, api, userId } = await openWithLocalConversations(5);
    const { reached, release } = await pauseOp(page, createConversation);
    await apply(page, "All in the cloud");
    await reached;
    await page.reload();
    release();
    await page
      .getByRole("alert")
      .getByText(
        /^Moving your conversations was interrupted\. Nothing is lost: \d conversations are still in this browser/,
      )
      .waitFor();
    await openStorage(page);
    const left = (await local(page, userId)).length;
    expect(left).toBeGreaterThan(0);
    await settingsDialog(page).getByRole("button", { name: "Move to the cloud" }).click();
    await expectVisible(page, "Successfully moved all conversations to the cloud.");
    expect((await api.call(listConversations, {})).conversations).toHaveLength(5);
    expect(await local(page, userId)).toEqual([]);
    await page.reload();
    await expectEventually(() =>
      conversationList(page)
        .getByRole("button", { name: /^Number \d \(/ })
        .count(),
    ).toBe(5);
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

test("[C8.14] when the cloud's list cannot be loaded the page says so and keeps the local conversations", async () => {
  const { page, userId } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await storeLocalConversations(page, userId, [localConversation("near", "Near by")]);
  await failOp(page, listConversations, "The disk is being changed.");
  await page.reload();
  await alertWithText(
    page,
    "Unable to sync local conversations with those stored in the cloud. Please refresh the page to try again...",
  ).waitFor();
  await conversationRow(page, "Near by").click();
  await expectVisible(page.getByRole("log"), "Answer of Near by");
});

test("[A7.66] [A8.24] a setting that the server rejects is stored locally and the page says so; the next start syncs it to other devices", async () => {
  const { page, email } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const mend = await failOp(page, saveUserSettings, "The disk is being changed.");
  await page.getByRole("button", { name: "Switch to the light theme" }).click();
  await alertWithText(page, "Settings failed to update in the cloud...").waitFor();
  await page.getByRole("button", { name: "Switch to the dark theme" }).waitFor();
  await mend();
  const saved = page.waitForRequest((request) => (request.postData() ?? "").includes(saveUserSettings.path));
  await page.reload();
  await (await saved).response();
  await page.getByRole("button", { name: "Switch to the dark theme" }).waitFor();
  const second = await fixture.openSignedIn({ email });
  await openWorkspace(second.page, fixture.url);
  await second.page.getByRole("button", { name: "Switch to the dark theme" }).waitFor();
});
