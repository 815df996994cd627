import { createShareLink, getFeatureFlags, listEmailAddresses, shareItems, syncPrompts } from "@lectern/contract";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openDialog, type SharedSelection } from "../../entities/shell/dialogs.ts";
import { createChat } from "../../testing/chatList.ts";
import { createBranch, storeLocalConversations } from "../../testing/conversations.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { eventually } from "../../testing/screen.ts";
import { stubCloud } from "../../testing/stubCloud.ts";
import { type StoredPrompt, stubFolders, stubPrompts } from "../../testing/stubFolders.ts";
import { stubPeople } from "../../testing/stubPeople.ts";
import { failOp, getPerson, listInputs, pauseOp, stubOp } from "../../testing/stubServer.ts";

const dialog = () => page.getByRole("dialog", { name: "Add People to Share With" });
const people = () => dialog().getByRole("combobox", { name: "People and groups" });
const note = () => dialog().getByRole("textbox", { name: "Note" });
const share = () => dialog().getByRole("button", { name: "Share", exact: true });
const link = () => dialog().getByRole("button", { name: "Copy link", exact: true });
const box = (name: string) => dialog().getByRole("checkbox", { name: new RegExp(`^${name}`) });
const openTab = (name: string) =>
  dialog()
    .getByRole("tab", { name: new RegExp(`^${name}`) })
    .click();
const readSharedData = () => listInputs(shareItems).map(({ sharedData }) => sharedData);
const shared = { key: crypto.randomUUID(), failed: [], leftOut: [] };

beforeEach(() => {
  stubPeople();
  stubOp(shareItems, shared);
});

async function renderDialog(selection: SharedSelection = {}): Promise<void> {
  await renderApp();
  openDialog("share", selection);
  await expect.element(note()).toBeVisible();
}

async function fillForm(): Promise<void> {
  await people().fill("ben@example.org");
  await note().fill("For the seminar");
}

test("[C2.46] [C4.39] [C3.23] [C3.24] the dialog shares with a list of people, a note and what was picked, says 'Sharing...' meanwhile, and closes", async () => {
  stubCloud(createChat("lenses", "Lenses", { isLocal: false }), createChat("mirrors", "Mirrors", { isLocal: false }));
  await renderDialog({ conversationIds: ["lenses"] });
  await expect.element(box("Lenses")).toBeChecked();
  await expect.element(box("Mirrors")).not.toBeChecked();
  await expect.element(dialog().getByText("1 chat will be shared. Recipients get a copy as it is now.")).toBeVisible();
  await people().fill("Ben@Example.org, cleo@example.org");
  await note().fill("  For the seminar ");
  await expect.element(dialog().getByRole("checkbox", { name: "Share attached files, too" })).not.toBeChecked();
  const sharing = pauseOp(shareItems);
  await share().click();
  await sharing.reached;
  await expect.element(dialog().getByRole("button", { name: "Sharing...", exact: true })).toBeVisible();
  sharing.release();
  await expect.element(page.getByText("Shared: 1 chat.")).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  const sharedData = {
    conversationIds: ["lenses"],
    conversations: [],
    promptIds: [],
    folderIds: [],
    includesFiles: false,
  };
  expect(listInputs(shareItems)).toEqual([
    { note: "For the seminar", sharedWith: ["ben@example.org", "cleo@example.org"], sharedData },
  ]);
});

test("[C5.31] nothing is shared without a person, a note that is not blank, and something selected", async () => {
  stubCloud(createChat("lenses", "Lenses", { isLocal: false }));
  await renderDialog();
  await note().fill("   ");
  await share().click();
  await expect.element(dialog().getByText("Enter at least one person.")).toBeVisible();
  await expect.element(dialog().getByText("Enter a note.")).toBeVisible();
  await expect.element(dialog().getByText("Choose at least one chat, prompt or folder.")).toBeVisible();
  await expect.element(people()).toHaveFocus();
  await people().fill("ben@example.org");
  await share().click();
  await expect.element(note()).toHaveFocus();
  await note().fill("Here you are");
  await share().click();
  await expect.element(dialog().getByText("Choose at least one chat, prompt or folder.")).toBeVisible();
  expect(listInputs(shareItems)).toEqual([]);
  await box("Lenses").click();
  await share().click();
  await eventually(() => listInputs(shareItems)).toHaveLength(1);
});

