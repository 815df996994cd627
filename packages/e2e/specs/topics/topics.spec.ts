import { appendMessages, createConversation } from "@lectern/contract";
import { expect, test } from "vitest";
import { checkAxe, checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { branchOf } from "../../support/content/storedConversation.ts";
import { lastAnswer, listLargeModelChats, waitForAnswerEnd } from "../../support/pages/chatControls.ts";
import { ask, expectEventually, openWorkspace, questions } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const text = "Cranes fly over the harbour in long lines each autumn. ".repeat(25);

test("a question about something else is answered without the earlier topic, which the answer names; with one click it is answered with everything; the topics stay after a reload", async () => {
  const { page, api } = await fixture.openSignedIn();
  const { models } = fixture.workspace;
  const countSent = () =>
    listLargeModelChats(models)
      .at(-1)
      ?.body?.messages?.filter(({ role }) => role !== "system").length;
  await api.call(createConversation, { conversation: { id: "birds", name: "Birds and tides" } });
  const messages = branchOf(
    Array.from({ length: 10 }, (_, index) => `${index} ${text}`),
    "m",
  );
  await api.call(appendMessages, { conversationId: "birds", messages, headId: messages.at(-1)?.id ?? null });
  await openWorkspace(page, fixture.url, "#c=birds");

  await ask(page, "When is the tide high? [[topic: Tides in the harbour; before: Flight of cranes]]");
  expect(countSent()).toBe(5);
  await lastAnswer(page).getByRole("button", { name: "Answered without 6 earlier messages" }).click();
  const leftOut = lastAnswer(page).getByRole("region", { name: "Left out as other topics" });
  await leftOut.getByRole("button", { name: "Flight of cranes", exact: true }).waitFor();
  await checkAxeInBothThemes(page, "the left out messages of an answer");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await checkAxe(page, "the left out messages on a phone");
  await page.setViewportSize({ width: 1280, height: 800 });

  await leftOut.getByRole("button", { name: "Ask again with all messages" }).click();
  await lastAnswer(page).getByText("2 of 2", { exact: true }).waitFor();
  await waitForAnswerEnd(page);
  expect(countSent()).toBe(11);
  expect(
    await lastAnswer(page)
      .getByRole("button", { name: /^Answered without/ })
      .count(),
  ).toBe(0);

  await page.reload();
  await questions(page).filter({ hasText: "When is the tide high?" }).waitFor();
  await page.getByRole("button", { name: "Topics", exact: true }).click();
  await checkAxe(page, "the topics of a chat");
  await page.getByRole("menuitem", { name: /^Flight of cranes/ }).click();
  await expectEventually(() =>
    questions(page)
      .first()
      .evaluate((element) => element.contains(document.activeElement)),
  ).toBe(true);
});
