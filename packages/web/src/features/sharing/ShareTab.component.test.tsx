import {
  deriveCopyId,
  getArtifact,
  getFeatureFlags,
  listReceivedShares,
  listSentShares,
  listShareLinks,
  loadShare,
  markShareImported,
  type ReceivedShare,
  receiveSharedFiles,
  removeReceivedShare,
  type SentShare,
  type ShareRecipient,
  toArtifactVersion,
  withdrawShare,
} from "@lectern/contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { formatDayAndTime } from "../../entities/files/formatDay.ts";
import { artifactPanel, createSaved, createVersion, stubArtifacts } from "../../testing/artifacts.ts";
import { readLocalConversations } from "../../testing/chatList.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { dialogNamed, eventually, sidePanel } from "../../testing/screen.ts";
import { stubPrompts } from "../../testing/stubFolders.ts";
import { emitBrowserEvent, failOp, listInputs, stubOp } from "../../testing/stubServer.ts";

const tab = (name: string | RegExp) => sidePanel().getByRole("tab", { name });
const button = (name: string | RegExp) => sidePanel().getByRole("button", { name });
const text = (content: string) => sidePanel().getByText(content, { exact: true });
const importDialog = () => dialogNamed("Import shared items");

const createReceived = (fields: Partial<ReceivedShare> = {}): ReceivedShare => ({
  key: crypto.randomUUID(),
  sharedBy: "ada@example.org",
  senderName: "Ada Lovelace",
  sharedAt: "2026-11-20T09:30:00.000Z",
  note: "Lenses for you",
  counts: { conversations: 1, prompts: 1, folders: 0 },
  names: ["Lenses", "Explain"],
  fileCount: 0,
  expiresAt: "2027-05-20T09:30:00.000Z",
  openedAt: null,
  importedAt: null,
  ...fields,
});

const createRecipient = (fields: Partial<ShareRecipient> = {}): ShareRecipient => ({
  ...{ name: "ben@example.org", id: "ben@example.org", isGroup: false, openedAt: null, importedAt: null },
  ...{ openedCount: 0, importedCount: 0, memberCount: null },
  ...fields,
});

const createSent = (fields: Partial<SentShare> = {}): SentShare => ({
  key: crypto.randomUUID(),
  sharedAt: "2026-11-20T09:30:00.000Z",
  note: "From me",
  counts: { conversations: 2, prompts: 0, folders: 1 },
  names: ["First", "Second"],
  fileCount: 2,
  expiresAt: "2027-05-20T09:30:00.000Z",
  recipients: [
    createRecipient({ openedAt: "2026-11-21T09:30:00.000Z" }),
    createRecipient({
      ...{ name: "Physics", id: "Physics_1", isGroup: true, openedAt: "2026-11-21T09:30:00.000Z" },
      ...{ openedCount: 2, importedCount: 1, memberCount: 7 },
    }),
  ],
  recipientCount: 3,
  ...fields,
});

/** Answers as a server that stores what was shared with the person. */
function stubReceived(...shares: ReceivedShare[]): void {
  let stored = shares;
  stubOp(listReceivedShares, () => ({ items: stored }));
  stubOp(removeReceivedShare, ({ key }) => {
    stored = stored.filter((share) => share.key !== key);
    return {};
  });
}

async function openTab(): Promise<void> {
  await renderApp();
  await tab(/^Share/).click();
  await expect.element(tab("Shared With You")).toBeVisible();
}

