import { createConversation, deleteConversation, openConversation, updateConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { localConversation, readStoredConversations, storeLocalConversations } from "../../support/browserStorage.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp, interceptOp } from "../../support/interceptOp.ts";
import { openSettings, settingsDialog } from "../../support/openSettings.ts";
import {
  alertWithText,
  answers,
  ask,
  chooseForConversation,
  clickDialogButton,
  composer,
  conversationNames,
  conversationRow,
  dispatchVisibilityChange,
  expectEventually,
  expectVisible,
  openWorkspace,
  sidePanel,
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
const openConversationId = (page: Page) => new URL(page.url()).hash.replace("#c=", "");

describe("the storage of a conversation", () => {
  test("[C4.04] moves to the cloud, after which this browser stores only a summary, and back, after which the cloud stores nothing", async () => {
    const { page, api, userId } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await ask(page, "A question that travels");
    await conversationRow(page, "A scripted title").waitFor();
    const conversationId = openConversationId(page);
    const kept = async () => {
      const { conversationHistory, conversationSummaries } = await readStoredConversations(page, userId);
      return {
        whole: conversationHistory.filter(({ id }) => id === conversationId),
        summary: conversationSummaries.find(({ id }) => id === conversationId),
      };
    };
    const before = await kept();
    expect(before.whole[0]).toMatchObject({ isLocal: true });
    await expect(api.call(openConversation, { conversationId })).rejects.toThrow("404");

    await header(page)
      .getByRole("button", { name: /^Private/ })
      .click();
    const question = page.getByRole("alertdialog");
    await question.getByText("“A scripted title” will be stored on the server").waitFor();
    await clickDialogButton(page, "Cancel");
    await header(page)
      .getByRole("button", { name: /^Private/ })
      .click();
    await clickDialogButton(page, "Move to the cloud");
    await header(page)
      .getByRole("button", { name: /^Cloud/ })
      .waitFor();
    const { conversation } = await api.call(openConversation, { conversationId });
    expect(conversation).toMatchObject({ name: "A scripted title", isLocal: false });
    expect(conversation.messages.map(({ content }) => content)).toEqual(
      before.whole[0]?.messages.map(({ content }) => content),
    );
    await expectEventually(kept).toMatchObject({
      whole: [],
      summary: { name: "A scripted title", isLocal: false, isStub: true },
    });
    expect(JSON.stringify(await readStoredConversations(page, userId))).not.toContain("A question that travels");

    await page.reload();
    await expectVisible(page.getByRole("log"), "A question that travels");
    await header(page)
      .getByRole("button", { name: /^Cloud/ })
      .click();
    await question
      .getByText("“A scripted title” will be stored in this browser only and deleted from the cloud")
      .waitFor();
    await clickDialogButton(page, "Make private");
    await header(page)
      .getByRole("button", { name: /^Private/ })
      .waitFor();
    await expect(api.call(openConversation, { conversationId })).rejects.toThrow("404");
    await expectEventually(async () => (await kept()).whole[0]).toMatchObject({
      isLocal: true,
      name: "A scripted title",
    });
    expect((await kept()).whole[0]?.messages.map(({ content }) => content)).toEqual(
      before.whole[0]?.messages.map(({ content }) => content),
    );
    await page.reload();
    await expectVisible(page.getByRole("log"), "A question that travels");
  });

  test("[C4.07] [A4.24] decides where the messages are read from: the cloud's whole copy, or this browser's", async () => {
    const { page, api, userId } = await fixture.openSignedIn();
    await api.call(createConversation, cloudConversation("far", "Far away"));
    await openWorkspace(page, fixture.url);
    await storeLocalConversations(page, userId, [localConversation("near", "Near by")]);
    await page.reload();
    const read: string[] = [];
    await interceptOp(page, openConversation, (route) => {
      read.push(JSON.parse(atob(route.request().postDataJSON().data.queryParams.conversationId)));
      return route.fallback();
    });
    await conversationRow(page, "Near by").click();
    await expectVisible(page.getByRole("log"), "Answer of Near by");
    expect(read).toEqual([]);
    await conversationRow(page, "Far away").click();
    await expectVisible(page.getByRole("log"), "Question of Far away");
    await expectVisible(page.getByRole("log"), "Answer of Far away");
    expect(read).toEqual(["far"]);
  });

  test("[C4.08] [A4.25] [C9.06] whose model no longer exists is answered by the default one in either storage; a cloud one without a temperature uses 1", async () => {
    const { page, api, userId } = await fixture.openSignedIn();
    const { models } = fixture.workspace;
    const gone = { modelId: "a-model-of-last-year" };
    await api.call(createConversation, {
      conversation: { ...cloudConversation("far", "Far away").conversation, ...gone },
    });
    await openWorkspace(page, fixture.url);
    await storeLocalConversations(page, userId, [localConversation("near", "Near by", gone)]);
    await page.reload();
    for (const name of ["Near by", "Far away"]) {
      await conversationRow(page, name).click();
      await expectVisible(page.getByRole("log"), `Answer of ${name}`);
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
});

describe("a cloud conversation that is gone", () => {
  test("[C4.06] because another device deleted it is removed from the list with an alert", async () => {
    const { page, api } = await fixture.openSignedIn();
    await api.call(createConversation, cloudConversation("stays", "Stays"));
    await api.call(createConversation, cloudConversation("goes", "Goes"));
    await openWorkspace(page, fixture.url);
    await expectEventually(() => conversationNames(page)).toEqual(["Goes", "Stays"]);
    await api.call(deleteConversation, { conversationId: "goes" });
    await conversationRow(page, "Goes").click();
    await alertWithText(page, noSuchKey).waitFor();
    await expectEventually(() => conversationNames(page)).toEqual(["Stays"]);
    await expectVisible(page, "Start a new conversation.");
    await page.reload();
    await expectEventually(() => conversationNames(page)).toEqual(["Stays"]);
  });

  test("[C8.09] has its own message, and one that cannot be fetched has another with a way to try again", async () => {
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
  });
});

describe("moving to the cloud", () => {
  test("[C8.11] reports failures for one and for several by name, and success when all have moved", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await storeLocalConversations(page, userId, [
      localConversation("one", "Number one"),
      localConversation("two", "Number two"),
    ]);
    await page.reload();
    const mend = await failOp(page, createConversation, "The disk is being changed.");
    await chooseForConversation(page, "Number one", "Move to the cloud");
    await clickDialogButton(page, "Move to the cloud");
    await alertWithText(page, moveFailed).waitFor();
    await alertWithText(page, moveFailed).getByText("The disk is being changed.").waitFor();

    await openSettings(page, "Conversation Storage");
    await settingsDialog(page).getByRole("radio", { name: "All in the cloud" }).check();
    await settingsDialog(page).getByRole("button", { name: "Save" }).click();
    await clickDialogButton(page, "Save");
    const severalFailed = page.getByRole("alert").getByText(/^Conversation\(s\): .* failed to move to the cloud\.$/);
    await severalFailed.waitFor();
    const message = (await severalFailed.textContent()) ?? "";
    expect([
      "Conversation(s): Number one, Number two failed to move to the cloud.",
      "Conversation(s): Number two, Number one failed to move to the cloud.",
    ]).toContain(message);
    const { conversationHistory } = await readStoredConversations(page, userId);
    expect(conversationHistory.filter(({ messages, isLocal }) => isLocal && messages.length === 2)).toHaveLength(2);

    await mend();
    await settingsDialog(page).getByRole("button", { name: "Move to the cloud" }).click();
    await expectVisible(page, "Successfully moved all conversations to the cloud.");
    await expectEventually(async () =>
      (await readStoredConversations(page, userId)).conversationHistory.filter(({ messages }) => messages.length > 0),
    ).toEqual([]);
  });
});

describe("a person with two devices", () => {
  test("sees on one device what was created, renamed, asked and deleted on the other once its page is visible again", async () => {
    const first = await fixture.openSignedIn();
    const second = await fixture.openSignedIn({ email: first.email });
    // A device checks for changes when its page becomes visible, at most every 15 s; the test advances its clock past
    // that.
    await second.page.clock.install();
    const lookAtSecond = async () => {
      await second.page.clock.fastForward(16_000);
      await dispatchVisibilityChange(second.page);
    };
    await openWorkspace(second.page, fixture.url);
    await expectVisible(sidePanel(second.page), "No data.");
    await openWorkspace(first.page, fixture.url);
    await first.page.getByRole("button", { name: /^Private/ }).click();
    await first.page.getByRole("button", { name: /^Cloud/ }).waitFor();
    await ask(first.page, "Asked on the first device");
    await conversationRow(first.page, "A scripted title").waitFor();

    await lookAtSecond();
    await conversationRow(second.page, "A scripted title").click();
    await expectVisible(second.page.getByRole("log"), "Asked on the first device");
    await ask(second.page, "Asked on the second device");
    await first.page.reload();
    await expectVisible(first.page.getByRole("log"), "Asked on the second device");
    expect(await answers(first.page).count()).toBe(2);

    await second.api.call(updateConversation, {
      conversationId: openConversationId(second.page),
      changes: { name: "Renamed elsewhere" },
    });
    await first.page.reload();
    await expectEventually(() => conversationNames(first.page)).toEqual(["Renamed elsewhere"]);

    await chooseForConversation(first.page, "Renamed elsewhere", "Delete");
    await clickDialogButton(first.page, "Delete");
    await lookAtSecond();
    await expectVisible(sidePanel(second.page), "No data.");
    await alertWithText(second.page, "No longer in the cloud, removed from the list: A scripted title").waitFor();
  });
});

test("[C8.15] where the browser has no room left, the page says so and loses nothing on the screen", async () => {
  const { page, userId } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await ask(page, "While there was room");
  await conversationRow(page, "A scripted title").waitFor();
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
  await expectVisible(page.getByRole("log"), "While there was room");
  const { conversationHistory } = await readStoredConversations(page, userId);
  expect(conversationHistory.find(({ id }) => id === openConversationId(page))?.messages).toHaveLength(2);
  await page.reload();
  await expectVisible(page.getByRole("log"), "While there was room");
  await expectEventually(() => composer(page).inputValue()).toBe("When there was none");
  await waitUntilSendable(page);
  await composer(page).press("Enter");
  await expectEventually(() => answers(page).count()).toBe(2);
});
