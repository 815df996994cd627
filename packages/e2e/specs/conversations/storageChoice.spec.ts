import {
  createConversation,
  deleteConversation,
  listConversations,
  openConversation,
  saveUserSettings,
} from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chooseTheme, waitForTheme } from "../../support/accountMenu.ts";
import {
  buildLocalConversation,
  openBlankPage,
  openWorkspaceWith,
  readStoredConversations,
} from "../../support/browserStorage.ts";
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
  expectFocused,
  expectVisible,
  openWorkspace,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

/** The four selections: where new chats are kept, and whether existing ones are moved there. */
const choices = {
  "local-only": { place: "This browser", move: "Move to this browser" },
  "cloud-only": { place: "Cloud", move: "Move to the cloud" },
  "future-local": { place: "This browser", move: null },
  "future-cloud": { place: "Cloud", move: null },
} as const;
type Choice = keyof typeof choices;

const newChats = (page: Page, name: "This browser" | "Cloud") =>
  settingsDialog(page).getByRole("radiogroup", { name: "New chats" }).getByRole("radio", { name });
const moveButton = (page: Page, name: "Move to this browser" | "Move to the cloud") =>
  settingsDialog(page).getByRole("group", { name: "Existing chats" }).getByRole("button", { name });

const openStorage = (page: Page) => openSettings(page, "Chat storage");
const readSelection = (page: Page, userId: string) =>
  page.evaluate((key) => localStorage.getItem(key), `lectern.${userId}.storageSelection`);

/** Chooses where new chats are kept and, if the choice says so, moves the existing ones there. */
async function apply(page: Page, choice: Choice): Promise<void> {
  const { place, move } = choices[choice];
  if (!(await newChats(page, place).isChecked())) {
    await newChats(page, place).click();
    await clickDialogButton(page, "Save");
  }
  if (move === null) return;
  await moveButton(page, move).click();
  await clickDialogButton(page, move);
}

/** Opens the storage settings of a person with `count` local conversations of one turn each. */
async function openWithLocalConversations(count: number) {
  const person = await fixture.openSignedIn();
  const conversations = Array.from({ length: count }, (_, index) =>
    buildLocalConversation(`c${index}`, `Number ${index}`),
  );
  await openWorkspaceWith(person, fixture.url, conversations);
  await openStorage(person.page);
  return person;
}

const listLocalConversations = async (page: Page, userId: string) =>
  (await readStoredConversations(page, userId)).conversationHistory.filter(
    ({ isLocal, messages }) => isLocal && messages.length > 0,
  );