test("[A2.28] [A2.29] [A2.30] the tab has a button that shares, one that refreshes, and the received items by sender, each with its time and note", async () => {
  stubReceived(
    createReceived(),
    createReceived({ note: "Mirrors for you", sharedAt: "2026-11-19T09:30:00.000Z" }),
    createReceived({ sharedBy: "ben.x@example.org", senderName: "", note: "Prisms for you" }),
  );
  await openTab();
  const groupOf = (name: string) => sidePanel().getByRole("region", { name, exact: true });
  await expect.element(groupOf("ben.x").getByText("Prisms for you")).toBeVisible();
  await expect.element(groupOf("Ada Lovelace").getByText("Lenses for you")).toBeVisible();
  await expect.element(groupOf("Ada Lovelace").getByText("Mirrors for you")).toBeVisible();
  await expect.element(groupOf("Ada Lovelace").getByText(formatDayAndTime("2026-11-19T09:30:00.000Z"))).toBeVisible();
  await expect.element(groupOf("Ada Lovelace").getByText("1 chat and 1 prompt").first()).toBeVisible();
  await expect.element(groupOf("Ada Lovelace").getByText("Lenses and Explain").first()).toBeVisible();
  await expect
    .element(sidePanel().getByRole("heading", { name: "Ada Lovelace" }))
    .toHaveAttribute("title", "ada@example.org");
  stubReceived(createReceived({ note: "Newest" }));
  await button("Refresh").click();
  await expect.element(text("Newest")).toBeVisible();
  await button("Share with Other Users").click();
  await expect.element(dialogNamed("Add People to Share With")).toBeVisible();
});

test("[A2.31] [A8.33] a row opens the dialog that previews the items, of which none can be removed alone, imports them and tells the sender", async () => {
  const share = createReceived();
  stubReceived(share);
  const rights = { noEdit: true, noCopy: true, noShare: true, noDelete: true, access: { write: false } };
  const prompt = { id: "shared-prompt", name: "Explain", content: "Explain it", type: "prompt", data: rights };
  const conversation = { id: "c-1", name: "Lenses", messages: [{ role: "user", content: "Hi" }] };
  const file = { version: 4, history: [conversation], folders: [], prompts: [prompt] };
  stubOp(loadShare, { item: JSON.stringify(file) });
  stubOp(markShareImported, {});
  const store = stubPrompts();
  await openTab();
  await button(/^(?!Remove).*Lenses for you/).click();
  await expect.element(importDialog().getByText("From ada@example.org")).toBeVisible();
  await expect.element(importDialog().getByText("1 chat and 1 prompt.")).toBeVisible();
  expect(listInputs(markShareImported)).toEqual([]);
  await importDialog().getByText("Show the items").click();
  expect(
    importDialog()
      .getByRole("listitem")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["Lenses", "Explain"]);
  await importDialog().getByRole("button", { name: "Remove “Lenses”" }).click();
  await expect.element(page.getByText("Not ready yet, in progess", { exact: true })).toBeVisible();
  await expect.element(importDialog().getByText("1 chat and 1 prompt.")).toBeVisible();
  await importDialog().getByRole("button", { name: "Import", exact: true }).click();
  await expect.element(importDialog().getByText("Imported 1 chat and 1 prompt.")).toBeVisible();
  await eventually(() => listInputs(markShareImported)).toEqual([{ key: share.key }]);
  expect((await readLocalConversations()).map(({ name }) => name)).toContain("Lenses");
  await eventually(() => store.listPrompts()).toMatchObject([{ name: "Explain", data: rights }]);
});

