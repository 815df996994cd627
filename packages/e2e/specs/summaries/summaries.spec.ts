import { createConversation, findSummary, getBranch, type Message, openConversation } from "@lectern/contract";
import { expect, test } from "vitest";
import { checkAxe, checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { lastAnswer } from "../../support/pages/chatControls.ts";
import { answers, ask, expectEventually, openWorkspace, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

/** Questions and answers that are together longer than the window of the scripted model. */
function createTurns(count: number): Message[] {
  return Array.from({ length: count * 2 }, (_, index) => ({
    id: `m${index}`,
    parentId: index === 0 ? null : `m${index - 1}`,
    role: index % 2 === 0 ? "user" : "assistant",
    content: `Number ${index}. ${"The river turns where old stones keep its bed. ".repeat(11)}`,
    data: index % 2 === 0 ? {} : { end: { end: "done" } },
  }));
}

test("a long chat is summarized after an answer; the next one had the summary, as the person has edited it, until they send the messages again", async () => {
  const { page, api } = await fixture.openSignedIn();
  const messages = createTurns(150);
  const headId = messages.at(-1)?.id ?? null;
  const id = crypto.randomUUID();
  await api.call(createConversation, { conversation: { id, name: "Rivers", messages, headId } });
  const readSent = () => String(fixture.workspace.models.chats("scripted-large").at(-1)?.body?.messages?.[1]?.content);

  await openWorkspace(page, fixture.url, `#c=${id}`);
  await ask(page, "Go on");
  await page.getByRole("button", { name: /^\d+% of the model’s window is used$/ }).click();
  await page.getByRole("dialog", { name: "The model’s window" }).getByText("Left for the answer").waitFor();
  await checkAxeInBothThemes(page, "the model's window");
  await page.keyboard.press("Escape");

  // Several calls of the model are needed, and each moves the line.
  const readCovered = async () => {
    const { conversation } = await api.call(openConversation, { conversationId: id });
    return findSummary(getBranch(conversation.messages, conversation.headId))?.index ?? 0;
  };
  await expectEventually(readCovered).toBeGreaterThan(180);
  const line = page.getByRole("button", { name: "Earlier messages are summarized" });
  // Only the messages near the visible part are in the page.
  await page.mouse.move(640, 300);
  await expectEventually(async () => {
    await page.mouse.wheel(0, -600);
    return line.count();
  }).toBe(1);
  await line.scrollIntoViewIfNeeded();
  await line.click();
  const panel = page.getByRole("region", { name: "Summary of earlier messages" });
  await panel.getByText(/^Scripted summary of \d+ messages/).waitFor();
  await checkAxeInBothThemes(page, "a summary");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await panel.getByRole("button", { name: "Edit" }).click();
  await checkAxe(page, "a summary that is edited on a phone");
  await panel.getByRole("textbox").fill("They spoke of rivers.");
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByText("They spoke of rivers.").waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });

  // Whoever reads far above is taken to the end, so that questions cannot be counted.
  await send(page, "And now?");
  const answer = answers(page).filter({ hasText: "Scripted answer to: And now?" });
  await answer.waitFor();
  await expectEventually(() => answer.getAttribute("aria-busy")).toBe("false");
  expect(readSent()).toContain("<earlier_messages>\nThey spoke of rivers.\n</earlier_messages>");
  await lastAnswer(page).getByRole("button", { name: "Summary used" }).click();
  const used = lastAnswer(page).getByRole("region", { name: "Summary of earlier messages" });
  await used.getByRole("button", { name: "Send the messages instead" }).click();
  await used.getByRole("button", { name: "Use the summary" }).waitFor();
  await ask(page, "Again");
  expect(readSent()).not.toContain("They spoke of rivers.");
  const last = answers(page).filter({ hasText: "Scripted answer to: Again" });
  expect(await last.getByRole("button", { name: "Summary used" }).count()).toBe(0);
});