test("[C5.32] entries are split on commas, trimmed and in lower case, none twice and none that is no address; a group is named with #", async () => {
  stubCloud(createChat("lenses", "Lenses", { isLocal: false }));
  await renderDialog({ conversationIds: ["lenses"] });
  await note().fill("Here you are");
  await people().click();
  await userEvent.keyboard(" Ada@Example.org ,ben@example.org,ada@example.org,no address,");
  await share().click();
  await expect.element(dialog().getByText("Correct or remove 1 entry.")).toBeVisible();
  expect(listInputs(shareItems)).toEqual([]);
  await dialog().getByRole("button", { name: "Remove no address" }).click();
  await share().click();
  await eventually(() => listInputs(shareItems).map(({ sharedWith }) => sharedWith)).toEqual([
    ["ada@example.org", "ben@example.org"],
  ]);
});

test("[C5.33] known addresses with the typed prefix are suggested, without those that were entered", async () => {
  const known = ["bea@example.org", "ben@example.org", "cleo@example.org"];
  stubOp(listEmailAddresses, ({ emailprefix }) => ({
    emails: known.filter((each) => each.startsWith(emailprefix ?? "")),
  }));
  await renderDialog();
  await people().click();
  await userEvent.keyboard("be");
  await expect.element(page.getByRole("option", { name: "ben@example.org" })).toBeVisible();
  await expect.element(page.getByRole("option", { name: "cleo@example.org" })).not.toBeInTheDocument();
  await page.getByRole("option", { name: "bea@example.org" }).click();
  await userEvent.keyboard("be");
  await expect.element(page.getByRole("option", { name: "ben@example.org" })).toBeVisible();
  await expect.element(page.getByRole("option", { name: "bea@example.org" })).not.toBeInTheDocument();
});

test("[C5.34] prompts that must not be shared, prompts of a group and built-in ones are not offered", async () => {
  const prompts: StoredPrompt[] = [
    { name: "Explain" },
    { name: "Secret", data: { noShare: true } },
    { name: "Of a group", groupId: "Physics_1" },
  ];
  stubPrompts(...prompts);
  await renderDialog();
  await openTab("Prompts");
  await expect.element(box("Explain")).toBeVisible();
  await eventually(readRows).toEqual(["Explain"]);
});

test("[C5.35] built-in folders and folders of groups are not offered", async () => {
  stubFolders({ id: "physics", name: "Physics" }, { id: "team", name: "Team", isGroupFolder: true });
  await renderDialog();
  await openTab("Folders");
  await expect.element(box("Physics")).toBeVisible();
  await eventually(readRows).toEqual(["Physics0 chats"]);
});

const readRows = () => [...dialog().element().querySelectorAll("li[data-index]")].map((row) => row.textContent);

test("a folder shares its chats, and a chat of this browser is sent whole after a sentence that says so", async () => {
  stubFolders({ id: "physics", name: "Physics" });
  stubCloud(createChat("lenses", "Lenses", { isLocal: false, folderId: "physics" }));
  const messages = createBranch(["Shown question", "Shown answer"]);
  const others = createBranch(["Other question"], "o");
  const mirrors = createChat("mirrors", "Mirrors", { folderId: "physics", messages: [...others, ...messages] });
  await storeLocalConversations(mirrors);
  await renderDialog({ folderIds: ["physics"] });
  await expect.element(dialog().getByText("2 chats and 1 folder will be shared.")).toBeVisible();
  const sentence = "1 chat is stored in this browser. A copy of it leaves this browser and is stored on the server.";
  await expect.element(dialog().getByText(sentence)).toBeVisible();
  // It stands in the dialog's foot, which does not scroll, with the button.
  const foot = share().element().parentElement;
  expect(foot?.contains(dialog().getByText(sentence).element())).toBe(true);
  await fillForm();
  await share().click();
  await eventually(readSharedData).toMatchObject([
    { conversationIds: ["lenses"], conversations: [{ id: "mirrors" }], promptIds: [], folderIds: ["physics"] },
  ]);
  // What is not on the shown branch stays in this browser.
  expect(JSON.stringify(readSharedData())).toContain("Shown answer");
  expect(JSON.stringify(readSharedData())).not.toContain("Other question");
});