test("what has changed since it was imported is imported as a new copy under other ids, once; the copy that exists stays", async () => {
  const share = createReceived();
  stubReceived(share);
  const rights = { noEdit: true, noCopy: true, noShare: true, noDelete: true, access: { write: false } };
  const createFile = (contents: readonly string[], promptText: string) => {
    const messages = contents.map((content, index) => ({ role: index % 2 ? "assistant" : "user", content }));
    const history = [
      { id: "c-1", name: "Lenses", messages },
      { id: "c-2", name: "Same", messages: [{ role: "user", content: "As before" }] },
    ];
    const prompt = { id: "p-1", name: "Explain", content: promptText, type: "prompt", data: rights };
    return { item: JSON.stringify({ version: 4, history, folders: [], prompts: [prompt] }) };
  };
  const importAll = async (result: string) => {
    await importDialog().getByRole("button", { name: "Import", exact: true }).click();
    await expect.element(importDialog().getByText(result)).toBeVisible();
    await importDialog().getByRole("button", { name: "Done" }).click();
  };
  const copyBox = () => importDialog().getByRole("checkbox", { name: "Import as a new copy" });
  stubOp(loadShare, createFile(["Hi"], "Explain it"));
  stubOp(markShareImported, {});
  const store = stubPrompts();
  await openTab();
  await button(/^(?!Remove).*Lenses for you/).click();
  await importAll("Imported 2 chats and 1 prompt.");

  stubOp(loadShare, createFile(["Hi", "Hello", "More"], "Explain it better"));
  await button(/^(?!Remove).*Lenses for you/).click();
  await expect
    .element(importDialog().getByText("2 items differ from yours of the same names. Yours stay unchanged."))
    .toBeVisible();
  await copyBox().click();
  await expect.element(importDialog().getByText(/1 of them already exists here/)).toBeVisible();
  await importAll("Imported 1 chat and 1 prompt.");
  const chats = await readLocalConversations();
  const read = (name: string) => chats.find((chat) => chat.name === name)?.messages.map(({ content }) => content);
  expect([read("Lenses"), read("Lenses (copy)")]).toEqual([["Hi"], ["Hi", "Hello", "More"]]);
  const copyId = await deriveCopyId(share.key, "p-1");
  await eventually(() => store.listPrompts()).toMatchObject([
    { id: "p-1", content: "Explain it" },
    { id: copyId, name: "Explain (copy)", content: "Explain it better", data: rights },
  ]);

  await button(/^(?!Remove).*Lenses for you/).click();
  await expect.element(importDialog().getByText(/All of them already exist here and stay unchanged/)).toBeVisible();
  await expect.element(copyBox()).not.toBeInTheDocument();
});

test("files that come with a chat are copied when it is imported; if they cannot be, it is imported without them", async () => {
  stubReceived(createReceived({ fileCount: 1 }));
  const source = { id: "obj://notes.pdf", name: "notes.pdf", type: "application/pdf", sharedFile: 0 };
  const createFile = (id: string) => {
    const messages = [{ role: "user", content: "Hi", data: { dataSources: [source] } }];
    return { item: JSON.stringify({ version: 4, history: [{ id, name: id, messages }], folders: [], prompts: [] }) };
  };
  const importChat = async (id: string) => {
    stubOp(loadShare, createFile(id));
    await button(/^(?!Remove).*Lenses for you/).click();
    await expect.element(importDialog().getByText(/^1 file comes with it/)).toBeVisible();
    await importDialog().getByRole("button", { name: "Import", exact: true }).click();
    await expect.element(importDialog().getByText("Imported 1 chat.")).toBeVisible();
    await importDialog().getByRole("button", { name: "Close" }).first().click();
    const chat = (await readLocalConversations()).find(({ name }) => name === id);
    return chat?.messages[0]?.data.dataSources;
  };
  stubOp(markShareImported, {});
  stubOp(receiveSharedFiles, { files: [{ index: 0, key: "own/key", name: "notes.pdf", type: "application/pdf" }] });
  await openTab();
  expect(await importChat("first")).toEqual([{ id: "s3://own/key", name: "notes.pdf", type: "application/pdf" }]);
  failOp(receiveSharedFiles, "You have no space left.", { status: 413, code: "tooLarge" });
  expect(await importChat("second")).toEqual([source]);
  await expect.element(page.getByText("The files were not copied to yours.")).toBeVisible();
});

test("[C8.42] [A8.25] what was withdrawn cannot be found, and other failures can be tried again", async () => {
  stubReceived(createReceived());
  failOp(loadShare, "It is gone.", { status: 404, code: "notFound" });
  await openTab();
  await button(/^(?!Remove).*Lenses for you/).click();
  await expect.element(importDialog().getByText("Unable to find item. It may have been removed.")).toBeVisible();
  await importDialog().getByRole("button", { name: "Close" }).first().click();
  failOp(loadShare, "The server is busy.", { status: 429, code: "rateLimited" });
  await button(/^(?!Remove).*Lenses for you/).click();
  await expect.element(importDialog().getByText("The server is busy.")).toBeVisible();
  stubOp(loadShare, { item: '{"version":9}' });
  await importDialog().getByRole("button", { name: "Try again" }).click();
  await expect.element(importDialog().getByText("Unsupported data format")).toBeVisible();
});

