import { createConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browser/browserStorage.ts";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import {
  composer,
  conversationList,
  expectEventually,
  expectVisible,
  readConversationNames,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

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
