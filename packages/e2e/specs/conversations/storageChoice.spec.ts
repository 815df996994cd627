import { listConversations, openConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  buildLocalConversation,
  openWorkspaceWith,
  readStoredConversations,
} from "../../support/browser/browserStorage.ts";
import { openSettings, settingsDialog } from "../../support/pages/openSettings.ts";
import { ask, clickDialogButton, expectEventually, expectFocused, expectVisible } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

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
});