test("prompts are synced before they are shared by their ids", async () => {
  const store = stubPrompts({ name: "Explain" });
  await store.syncBrowser();
  await renderDialog({ promptIds: ["explain"] });
  await expect.element(box("Explain")).toBeChecked();
  await fillForm();
  let syncCount = 0;
  stubOp(shareItems, () => {
    syncCount = listInputs(syncPrompts).length;
    return shared;
  });
  const before = listInputs(syncPrompts).length;
  await share().click();
  await eventually(readSharedData).toMatchObject([{ promptIds: ["explain"] }]);
  expect(syncCount).toBeGreaterThan(before);
});

test("[C8.42] a failure is reported with its reason, and nothing that was typed is lost", async () => {
  stubCloud(createChat("lenses", "Lenses", { isLocal: false }));
  await renderDialog({ conversationIds: ["lenses"] });
  failOp(shareItems, "There is too much in it.");
  await fillForm();
  await share().click();
  await expect.element(page.getByText("Sharing failed, please try again.", { exact: true })).toBeVisible();
  await expect.element(page.getByText("There is too much in it.")).toBeVisible();
  await expect.element(note()).toHaveValue("For the seminar");
  await expect.element(dialog().getByText("ben@example.org")).toBeVisible();
  await expect.element(box("Lenses")).toBeChecked();
});

test("recipients and items that were left out are listed with the reason, and only those recipients stay in the field", async () => {
  stubCloud(createChat("lenses", "Lenses", { isLocal: false }), createChat("mirrors", "Mirrors", { isLocal: false }));
  await renderDialog({ conversationIds: ["lenses", "mirrors"] });
  const failed = [{ recipient: "cleo@example.org", reason: "Nobody has this address." }];
  stubOp(shareItems, { ...shared, failed, leftOut: ["mirrors"] });
  await people().fill("ben@example.org,cleo@example.org");
  await note().fill("For the seminar");
  await share().click();
  const alert = dialog().getByRole("alert").first();
  await expect.element(alert.getByText("cleo@example.org")).toBeVisible();
  await expect.element(alert.getByText("Nobody has this address.")).toBeVisible();
  await expect.element(alert.getByText("Mirrors", { exact: true })).toBeVisible();
  await expect.element(dialog().getByRole("button", { name: "Remove cleo@example.org" })).toBeVisible();
  await expect.element(dialog().getByRole("button", { name: "Remove ben@example.org" })).not.toBeInTheDocument();
  await expect.element(note()).toHaveValue("For the seminar");
});

