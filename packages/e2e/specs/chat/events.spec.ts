import type { StatusEntry } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { routeChat } from "../../support/routeChat.ts";
import { answers, expectEventually, expectVisible, send } from "../../support/screen.ts";
import { branchOf, openStoredConversation } from "../../support/storedConversation.ts";

const fixture = createWorkspaceFixture();

const buildStatusEvent = (id: string, changes: Partial<StatusEntry> = {}) => ({
  s: "meta",
  st: { id, summary: `Line ${id}`, message: "", type: "info", inProgress: true, ...changes },
});
const buildTextEvent = (s: string, d: string) => ({ s, d });
const progress = (page: Page) => lastAnswer(page).getByRole("list", { name: "Progress" });
const cards = (page: Page) => progress(page).getByRole("listitem");
const countAnimations = (card: Locator) => card.locator("[data-animated]").count();

async function openRoutedChat() {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const chat = await routeChat(page);
  await send(page, "Show me what happens");
  return { page, chat };
}

const icons = "bolt info assistant check aperture repeat api send clear settings share download".split(" ");

test("[C2.15] [C2.16] each status is a card with its icon, animated while in progress, and expands if it has details; statuses show while in progress or if they are sticky, each id once in its newest form", async () => {
  const { page, chat } = await openRoutedChat();
  chat.push(...icons.map((icon) => buildStatusEvent(icon, { icon })), buildTextEvent("a", "So far."));
  await expectEventually(() => cards(page).count()).toBe(icons.length);
  const drawings = await cards(page)
    .locator("svg")
    .evaluateAll((all) => all.map(({ innerHTML }) => innerHTML));
  expect(new Set(drawings).size).toBe(icons.length);
  for (const card of await cards(page).all()) {
    expect(await countAnimations(card)).toBe(1);
    expect(await card.getByRole("button").count()).toBe(0);
  }

  const details = "Twelve documents were read, and three of them speak of it.";
  chat.push(buildStatusEvent("bolt", { summary: "Documents read", message: details, inProgress: false, sticky: true }));
  const detailsButton = progress(page).getByRole("button", { name: "Documents read" });
  await detailsButton.waitFor();
  expect(await countAnimations(cards(page).first())).toBe(0);
  expect(await page.getByText(details).isVisible()).toBe(false);
  await detailsButton.click();
  await expectVisible(progress(page), details);
  expect(await detailsButton.getAttribute("aria-expanded")).toBe("true");
  await detailsButton.press("Enter");
  await page.getByText(details).waitFor({ state: "hidden" });
  chat.finish([{ s: "meta", end: "done" }]);
  await waitForAnswerEnd(page);

  await send(page, "And again");
  chat.push(
    buildStatusEvent("search", { summary: "Searching" }),
    buildStatusEvent("silent", { inProgress: false }),
    buildStatusEvent("note", { summary: "A note", inProgress: false, sticky: true }),
    buildTextEvent("a", "It is "),
  );
  await expectEventually(() => cards(page).allInnerTexts()).toEqual(["Searching", "A note"]);
  chat.push(
    buildStatusEvent("search", { summary: "Searching the second shelf" }),
    buildStatusEvent("note", { summary: "A note", sticky: true }),
  );
  await expectEventually(() => cards(page).allInnerTexts()).toEqual(["Searching the second shelf", "A note"]);
  chat.push(buildStatusEvent("search", { inProgress: false }), buildTextEvent("a", "here."));
  await expectEventually(() => cards(page).allInnerTexts()).toEqual(["A note"]);
  await expectVisible(answers(page).first().getByRole("list", { name: "Progress" }), "Documents read");
  chat.finish([{ s: "meta", end: "done" }]);
  await waitForAnswerEnd(page);
  await page.reload();
  await waitForAnswerText(page, "It is here.");
  expect(await cards(page).allInnerTexts()).toEqual(["A note"]);
});

test("[C7.47] [C7.48] events have a source and data or are meta events, others are ignored, and the stream ends on a finish reason or [DONE]; chunks out of order are assembled by their sources, whatever their lines", async () => {
  const { page, chat } = await openRoutedChat();
  for (const ending of ["[DONE]", "close"] as const) {
    chat.push(buildTextEvent("first", "One "), buildTextEvent("first", "paragraph."), {
      s: "meta",
      state: { seen: ["a"] },
    });
    await expectEventually(() => lastAnswer(page).getByRole("paragraph").first().textContent()).toBe("One paragraph.");
    await stopButton(page).waitFor();
    chat.push({ s: "meta", unknown: true }, buildStatusEvent("look", { summary: "Looking" }), {
      s: "meta",
      stateReset: {},
    });
    await expectVisible(progress(page), "Looking");
    const invalidEvents = [{ s: 1, d: "number" }, { d: "no source" }, { s: "a", d: { odd: true } }, []];
    const lastEvents = ending === "close" ? [{ s: "meta", end: "done", finishReason: "stop" }] : [];
    chat.finish([...invalidEvents, buildTextEvent("second", "Another."), ...lastEvents], ending);
    await waitForAnswerEnd(page);
    expect(await lastAnswer(page).getByRole("paragraph").allInnerTexts()).toEqual(["One paragraph.", "Another."]);
    if (ending === "close") expect(await progress(page).count()).toBe(0);
    await send(page, "And again");
  }

  chat.push({ s: "meta", m: "out_of_order" }, buildTextEvent("2", "- second"), buildTextEvent("1", "- fir"));
  const items = lastAnswer(page).getByRole("listitem");
  await expectEventually(() => items.allInnerTexts()).toEqual(["fir", "second"]);
  chat.finish([
    buildTextEvent("1", "st"),
    buildTextEvent("3", "\ncodeInterpreterAssistantId=asst_1"),
    buildTextEvent("2", " and last"),
  ]);
  await waitForAnswerEnd(page);
  expect(await items.allInnerTexts()).toEqual(["first", "second and last"]);
  await waitForAnswerText(page, "codeInterpreterAssistantId=asst_1");
});

test("a conversation longer than the model's context window shows which messages were left out while it is answered", async () => {
  const { models } = fixture.workspace;
  const person = await fixture.openSignedIn();
  const { page } = person;
  const parts = [1, 2].flatMap((nth) => [`Tell me much, part ${nth}`, `${nth} ${generateWords(16_500)}`]);
  await openStoredConversation(person, fixture.url, "local", branchOf(parts));
  models.pauseAfter(1);
  await send(page, "And in short? [[answer: Water runs.]]");
  const notice = progress(page).getByRole("button", { name: "Earlier messages left out" });
  await notice.click();
  await expectVisible(progress(page), /^The chat is longer than this model can read: the oldest .* not sent\.$/);
  models.resume();
  await waitForAnswerEnd(page);
  await waitForAnswerText(page, "Water runs.");
  expect(await progress(page).count()).toBe(0);
  expect(JSON.stringify(listLargeModelChats(models).at(-1)?.body?.messages)).not.toContain("part 1");
});