test("what is withdrawn while its dialog is open is not imported", async () => {
  stubReceived(createReceived());
  const messages = [{ role: "user", content: "Hi" }];
  const history = [{ id: "withdrawn", name: "Withdrawn", messages }];
  stubOp(loadShare, { item: JSON.stringify({ version: 4, history, folders: [], prompts: [] }) });
  failOp(markShareImported, "Not found.", { status: 404, code: "notFound" });
  await openTab();
  await button(/^(?!Remove).*Lenses for you/).click();
  await importDialog().getByRole("button", { name: "Import", exact: true }).click();
  await expect.element(importDialog().getByText("This was withdrawn before you imported it.")).toBeVisible();
  expect((await readLocalConversations()).map(({ name }) => name)).not.toContain("Withdrawn");
});

test("[A8.26] a received item is removed after a question, and one that is gone is reported", async () => {
  const share = createReceived();
  stubReceived(share);
  await openTab();
  const remove = async () => {
    await button(/^Remove “.*”, shared on/).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  };
  await remove();
  await expect.element(text("Nothing has been shared with you yet.")).toBeVisible();
  expect(listInputs(removeReceivedShare)).toEqual([{ key: share.key }]);
  stubReceived(createReceived({ note: "Gone" }));
  await button("Refresh").click();
  await expect.element(text("Gone")).toBeVisible();
  failOp(removeReceivedShare, "Not found.", { status: 404, code: "notFound" });
  await remove();
  await expect
    .element(page.getByText("Unable to find shared item. It may have been deleted.", { exact: true }))
    .toBeVisible();
});

test("what the person shared is listed with who has opened it, and is withdrawn after a question", async () => {
  const share = createSent();
  stubOp(listSentShares, { items: [share] });
  stubOp(withdrawShare, () => {
    stubOp(listSentShares, { items: [] });
    return {};
  });
  await openTab();
  await tab("Items You Shared").click();
  const recipients = sidePanel().getByRole("list", { name: "Recipients" });
  await expect
    .element(recipients)
    .toHaveTextContent("ben@example.orgOpenedPhysicsOpened by 2 of 7, imported by 1… and 1 more");
  await expect.element(text("From me")).toBeVisible();
  await expect.element(text("First, Second and 1 more")).toBeVisible();
  await expect.element(sidePanel().getByText(/^2 chats and 1 folder · 2 files · available until/)).toBeVisible();
  await button(/^Withdraw “From me”, shared on/).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await expect.element(text("You haven’t shared anything yet.")).toBeVisible();
  expect(listInputs(withdrawShare)).toEqual([{ key: share.key }]);
});

test("what the person shared is withdrawn from one recipient, unless there is only one", async () => {
  const share = createSent({ recipientCount: 2 });
  stubOp(listSentShares, { items: [share] });
  stubOp(withdrawShare, () => {
    stubOp(listSentShares, { items: [{ ...share, recipients: share.recipients.slice(0, 1), recipientCount: 1 }] });
    return {};
  });
  await openTab();
  await tab("Items You Shared").click();
  await button("Withdraw it from Physics").click();
  await expect.element(page.getByRole("alertdialog").getByText(/^The members of Physics can no longer/)).toBeVisible();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await expect.element(text("Physics")).not.toBeInTheDocument();
  expect(listInputs(withdrawShare)).toEqual([{ key: share.key, recipient: "Physics_1" }]);
  await expect.element(button("Withdraw it from ben@example.org")).not.toBeInTheDocument();
});