/** The names in a notice about moves that failed, in any order. */
describe("where conversations are kept", () => {
  test("[C4.05] [A4.04] [C2.40] [A8.39e] is one of four; a choice is pending until it is confirmed, and Cancel changes nothing", async () => {
    const { page, api, userId } = await openWithLocalConversations(2);
    const confirmation = page.getByRole("alertdialog");
    const storageButton = (name: RegExp) => page.getByRole("main").getByRole("button", { name });
    await expectEventually(() => newChats(page, "This browser").isChecked()).toBe(true);
    // All chats are in this browser: none can be moved there.
    expect(await settingsDialog(page).getByRole("group", { name: "Existing chats" }).count()).toBe(0);
    expect(await settingsDialog(page).getByRole("button", { name: "Save" }).count()).toBe(0);

    await newChats(page, "Cloud").click();
    await confirmation.getByText(/^New chats will be stored on the server/).waitFor();
    expect(await newChats(page, "Cloud").isChecked()).toBe(true);
    expect(await readSelection(page, userId)).toBeNull();
    await clickDialogButton(page, "Cancel");
    await expectEventually(() => newChats(page, "This browser").isChecked()).toBe(true);
    await expectFocused(newChats(page, "Cloud"));
    expect(await readSelection(page, userId)).toBeNull();

    await apply(page, "future-cloud");
    await expectVisible(page.getByRole("status"), "Storage Settings Saved");
    await storageButton(/^Cloud,/).waitFor();
    expect(await readSelection(page, userId)).toBe("future-cloud");
    expect(await listLocalConversations(page, userId)).toHaveLength(2);

    await expectVisible(settingsDialog(page), "2 chats are in this browser.");
    await moveButton(page, "Move to the cloud").click();
    await confirmation.getByText("2 chats will be moved there.").waitFor();
    await clickDialogButton(page, "Cancel");
    expect(await readSelection(page, userId)).toBe("future-cloud");
    expect(await listLocalConversations(page, userId)).toHaveLength(2);

    await apply(page, "cloud-only");
    await expectVisible(page, "Successfully moved all conversations to the cloud.");
    expect(await readSelection(page, userId)).toBe("cloud-only");
    expect(await listLocalConversations(page, userId)).toEqual([]);
    await settingsDialog(page).getByRole("group", { name: "Existing chats" }).waitFor({ state: "detached" });
    const { conversation } = await api.call(openConversation, { conversationId: "c1" });
    expect(conversation.messages.map(({ content }) => content)).toEqual(["Question of Number 1", "Answer of Number 1"]);
    await apply(page, "future-local");
    await storageButton(/^This browser,/).waitFor();
    expect(await readSelection(page, userId)).toBe("future-local");
    await api.call(openConversation, { conversationId: "c1" });
    await expectVisible(settingsDialog(page), "2 chats are in the cloud.");
    await apply(page, "local-only");
    await expectVisible(page, "Successfully moved all conversations to local storage.");
    expect(await readSelection(page, userId)).toBe("local-only");
    expect(await listLocalConversations(page, userId)).toHaveLength(2);
    expect((await api.call(listConversations, {})).conversations).toEqual([]);
    await apply(page, "future-cloud");
    await storageButton(/^Cloud,/).waitFor();
    await page.reload();
    await openStorage(page);
    await expectEventually(() => newChats(page, "Cloud").isChecked()).toBe(true);
    await ask(page, "Where does this go?");
    await expectEventually(async () => (await api.call(listConversations, {})).conversations.length).toBe(1);
  });

  test("[C8.11] a move of many to the cloud names what failed, shows its progress, can be cancelled, and is reported and continued if its page was closed", async () => {
    const { page, api, userId } = await openWithLocalConversations(9);
    const restoreOp = await failOp(page, createConversation, "The disk is being changed.");
    await apply(page, "cloud-only");
    const failureText = /^Conversation\(s\): Number \d, Number \d, Number \d and 6 more failed to move to the cloud\.$/;
    await page.getByRole("alert").getByText(failureText).waitFor();
    expect(await listLocalConversations(page, userId)).toHaveLength(9);
    await restoreOp();

    const pausedMove = await pauseOp(page, createConversation);
    await settingsDialog(page).getByRole("button", { name: "Move to the cloud" }).click();
    await pausedMove.reached;
    await expectVisible(settingsDialog(page), "Moving chats to the cloud");
    await expectVisible(settingsDialog(page), "0 of 9");
    expect(await newChats(page, "This browser").isDisabled()).toBe(true);
    await settingsDialog(page).getByRole("button", { name: "Cancel" }).click();
    pausedMove.release();
    await expectVisible(page, "3 of 9 chats were moved. The others stay where they were.");
    await expectVisible(settingsDialog(page), "6 chats are in this browser.");
    expect((await api.call(listConversations, {})).conversations).toHaveLength(3);
    expect(await listLocalConversations(page, userId)).toHaveLength(6);

    const pausedCreation = await pauseOp(page, createConversation);
    await settingsDialog(page).getByRole("button", { name: "Move to the cloud" }).click();
    await pausedCreation.reached;
    await page.reload();
    pausedCreation.release();
    const interruptedText = /^Moving your chats was interrupted\. Nothing is lost: \d chats are still in this browser/;
    await page.getByRole("alert").getByText(interruptedText).waitFor();
    await openStorage(page);
    expect((await listLocalConversations(page, userId)).length).toBeGreaterThan(0);
    await settingsDialog(page).getByRole("button", { name: "Move to the cloud" }).click();
    await expectVisible(page, "Successfully moved all conversations to the cloud.");
    expect((await api.call(listConversations, {})).conversations).toHaveLength(9);
    expect(await listLocalConversations(page, userId)).toEqual([]);
    await page.reload();
    const rows = conversationList(page).getByRole("button", { name: /^Number \d \(/ });
    await expectEventually(() => rows.count()).toBe(9);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("[C8.13] [A4.04] [C4.05] a move to this browser names what failed, and says when all have moved", async () => {
    const { page, api, userId } = await fixture.openSignedIn();
    for (const id of ["one", "two"]) {
      const messages = [{ id: "q", role: "user" as const, content: `Question of ${id}` }];
      await api.call(createConversation, { conversation: { id, name: `Number ${id}`, messages } });
    }
    await openWorkspace(page, fixture.url);
    await openStorage(page);
    const restoreOp = await failOp(page, deleteConversation, "The disk is being changed.");
    await apply(page, "local-only");
    const failed = page.getByRole("alert").getByText(/^Conversation\(s\): .* failed to move to local storage\.$/);
    await failed.waitFor();
    expect([
      "Conversation(s): Number one and Number two failed to move to local storage.",
      "Conversation(s): Number two and Number one failed to move to local storage.",
    ]).toContain(await failed.textContent());
    await expectVisible(settingsDialog(page), "2 chats are in the cloud.");
    expect(await readSelection(page, userId)).toBe("local-only");
    expect((await api.call(listConversations, {})).conversations).toHaveLength(2);

    await restoreOp();
    await settingsDialog(page).getByRole("button", { name: "Move to this browser" }).click();
    await expectVisible(page, "Successfully moved all conversations to local storage.");
    expect((await api.call(listConversations, {})).conversations).toEqual([]);
    expect(new Set((await listLocalConversations(page, userId)).map(({ id }) => id))).toEqual(new Set(["one", "two"]));
    await page.reload();
    await conversationRow(page, "Number one").click();
    await expectVisible(page.getByRole("log"), "Question of one");
  });
});

test("[C8.14] [A7.66] [A8.24] where the cloud's list cannot be loaded or a setting is rejected, the page says so and uses what it stores; the next start syncs the setting to other devices", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  const restoreListOp = await failOp(page, listConversations, "The disk is being changed.");
  await openWorkspaceWith(person, fixture.url, [buildLocalConversation("near", "Near by")]);
  await alertWithText(
    page,
    "Unable to sync local conversations with those stored in the cloud. Please refresh the page to try again...",
  ).waitFor();
  await conversationRow(page, "Near by").click();
  await expectVisible(page.getByRole("log"), "Answer of Near by");
  await restoreListOp();

  const restoreOp = await failOp(page, saveUserSettings, "The disk is being changed.");
  await chooseTheme(page, "Light");
  await alertWithText(page, "Settings failed to update in the cloud...").waitFor();
  await waitForTheme(page, "light");
  await restoreOp();
  const saveRequest = page.waitForRequest((request) => (request.postData() ?? "").includes(saveUserSettings.path));
  await page.reload();
  await (await saveRequest).response();
  await waitForTheme(page, "light");
  // Without its stored settings the browser is like another device.
  await openBlankPage(page, fixture.url);
  await page.evaluate(() => localStorage.clear());
  await openWorkspace(page, fixture.url);
  await waitForTheme(page, "light");
});
