import {
  createConversation,
  deleteConversation,
  getAvailableModels,
  listConversations,
  openConversation,
  updateConversation,
} from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  buildLocalConversation,
  openWorkspaceWith,
  readStoredConversations,
} from "../../support/browser/browserStorage.ts";
import { changeData, failOp, interceptOp } from "../../support/browser/interceptOp.ts";
import { withoutEvents } from "../../support/browser/withoutEvents.ts";
import { changeStorage } from "../../support/pages/chatControls.ts";
import {
  alertWithText,
  answers,
  ask,
  chooseForConversation,
  clickDialogButton,
  conversationList,
  conversationRow,
  dispatchVisibilityChange,
  expectEventually,
  expectVisible,
  readConversationNames,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const moveFailedText = "Failed to send conversation to the cloud. Please try again later...";

const header = (page: Page) => page.getByRole("banner");
const buildMessages = (name: string) => [
  { id: "q", role: "user" as const, content: `Question of ${name}` },
  {
    id: "a",
    parentId: "q",
    role: "assistant" as const,
    content: `Answer of ${name}`,
    data: { end: { end: "done" as const } },
  },
];
const buildCloudConversation = (id: string, name: string) => ({
  conversation: { id, name, messages: buildMessages(name), headId: "a" },
});

test("[C2.40] [C8.11] [C8.13] a move is confirmed in both directions; a conversation that could not be moved stays; once moved, this browser stores only a summary, and after the way back the cloud stores nothing", async () => {
  const person = await fixture.openSignedIn();
  const { page, api, userId } = person;
  const conversationId = "traveller";
  await openWorkspaceWith(person, fixture.url, [buildLocalConversation(conversationId, "A traveller")], "#c=traveller");
  const readStored = async () => {
    const { conversationHistory, conversationSummaries } = await readStoredConversations(page, userId);
    return {
      whole: conversationHistory.filter(({ id }) => id === conversationId),
      summary: conversationSummaries.find(({ id }) => id === conversationId),
    };
  };
  const contents = ["Question of A traveller", "Answer of A traveller"];
  await expectVisible(page.getByRole("log"), "Answer of A traveller");
  await expect(api.call(openConversation, { conversationId })).rejects.toThrow("404");
  const storageButton = (name: RegExp) => header(page).getByRole("button", { name });
  const restoreOp = await failOp(page, createConversation, "The disk is being changed.");
  await chooseForConversation(page, "A traveller", "Move to the cloud");
  await clickDialogButton(page, "Move to the cloud");
  await alertWithText(page, moveFailedText).waitFor();
  await alertWithText(page, moveFailedText).getByText("The disk is being changed.").waitFor();
  expect((await readStored()).whole[0]).toMatchObject({ isLocal: true });
  await restoreOp();

  await changeStorage(page, storageButton(/^This browser,/), "Cloud");
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByText("“A traveller” will be stored on the server").waitFor();
  await clickDialogButton(page, "Cancel");
  await changeStorage(page, storageButton(/^This browser,/), "Cloud");
  await clickDialogButton(page, "Move to the cloud");
  await storageButton(/^Cloud,/).waitFor();
  const { conversation } = await api.call(openConversation, { conversationId });
  expect(conversation).toMatchObject({ name: "A traveller", isLocal: false });
  expect(conversation.messages.map(({ content }) => content)).toEqual(contents);
  await expectEventually(readStored).toMatchObject({
    whole: [],
    summary: { name: "A traveller", isLocal: false, isStub: true },
  });
  expect(JSON.stringify(await readStoredConversations(page, userId))).not.toContain("Question of A traveller");

  await page.reload();
  await expectVisible(page.getByRole("log"), "Question of A traveller");
  await changeStorage(page, storageButton(/^Cloud,/), "This browser");
  await confirmation
    .getByText("“A traveller” will be stored in this browser only and deleted from the cloud")
    .waitFor();
  await clickDialogButton(page, "Cancel");
  expect((await api.call(openConversation, { conversationId })).conversation.messages).toHaveLength(2);
  const restoreDeletion = await failOp(page, deleteConversation, "The disk is being changed.");
  await changeStorage(page, storageButton(/^Cloud,/), "This browser");
  await clickDialogButton(page, "Move to this browser");
  await alertWithText(page, "Conversation(s): A traveller failed to move to local storage.").waitFor();
  await restoreDeletion();
  await changeStorage(page, storageButton(/^Cloud,/), "This browser");
  await clickDialogButton(page, "Move to this browser");
  await storageButton(/^This browser,/).waitFor();
  await expect(api.call(openConversation, { conversationId })).rejects.toThrow("404");
  await expectEventually(async () => (await readStored()).whole[0]).toMatchObject({
    isLocal: true,
    name: "A traveller",
  });
  expect((await readStored()).whole[0]?.messages.map(({ content }) => content)).toEqual(contents);
  await page.reload();
  await expectVisible(page.getByRole("log"), "Question of A traveller");
});

test("[C4.07] [A4.24] [C4.08] [A4.25] [C9.06] messages are read from the cloud's whole copy or this browser's; without its model the default one answers, in the cloud at temperature 1 if none is set", async () => {
  const person = await fixture.openSignedIn();
  const { page, api } = person;
  const { models } = fixture.workspace;
  const goneModel = { modelId: "a-model-of-last-year" };
  await api.call(createConversation, {
    conversation: { ...buildCloudConversation("far", "Far away").conversation, ...goneModel },
  });
  const readIds: string[] = [];
  await interceptOp(page, openConversation, (route) => {
    readIds.push(JSON.parse(atob(route.request().postDataJSON().data.queryParams.conversationId)));
    return route.fallback();
  });
  // The default model is not the first one of the list.
  await changeData(page, getAvailableModels, (reply) => ({
    ...reply,
    default: reply.models.find(({ id }) => id === "scripted-small") ?? null,
  }));
  await openWorkspaceWith(person, fixture.url, [buildLocalConversation("near", "Near by", goneModel)]);
  const idsReadBefore = { "Near by": [], "Far away": ["far"] };
  for (const name of ["Near by", "Far away"] as const) {
    await conversationRow(page, name).click();
    await expectVisible(page.getByRole("log"), `Question of ${name}`);
    await expectVisible(page.getByRole("log"), `Answer of ${name}`);
    expect(readIds).toEqual(idsReadBefore[name]);
    await expectVisible(header(page), "scripted-small");
    const nextChat = models.nextChat();
    await ask(page, "Who answers now?");
    const requestBody = (await nextChat).body;
    expect(requestBody).toMatchObject({ model: "scripted-small", ...(name === "Far away" ? { temperature: 1 } : {}) });
    const settings = name === "Far away" ? "Chat settings, temperature 1" : "Chat settings";
    await page.getByRole("button", { name: settings }).click();
    await expectEventually(() => page.getByRole("combobox", { name: "Model" }).inputValue()).toBe("scripted-small");
    await page.keyboard.press("Escape");
  }
});

test("[C4.06] a page that stays open without events shows what another device created, renamed and deleted once it is visible again, and after midnight lists today's conversations under yesterday", async () => {
  const person = await fixture.openSignedIn();
  const { page, api } = person;
  await withoutEvents(person.context);
  // Such a page checks for changes when it becomes visible, at most every 15 s; the test advances its clock past that.
  await page.clock.install();
  const lookAgain = async () => {
    await page.clock.fastForward(16_000);
    await dispatchVisibilityChange(page);
  };
  const todaysConversation = buildLocalConversation("today", "Of today", { updatedAt: new Date().toISOString() });
  await openWorkspaceWith(person, fixture.url, [todaysConversation]);
  await expectEventually(() => readConversationNames(page)).toEqual(["Of today"]);
  await api.call(createConversation, buildCloudConversation("shared", "Created elsewhere"));
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
  await expectEventually(() => readConversationNames(page)).toEqual(["Renamed elsewhere", "Of today"]);
  // An open conversation that is deleted while it is loaded again would be reported as inaccessible instead.
  await conversationRow(page, "Of today").click();
  await expectVisible(page.getByRole("log"), "Question of Of today");
  await api.call(createConversation, buildCloudConversation("removed", "To be removed"));
  await api.call(deleteConversation, { conversationId: "shared" });
  await lookAgain();
  await alertWithText(page, "No longer in the cloud, removed from the list: Renamed elsewhere").waitFor();
  await expectEventually(() => readConversationNames(page)).toEqual(["To be removed", "Of today"]);
  await chooseForConversation(page, "To be removed", "Delete");
  await clickDialogButton(page, "Delete");
  await expectEventually(() => readConversationNames(page)).toEqual(["Of today"]);
  expect((await api.call(listConversations, {})).conversations).toEqual([]);

  const heading = conversationList(page).getByRole("heading", { level: 3 });
  expect(await heading.allTextContents()).toEqual(["Today"]);
  const untilMidnightMs = await page.evaluate(() => new Date().setHours(24, 0, 0, 0) - Date.now());
  await page.clock.fastForward(untilMidnightMs + 60_000);
  await expectEventually(() => heading.allTextContents()).toEqual(["Yesterday"]);
});
