import {
  createConversation,
  deleteConversation,
  listConversations,
  openConversation,
  updateConversation,
} from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { localConversation, openWorkspaceWith, readStoredConversations } from "../../support/browserStorage.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp, interceptOp } from "../../support/interceptOp.ts";
import {
  alertWithText,
  answers,
  ask,
  chooseForConversation,
  clickDialogButton,
  composer,
  conversationList,
  conversationNames,
  conversationRow,
  dispatchVisibilityChange,
  expectEventually,
  expectVisible,
  openWorkspace,
  waitUntilSendable,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const fetchFailed =
  "Unfortunately, we are unable to get your cloud-stored conversation at this time. Please try again later...";
const noSuchKey =
  "This conversation is no longer accessible, it has been made private in another browser or has been removed by another device.";
const moveFailed = "Failed to send conversation to the cloud. Please try again later...";

const header = (page: Page) => page.getByRole("banner");
const messagesOf = (name: string) => [
  { id: "q", role: "user" as const, content: `Question of ${name}` },
  {
    id: "a",
    parentId: "q",
    role: "assistant" as const,
    content: `Answer of ${name}`,
    data: { end: { end: "done" as const } },
  },
];
const cloudConversation = (id: string, name: string) => ({
  conversation: { id, name, messages: messagesOf(name), headId: "a" },
});

test("[C4.04] [C8.11] a conversation that could not be moved to the cloud stays; once moved, this browser stores only a summary, and after the way back the cloud stores nothing", async () => {
  const person = await fixture.openSignedIn();
  const { page, api, userId } = person;
  const conversationId = "traveller";
  await openWorkspaceWith(person, fixture.url, [localConversation(conversationId, "A traveller")], "#c=traveller");
  const kept = async () => {
    const { conversationHistory, conversationSummaries } = await readStoredConversations(page, userId);
    return {
      whole: conversationHistory.filter(({ id }) => id === conversationId),
      summary: conversationSummaries.find(({ id }) => id === conversationId),
    };
  };
  const contents = ["Question of A traveller", "Answer of A traveller"];
  await expectVisible(page.getByRole("log"), "Answer of A traveller");
  await expect(api.call(openConversation, { conversationId })).rejects.toThrow("404");
  const storage = (name: RegExp) => header(page).getByRole("button", { name });
  const mend = await failOp(page, createConversation, "The disk is being changed.");
  await chooseForConversation(page, "A traveller", "Move to the cloud");
  await clickDialogButton(page, "Move to the cloud");
  await alertWithText(page, moveFailed).waitFor();
  await alertWithText(page, moveFailed).getByText("The disk is being changed.").waitFor();
  expect((await kept()).whole[0]).toMatchObject({ isLocal: true });
  await mend();

  await storage(/^Private/).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("“A traveller” will be stored on the server").waitFor();
  await clickDialogButton(page, "Cancel");
  await storage(/^Private/).click();
  await clickDialogButton(page, "Move to the cloud");
  await storage(/^Cloud/).waitFor();
  const { conversation } = await api.call(openConversation, { conversationId });
  expect(conversation).toMatchObject({ name: "A traveller", isLocal: false });
  expect(conversation.messages.map(({ content }) => content)).toEqual(contents);
  await expectEventually(kept).toMatchObject({
    whole: [],
    summary: { name: "A traveller", isLocal: false, isStub: true },
  });
  expect(JSON.stringify(await readStoredConversations(page, userId))).not.toContain("Question of A traveller");

  await page.reload();
  await expectVisible(page.getByRole("log"), "Question of A traveller");
  await storage(/^Cloud/).click();
  await question.getByText("“A traveller” will be stored in this browser only and deleted from the cloud").waitFor();
  await clickDialogButton(page, "Make private");
  await storage(/^Private/).waitFor();
  await expect(api.call(openConversation, { conversationId })).rejects.toThrow("404");
  await expectEventually(async () => (await kept()).whole[0]).toMatchObject({ isLocal: true, name: "A traveller" });
  expect((await kept()).whole[0]?.messages.map(({ content }) => content)).toEqual(contents);
  await page.reload();
  await expectVisible(page.getByRole("log"), "Question of A traveller");
});

test("[C4.07] [A4.24] [C4.08] [A4.25] [C9.06] messages are read from the cloud's whole copy or this browser's; without its model the default one answers, in the cloud at temperature 1 if none is set", async () => {
  const person = await fixture.openSignedIn();
  const { page, api } = person;
  const { models } = fixture.workspace;
  const gone = { modelId: "a-model-of-last-year" };
  await api.call(createConversation, {
    conversation: { ...cloudConversation("far", "Far away").conversation, ...gone },
  });
  const read: string[] = [];
  await interceptOp(page, openConversation, (route) => {
    read.push(JSON.parse(atob(route.request().postDataJSON().data.queryParams.conversationId)));
    return route.fallback();
  });
  await openWorkspaceWith(person, fixture.url, [localConversation("near", "Near by", gone)]);
  const readBefore = { "Near by": [], "Far away": ["far"] };
  for (const name of ["Near by", "Far away"] as const) {
    await conversationRow(page, name).click();
    await expectVisible(page.getByRole("log"), `Question of ${name}`);
    await expectVisible(page.getByRole("log"), `Answer of ${name}`);
    expect(read).toEqual(readBefore[name]);
    await expectVisible(header(page), "scripted-large");
    const next = models.nextChat();
    await ask(page, "Who answers now?");
    const asked = (await next).body;
    expect(asked).toMatchObject({ model: "scripted-large", ...(name === "Far away" ? { temperature: 1 } : {}) });
    await page.getByRole("button", { name: "Chat settings" }).click();
    await expectEventually(() => page.getByRole("combobox", { name: "Model" }).inputValue()).toBe("scripted-large");
    await page.keyboard.press("Escape");
  }
});

test("[C4.06] [C8.09] a cloud conversation that cannot be fetched offers to try again; one that another device deleted is removed from the list with an alert", async () => {
  const { page, api } = await fixture.openSignedIn();
  await api.call(createConversation, cloudConversation("goes", "Goes"));
  await api.call(createConversation, cloudConversation("stays", "Stays"));
  await openWorkspace(page, fixture.url);
  await expectEventually(() => conversationNames(page)).toEqual(["Stays", "Goes"]);
  const mend = await failOp(page, openConversation, "The disk is being changed.");
  await conversationRow(page, "Stays").click();
  await expectVisible(page.getByRole("main"), fetchFailed);
  await expectVisible(page.getByRole("main"), "The disk is being changed.");
  expect(await conversationNames(page)).toEqual(["Stays", "Goes"]);
  await mend();
  await page.getByRole("button", { name: "Try again" }).click();
  await expectVisible(page.getByRole("log"), "Answer of Stays");

  await api.call(deleteConversation, { conversationId: "goes" });
  await conversationRow(page, "Goes").click();
  await alertWithText(page, noSuchKey).waitFor();
  await expectEventually(() => conversationNames(page)).toEqual(["Stays"]);
  await expectVisible(page, "Start a new conversation.");
  await page.reload();
  await expectEventually(() => conversationNames(page)).toEqual(["Stays"]);
});

test("a page that stays open shows what another device created, renamed and deleted once it is visible again, and after midnight lists today's conversations under yesterday", async () => {
  const person = await fixture.openSignedIn();
  const { page, api } = person;
  // A page checks for changes when it becomes visible, at most every 15 s; the test advances its clock past that.
  await page.clock.install();
  const lookAgain = async () => {
    await page.clock.fastForward(16_000);
    await dispatchVisibilityChange(page);
  };
  const today = localConversation("today", "Of today", { updatedAt: new Date().toISOString() });
  await openWorkspaceWith(person, fixture.url, [today]);
  await expectEventually(() => conversationNames(page)).toEqual(["Of today"]);
  await api.call(createConversation, cloudConversation("shared", "Created elsewhere"));
  await lookAgain();
  await conversationRow(page, "Created elsewhere").click();
  await expectVisible(page.getByRole("log"), "Question of Created elsewhere");
  await ask(page, "Asked here");
  const { conversation } = await api.call(openConversation, { conversationId: "shared" });
  expect(conversation.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  expect(conversation.messages[2]?.content).toBe("Asked here");

  await api.call(updateConversation, { conversationId: "shared", changes: { name: "Renamed elsewhere" } });
  await page.reload();
  await expectVisible(page.getByRole("log"), "Asked here");
  expect(await answers(page).count()).toBe(2);
  await expectEventually(() => conversationNames(page)).toEqual(["Renamed elsewhere", "Of today"]);
  await api.call(createConversation, cloudConversation("removed", "To be removed"));
  await api.call(deleteConversation, { conversationId: "shared" });
  await lookAgain();
  await alertWithText(page, "No longer in the cloud, removed from the list: Renamed elsewhere").waitFor();
  await expectEventually(() => conversationNames(page)).toEqual(["To be removed", "Of today"]);
  await chooseForConversation(page, "To be removed", "Delete");
  await clickDialogButton(page, "Delete");
  await expectEventually(() => conversationNames(page)).toEqual(["Of today"]);
  expect((await api.call(listConversations, {})).conversations).toEqual([]);

  const heading = conversationList(page).getByRole("heading", { level: 3 });
  expect(await heading.allTextContents()).toEqual(["Today"]);
  const untilMidnightMs = await page.evaluate(() => new Date().setHours(24, 0, 0, 0) - Date.now());
  await page.clock.fastForward(untilMidnightMs + 60_000);
  await expectEventually(() => heading.allTextContents()).toEqual(["Yesterday"]);
});

test("[C8.15] where the browser has no room left, the page says so and loses nothing on the screen", async () => {
  const person = await fixture.openSignedIn();
  const { page, userId } = person;
  await openWorkspaceWith(person, fixture.url, [localConversation("one", "While there was room")], "#c=one");
  await expectVisible(page.getByRole("log"), "Answer of While there was room");
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("The disk is full.", "QuotaExceededError");
    };
  });
  await composer(page).fill("When there was none");
  await page.keyboard.press("Enter");
  await alertWithText(
    page,
    "You have exceeded your available storage space for conversations. Please delete some converations before continuing. You can export your current conversations before deleting them.",
  ).waitFor();
  await expectEventually(() => composer(page).inputValue()).toBe("When there was none");
  await expectVisible(page.getByRole("log"), "Question of While there was room");
  const { conversationHistory } = await readStoredConversations(page, userId);
  expect(conversationHistory.find(({ id }) => id === "one")?.messages).toHaveLength(2);
  await page.reload();
  await expectVisible(page.getByRole("log"), "Question of While there was room");
  await expectEventually(() => composer(page).inputValue()).toBe("When there was none");
  await waitUntilSendable(page);
  await composer(page).press("Enter");
  await expectEventually(() => answers(page).count()).toBe(2);
});