test("links are listed with how many people have opened them, copied again, and stopped after a question", async () => {
  const sharedAt = "2026-11-20T09:30:00.000Z";
  const link = { key: crypto.randomUUID(), title: "Lenses", sharedAt, expiresAt: sharedAt, viewCount: 2 };
  stubOp(listShareLinks, { items: [link] });
  stubOp(listSentShares, { items: [createSent()] });
  stubOp(withdrawShare, () => {
    stubOp(listSentShares, { items: [] });
    stubOp(listShareLinks, { items: [] });
    return {};
  });
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await openTab();
  await tab("Items You Shared").click();
  const links = sidePanel().getByRole("list", { name: "Links you shared" });
  await expect.element(sidePanel().getByRole("heading", { name: "Shared with people and groups" })).toBeVisible();
  await expect.element(links).toMatchTextContent(/Lenses.*Opened by 2 people · available until Nov 20, 2026/);
  await expect.element(links.getByRole("link", { name: "Lenses" })).toHaveAttribute("href", `#shared=${link.key}`);
  await button("Copy the link to “Lenses”").click();
  expect(writeText.mock.calls).toEqual([[`${location.origin}${location.pathname}#shared=${link.key}`]]);
  await button("Stop sharing “Lenses”").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop sharing" }).click();
  await expect.element(text("You haven’t shared anything yet.")).toBeVisible();
  expect(listInputs(withdrawShare)).toEqual([{ key: link.key }]);
});

test("while links are turned off they are not copied, but can be stopped", async () => {
  const sharedAt = "2026-11-20T09:30:00.000Z";
  const link = { key: crypto.randomUUID(), title: "Lenses", sharedAt, expiresAt: sharedAt, viewCount: 0 };
  stubOp(getFeatureFlags, createFlags({ shareLinks: false }));
  stubOp(listShareLinks, { items: [link] });
  stubOp(listSentShares, { items: [] });
  await openTab();
  await tab("Items You Shared").click();
  await expect.element(button("Stop sharing “Lenses”")).toBeVisible();
  await expect.element(button("Copy the link to “Lenses”")).not.toBeInTheDocument();
});

test("[A8.31] [A8.32] lists that cannot be fetched say so and can be fetched again", async () => {
  failOp(listReceivedShares, "Broken.");
  failOp(listSentShares, "Broken.");
  await openTab();
  const check = "Please check your Internet connection and try again later.";
  await expect.element(text(`Unable to fetch your shared items. ${check}`)).toBeVisible();
  stubReceived(createReceived());
  await button("Try again").click();
  await expect.element(text("Lenses for you")).toBeVisible();
  await tab("Items You Shared").click();
  await expect.element(text(`Unable to fetch items you shared. ${check}`)).toBeVisible();
});

test("the tab is marked when something new arrives, until it is opened", async () => {
  await renderApp();
  await expect.element(tab("Share")).toBeVisible();
  stubReceived(createReceived());
  emitBrowserEvent({ type: "shares" });
  await expect.element(tab("Share New")).toBeVisible();
  await tab("Share New").click();
  await expect.element(text("Lenses for you")).toBeVisible();
  await expect.element(sidePanel().getByRole("tab", { name: "Share", exact: true })).toBeVisible();
});

test("artifacts that others have shared are listed with what the person has received, and open beside the chat", async () => {
  stubArtifacts([createSaved(), createSaved({ key: "bo/x/Plan:v1", name: "Plan", sharedBy: "bo@example.org" })]);
  stubOp(getArtifact, toArtifactVersion(createVersion({ name: "Plan" })));
  stubOp(listReceivedShares, { items: [] });
  await openTab();
  await expect.element(text("Nov 29, 2026 · shared by bo@example.org")).toBeVisible();
  await expect.element(text("Greeting")).not.toBeInTheDocument();
  await expect.element(text("Nothing has been shared with you yet.")).not.toBeInTheDocument();
  await button(/^Plan/).click();
  await expect.element(artifactPanel()).toBeVisible();
});
