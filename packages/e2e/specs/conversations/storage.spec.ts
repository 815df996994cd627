import { createConversation, deleteConversation, openConversation, updateConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { keepLocal, localConversation, readKept } from "../../support/browserStorage.ts";
import { failOp, interceptOp } from "../../support/interceptOp.ts";
import { openSettings, settingsDialog } from "../../support/openSettings.ts";
import { openStage } from "../../support/openStage.ts";
import {
  alertSaying,
  answerDialog,
  answers,
  ask,
  chooseFor,
  composer,
  lookAtTab,
  names,
  openWorkspace,
  panelOf,
  rowOf,
  see,
  soon,
  untilSendable,
} from "../../support/screen.ts";

const stage = openStage();

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
const inCloud = (id: string, name: string) => ({ conversation: { id, name, messages: messagesOf(name), headId: "a" } });
const openOf = (page: Page) => new URL(page.url()).hash.replace("#c=", "");

describe("the storage of a conversation", () => {
  test("[C4.04] goes to the cloud, where this browser keeps only a summary, and back, where the cloud keeps nothing", async () => {
    const { page, api, userId } = await stage.enter();
    await openWorkspace(page, stage.url);
    await ask(page, "A question that travels");
    await rowOf(page, "A scripted title").waitFor();
    const conversationId = openOf(page);
    const kept = async () => {
      const { conversationHistory, conversationSummaries } = await readKept(page, userId);
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
    await answerDialog(page, "Cancel");
    await header(page)
      .getByRole("button", { name: /^Private/ })
      .click();
    await answerDialog(page, "Move to the cloud");
    await header(page)
      .getByRole("button", { name: /^Cloud/ })
      .waitFor();
    const { conversation } = await api.call(openConversation, { conversationId });
    expect(conversation).toMatchObject({ name: "A scripted title", isLocal: false });
    expect(conversation.messages.map(({ content }) => content)).toEqual(
      before.whole[0]?.messages.map(({ content }) => content),
    );
    await soon(kept).toMatchObject({ whole: [], summary: { name: "A scripted title", isLocal: false, isStub: true } });
    expect(JSON.stringify(await readKept(page, userId))).not.toContain("A question that travels");

    await page.reload();
    await see(page.getByRole("log"), "A question that travels");
    await header(page)
      .getByRole("button", { name: /^Cloud/ })
      .click();
    await question
      .getByText("“A scripted title” will be kept in this browser only, and deleted from the cloud")
      .waitFor();
    await answerDialog(page, "Make private");
    await header(page)
      .getByRole("button", { name: /^Private/ })
      .waitFor();
    await expect(api.call(openConversation, { conversationId })).rejects.toThrow("404");
    await soon(async () => (await kept()).whole[0]).toMatchObject({ isLocal: true, name: "A scripted title" });
    expect((await kept()).whole[0]?.messages.map(({ content }) => content)).toEqual(
      before.whole[0]?.messages.map(({ content }) => content),
    );
    await page.reload();
    await see(page.getByRole("log"), "A question that travels");
  });

  test("[C4.07] [A4.24] decides where the messages are read: the cloud's whole copy, or this browser's", async () => {
    const { page, api, userId } = await stage.enter();
    await api.call(createConversation, inCloud("far", "Far away"));
    await openWorkspace(page, stage.url);
    await keepLocal(page, userId, [localConversation("near", "Near by")]);
    await page.reload();
    const read: string[] = [];
    await interceptOp(page, openConversation, (route) => {
      read.push(JSON.parse(atob(route.request().postDataJSON().data.queryParams.conversationId)));
      return route.fallback();
    });
    await rowOf(page, "Near by").click();
    await see(page.getByRole("log"), "Answer of Near by");
    expect(read).toEqual([]);
    await rowOf(page, "Far away").click();
    await see(page.getByRole("log"), "Question of Far away");
    await see(page.getByRole("log"), "Answer of Far away");
    expect(read).toEqual(["far"]);
  });

  test("[C4.08] [A4.25] [C9.06] with a model that is no longer there is answered by the default one, on either side; one of the cloud without a temperature with 1", async () => {
    const { page, api, userId } = await stage.enter();
    const { models } = stage.workspace;
    const gone = { modelId: "a-model-of-last-year" };
    await api.call(createConversation, { conversation: { ...inCloud("far", "Far away").conversation, ...gone } });
    await openWorkspace(page, stage.url);
    await keepLocal(page, userId, [localConversation("near", "Near by", gone)]);
    await page.reload();
    for (const name of ["Near by", "Far away"]) {
      await rowOf(page, name).click();
      await see(page.getByRole("log"), `Answer of ${name}`);
      await see(header(page), "scripted-large");
      const next = models.nextChat();
      await ask(page, "Who answers now?");
      const asked = (await next).body;
      expect(asked).toMatchObject({ model: "scripted-large", ...(name === "Far away" ? { temperature: 1 } : {}) });
      await page.getByRole("button", { name: "Chat settings" }).click();
      await soon(() => page.getByRole("combobox", { name: "Model" }).inputValue()).toBe("scripted-large");
      await page.keyboard.press("Escape");
    }
  });
});

describe("a cloud conversation that is gone", () => {
  test("[C4.06] because another device deleted it, is removed from the list with an alert", async () => {
    const { page, api } = await stage.enter();
    await api.call(createConversation, inCloud("stays", "Stays"));
    await api.call(createConversation, inCloud("goes", "Goes"));
    await openWorkspace(page, stage.url);
    await soon(() => names(page)).toEqual(["Goes", "Stays"]);
    await api.call(deleteConversation, { conversationId: "goes" });
    await rowOf(page, "Goes").click();
    await alertSaying(page, noSuchKey).waitFor();
    await soon(() => names(page)).toEqual(["Stays"]);
    await see(page, "Start a new conversation.");
    await page.reload();
    await soon(() => names(page)).toEqual(["Stays"]);
  });

  test("[C8.09] says so in its own sentence, and one that cannot be fetched in another, with a way to try again", async () => {
    const { page, api } = await stage.enter();
    await api.call(createConversation, inCloud("goes", "Goes"));
    await api.call(createConversation, inCloud("stays", "Stays"));
    await openWorkspace(page, stage.url);
    await soon(() => names(page)).toEqual(["Stays", "Goes"]);
    const mend = await failOp(page, openConversation, "The disk is being changed.");
    await rowOf(page, "Stays").click();
    await see(page.getByRole("main"), fetchFailed);
    await see(page.getByRole("main"), "The disk is being changed.");
    expect(await names(page)).toEqual(["Stays", "Goes"]);
    await mend();
    await page.getByRole("button", { name: "Try again" }).click();
    await see(page.getByRole("log"), "Answer of Stays");

    await api.call(deleteConversation, { conversationId: "goes" });
    await rowOf(page, "Goes").click();
    await alertSaying(page, noSuchKey).waitFor();
    await soon(() => names(page)).toEqual(["Stays"]);
  });
});

describe("moving to the cloud", () => {
  test("[C8.11] that fails says so for one and for several, with their names, and that all have moved", async () => {
    const { page, userId } = await stage.enter();
    await openWorkspace(page, stage.url);
    await keepLocal(page, userId, [localConversation("one", "Number one"), localConversation("two", "Number two")]);
    await page.reload();
    const mend = await failOp(page, createConversation, "The disk is being changed.");
    await chooseFor(page, "Number one", "Move to cloud");
    await answerDialog(page, "Move to the cloud");
    await alertSaying(page, moveFailed).waitFor();
    await alertSaying(page, moveFailed).getByText("The disk is being changed.").waitFor();

    await openSettings(page, "Conversation Storage");
    await settingsDialog(page).getByRole("radio", { name: "All in the cloud" }).check();
    await settingsDialog(page).getByRole("button", { name: "Save" }).click();
    await answerDialog(page, "Save");
    const severalFailed = page.getByRole("alert").getByText(/^Conversation\(s\): .* failed to move to the cloud\.$/);
    await severalFailed.waitFor();
    const said = (await severalFailed.textContent()) ?? "";
    expect([
      "Conversation(s): Number one, Number two failed to move to the cloud.",
      "Conversation(s): Number two, Number one failed to move to the cloud.",
    ]).toContain(said);
    const { conversationHistory } = await readKept(page, userId);
    expect(conversationHistory.filter(({ messages, isLocal }) => isLocal && messages.length === 2)).toHaveLength(2);

    await mend();
    await settingsDialog(page).getByRole("button", { name: "Move to the cloud" }).click();
    await see(page, "Successfully moved all conversations to the cloud.");
    await soon(async () =>
      (await readKept(page, userId)).conversationHistory.filter(({ messages }) => messages.length > 0),
    ).toEqual([]);
  });
});

describe("a person with two devices", () => {
  test("finds on one what was made, renamed, asked and deleted on the other, once it is looked at", async () => {
    const first = await stage.enter();
    const second = await stage.enter({ email: first.email });
    // A device asks what is new when it is looked at, at most every 15 s: its clock is put forward where that has to pass.
    await second.page.clock.install();
    const lookAtSecond = async () => {
      await second.page.clock.fastForward(16_000);
      await lookAtTab(second.page);
    };
    await openWorkspace(second.page, stage.url);
    await see(panelOf(second.page), "No data.");
    await openWorkspace(first.page, stage.url);
    await first.page.getByRole("button", { name: /^Private/ }).click();
    await first.page.getByRole("button", { name: /^Cloud/ }).waitFor();
    await ask(first.page, "Asked on the first device");
    await rowOf(first.page, "A scripted title").waitFor();

    await lookAtSecond();
    await rowOf(second.page, "A scripted title").click();
    await see(second.page.getByRole("log"), "Asked on the first device");
    await ask(second.page, "Asked on the second device");
    await first.page.reload();
    await see(first.page.getByRole("log"), "Asked on the second device");
    expect(await answers(first.page).count()).toBe(2);

    await second.api.call(updateConversation, {
      conversationId: openOf(second.page),
      changes: { name: "Renamed elsewhere" },
    });
    await first.page.reload();
    await soon(() => names(first.page)).toEqual(["Renamed elsewhere"]);

    await chooseFor(first.page, "Renamed elsewhere", "Delete");
    await answerDialog(first.page, "Delete");
    await lookAtSecond();
    await see(panelOf(second.page), "No data.");
    await alertSaying(second.page, "No longer in the cloud, removed from the list: A scripted title").waitFor();
  });
});

test("[C8.15] where the browser has no room left, it says so, and what is on the screen is not lost", async () => {
  const { page, userId } = await stage.enter();
  await openWorkspace(page, stage.url);
  await ask(page, "While there was room");
  await rowOf(page, "A scripted title").waitFor();
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("The disk is full.", "QuotaExceededError");
    };
  });
  await composer(page).fill("When there was none");
  await page.keyboard.press("Enter");
  await alertSaying(
    page,
    "You have exceeded your available storage space for conversations. Please delete some converations before continuing. You can export your current conversations before deleting them.",
  ).waitFor();
  await soon(() => composer(page).inputValue()).toBe("When there was none");
  await see(page.getByRole("log"), "While there was room");
  const { conversationHistory } = await readKept(page, userId);
  expect(conversationHistory.find(({ id }) => id === openOf(page))?.messages).toHaveLength(2);
  await page.reload();
  await see(page.getByRole("log"), "While there was room");
  await soon(() => composer(page).inputValue()).toBe("When there was none");
  await untilSendable(page);
  await composer(page).press("Enter");
  await soon(() => answers(page).count()).toBe(2);
});
