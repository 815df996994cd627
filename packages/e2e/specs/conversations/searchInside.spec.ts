import { createConversation, searchMessages } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browserStorage.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp } from "../../support/interceptOp.ts";
import {
  composer,
  conversationList,
  expectEventually,
  expectVisible,
  readConversationNames,
  sidePanel,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

/** The words of a search that are marked in the open chat. */
const readMarkedWords = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get("found-words") ?? [])].map((range) => range.toString()));

test("words inside messages are found in this browser and in the cloud, also on hidden branches; the passage is shown with the words marked, and opens the message", async () => {
  const person = await fixture.openSignedIn();
  const { page, api } = person;
  const cloudMessages = [{ id: "q", role: "user" as const, content: "What does the Carnot bound say about herons?" }];
  await api.call(createConversation, { conversation: { id: "far", name: "Far away", messages: cloudMessages } });
  const nearConversation = buildLocalConversation("near", "Near by");
  const hiddenConversation = {
    id: "other",
    parentId: "near-q",
    role: "assistant" as const,
    content: "Les HÉRONS de Carnot",
    data: {},
  };
  const manyConversations = Array.from({ length: 400 }, (_, index) =>
    buildLocalConversation(`n${index}`, `Number ${index}`),
  );
  await openWorkspaceWith(person, fixture.url, [
    { ...nearConversation, messages: [...nearConversation.messages, hiddenConversation] },
    buildLocalConversation("two", "Biology"),
    ...manyConversations,
  ]);
  const searchField = page.getByRole("searchbox", { name: "Search chats" });
  const hit = (name: RegExp) => conversationList(page).getByRole("button", { name });
  await searchField.fill("carnot herons");
  await hit(/^Near by.*Les HÉRONS de Carnot/).waitFor();
  await hit(/^Far away \d{1,2}:\d\d\s[AP]M\b.*Carnot bound say about herons/).waitFor();
  expect(page.workers().some((worker) => worker.url().includes("searchWorker"))).toBe(true);

  await searchField.fill("answer");
  await searchField.fill("answer of number 399");
  await hit(/^Number 399.*Answer of Number 399/).waitFor();
  expect(await hit(/^Number 398/).count()).toBe(0);
  await expectVisible(page, "Start a new conversation.");

  await searchField.fill("answer biology");
  const biology = hit(/^Biology Jan 15\b.*Answer of Biology/);
  await biology.waitFor();
  expect(await readConversationNames(page)).toEqual([]);
  const marks = await biology.locator("mark").allTextContents();
  expect(marks.map((text) => text.toLowerCase())).toEqual(["answer", "biology"]);
  await checkAxe(page, "a search in messages");
  await searchField.press("ArrowDown");
  await biology.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await expectVisible(page.getByRole("log"), "Answer of Biology");
  expect(new URL(page.url()).hash).toBe("#c=two&m=two-a");
  // In the message too, until the person presses Esc, types something or opens another chat.
  await expectEventually(() => readMarkedWords(page)).toEqual(["Answer", "Biology"]);
  await page.keyboard.press("Escape");
  await expectEventually(() => readMarkedWords(page)).toEqual([]);
  await biology.click();
  await expectEventually(() => readMarkedWords(page)).toEqual(["Answer", "Biology"]);
  await composer(page).fill("And the biology of herons?");
  await expectEventually(() => readMarkedWords(page)).toEqual([]);
  await biology.click();
  await expectEventually(() => readMarkedWords(page)).toEqual(["Answer", "Biology"]);
  await page.evaluate(() => {
    location.hash = "#c=near";
  });
  await expectVisible(page.getByRole("log"), "Answer of Near by");
  await expectEventually(() => readMarkedWords(page)).toEqual([]);
});

test("a passage in the list shows the found words whole, whatever is before them, and ends with whole words", async () => {
  const person = await fixture.openSignedIn();
  const { page, api } = person;
  const content =
    "Which distribution is older, and is it true that Debian was announced in the summer of 1993, long before the others, by Ian Murdock, who was then a student of accounting and computer science at Purdue?";
  const messages = [{ id: "q", role: "user" as const, content }];
  await api.call(createConversation, { conversation: { id: "far", name: "Far away", messages } });
  const near = buildLocalConversation("near", "Near by");
  const nearMessages = near.messages.map((message) => ({ ...message, content }));
  await openWorkspaceWith(person, fixture.url, [{ ...near, messages: nearMessages }]);
  for (const [searched, expected] of [
    ["murdock", ["Murdock"]],
    ["ian murdock", ["Ian", "Murdock"]],
  ] as const) {
    await page.getByRole("searchbox", { name: "Search chats" }).fill(searched);
    for (const name of ["Near by", "Far away"]) {
      const hit = conversationList(page).getByRole("button", { name: new RegExp(`^${name}.*Murdock`) });
      await expectEventually(() => hit.locator("mark").allTextContents()).toEqual(expected);
      const isCut = await hit
        .locator("mark")
        .first()
        .evaluate((mark) => {
          const passage = mark.parentElement;
          return passage !== null && passage.scrollHeight > passage.clientHeight;
        });
      expect(isCut).toBe(false);
    }
  }
});

test("a search says when no message contains the words, and that the cloud could not be searched while it shows local results", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openWorkspaceWith(person, fixture.url, [buildLocalConversation("one", "Physics")]);
  const searchField = page.getByRole("searchbox", { name: "Search chats" });
  await searchField.fill("heron");
  await expectVisible(sidePanel(page), "No chat or message contains “heron”.");
  expect(await sidePanel(page).getByText("No data.").count()).toBe(0);
  await searchField.fill("Physics");
  await expectEventually(() => readConversationNames(page)).toEqual(["Physics"]);
  await conversationList(page).getByRole("heading", { name: "In messages" }).waitFor();
  await failOp(page, searchMessages, "Not now");
  await searchField.fill("question");
  await conversationList(page)
    .getByRole("button", { name: /^Physics.*Question of Physics/ })
    .waitFor();
  await expectVisible(conversationList(page), "Couldn’t search the messages in the cloud.");
});