test("a link to one chat is made without recipients and note, and copied; a second press copies the same link", async () => {
  stubCloud(createChat("lenses", "Lenses", { isLocal: false }), createChat("mirrors", "Mirrors", { isLocal: false }));
  const { key } = shared;
  stubOp(createShareLink, { key });
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const write = vi.spyOn(navigator.clipboard, "write").mockResolvedValue();
  await renderDialog({ conversationIds: ["lenses"] });
  const making = pauseOp(createShareLink);
  await link().click();
  await making.reached;
  making.release();
  const address = `${location.origin}${location.pathname}#shared=${key}`;
  await expect.element(dialog().getByRole("textbox", { name: "Link to the chat" })).toHaveValue(address);
  await expect.element(dialog().getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await write.mock.calls[0]?.[0][0]?.getType("text/plain");
  expect(await copied?.text()).toBe(address);
  await expect.element(link()).toBeVisible();
  await link().click();
  await eventually(() => writeText.mock.calls).toEqual([[address]]);
  expect(listInputs(createShareLink)).toEqual([{ sharedData: { conversationIds: ["lenses"], conversations: [] } }]);
  // A link opens one chat.
  await box("Mirrors").click();
  await expect.element(dialog().getByText("To share with a link, choose one chat and nothing else.")).toBeVisible();
  await expect.element(link()).not.toBeInTheDocument();
});

test("a link to a chat of this browser is made after a sentence that a copy leaves it, from the shown branch", async () => {
  const messages = createBranch(["Shown question", "Shown answer"]);
  const others = createBranch(["Other question"], "o");
  await storeLocalConversations(createChat("mirrors", "Mirrors", { messages: [...others, ...messages] }));
  stubOp(createShareLink, { key: shared.key });
  vi.spyOn(navigator.clipboard, "write").mockResolvedValue();
  await renderDialog({ conversationIds: ["mirrors"] });
  const sentence = "This chat is stored in this browser. A copy of it leaves this browser and is stored on the server.";
  await expect.element(dialog().getByText(sentence)).toBeVisible();
  expect(listInputs(createShareLink)).toEqual([]);
  await link().click();
  await eventually(() => listInputs(createShareLink)).toMatchObject([
    { sharedData: { conversationIds: [], conversations: [{ id: "mirrors" }] } },
  ]);
  expect(JSON.stringify(listInputs(createShareLink))).not.toContain("Other question");
});

test("a link that could not be made is reported, and made with the next press", async () => {
  stubCloud(createChat("lenses", "Lenses", { isLocal: false }));
  vi.spyOn(navigator.clipboard, "write").mockImplementation(async ([item]) => void (await item?.getType("text/plain")));
  failOp(createShareLink, "You have shared as much as is possible.");
  await renderDialog({ conversationIds: ["lenses"] });
  await link().click();
  await expect.element(page.getByText("Couldn’t make the link, please try again.")).toBeVisible();
  await expect.element(page.getByText("You have shared as much as is possible.")).toBeVisible();
  stubOp(createShareLink, { key: shared.key });
  await link().click();
  await expect.element(dialog().getByRole("button", { name: "Copied" })).toBeVisible();
});

test("no link is offered while links are turned off", async () => {
  stubOp(getFeatureFlags, createFlags({ shareLinks: false }));
  stubCloud(createChat("lenses", "Lenses", { isLocal: false }));
  await renderDialog({ conversationIds: ["lenses"] });
  await expect.element(box("Lenses")).toBeChecked();
  await expect.element(link()).not.toBeInTheDocument();
});

test("attached files are shared on request", async () => {
  stubCloud(createChat("lenses", "Lenses", { isLocal: false }));
  await renderDialog({ conversationIds: ["lenses"] });
  await fillForm();
  await dialog().getByRole("checkbox", { name: "Share attached files, too" }).click();
  await share().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(readSharedData()).toMatchObject([{ conversationIds: ["lenses"], includesFiles: true }]);
});

test("a link carries no files, which the dialog says where they are wanted", async () => {
  stubCloud(createChat("lenses", "Lenses", { isLocal: false }));
  await renderDialog({ conversationIds: ["lenses"] });
  const sentence = dialog().getByText("Attached files don’t come with a link. To share them, add people or groups.");
  await expect.element(link()).toBeVisible();
  await expect.element(sentence).not.toBeInTheDocument();
  await dialog().getByRole("checkbox", { name: "Share attached files, too" }).click();
  await expect.element(sentence).toBeVisible();
});

test("after a link was made, the question before closing says that it exists", async () => {
  stubCloud(createChat("lenses", "Lenses", { isLocal: false }));
  stubOp(createShareLink, { key: shared.key });
  vi.spyOn(navigator.clipboard, "write").mockResolvedValue();
  await renderDialog({ conversationIds: ["lenses"] });
  await note().fill("For the seminar");
  await link().click();
  await expect.element(dialog().getByRole("textbox", { name: "Link to the chat" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  const question = page.getByRole("alertdialog");
  await expect
    .element(question.getByText("The link to the chat exists. Nothing has been shared with people or groups yet."))
    .toBeVisible();
});

test("people cannot share with themselves", async () => {
  stubCloud(createChat("lenses", "Lenses", { isLocal: false }));
  await renderDialog({ conversationIds: ["lenses"] });
  await note().fill("For the seminar");
  await people().fill(`${getPerson().email?.toUpperCase()}, ben@example.org`);
  await share().click();
  await expect.element(dialog().getByText("This is you. You have it already.")).toBeVisible();
  await expect.element(dialog().getByText("Correct or remove 1 entry.")).toBeVisible();
  expect(listInputs(shareItems)).toEqual([]);
});

test("a chat that was deleted elsewhere does not count as selected", async () => {
  stubCloud(createChat("lenses", "Lenses", { isLocal: false }));
  await renderDialog({ conversationIds: ["lenses", "gone"] });
  await expect.element(dialog().getByRole("tab", { name: /^Chats ?1 selected$/ })).toBeVisible();
});
