import { expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  alerts,
  listLargeModelChats,
  openNewConversation,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { answers, ask, expectEventually, expectVisible, questions, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("a local conversation in two tabs has one writer at a time, both show the same, and an answer whose tab is closed is complete in the next tab", async () => {
  const { models } = fixture.workspace;
  const { page, context } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "local");
  await ask(page, "First [[answer: One.]]");
  const secondTab = await context.newPage();
  await secondTab.goto(page.url());
  await waitForAnswerText(secondTab, "One.");

  models.pauseAfter(20);
  await send(page, "Second [[tokens: 60]]");
  await models.whenPaused();
  await waitForAnswerText(secondTab, generateWords(20));
  await stopButton(secondTab).waitFor();
  models.resume();
  for (const tab of [page, secondTab]) {
    await waitForAnswerText(tab, generateWords(60));
    await waitForAnswerEnd(tab);
  }
  await ask(secondTab, "Third, from the other tab [[answer: Three.]]");
  for (const tab of [page, secondTab]) {
    await waitForAnswerText(tab, "Three.");
    await expectEventually(() => questions(tab).count()).toBe(3);
    await expectEventually(() => answers(tab).count()).toBe(3);
    expect(await alerts(tab).count()).toBe(0);
  }
  // The model server is shared with other files, whose chats may go on for a while.
  const ownCalls = listLargeModelChats(models).filter(({ body }) =>
    JSON.stringify(body).includes("First [[answer: One.]]"),
  );
  expect(ownCalls).toHaveLength(3);
  await page.close();

  models.pauseAfter(20);
  await send(secondTab, "Tell me [[tokens: 60]]");
  await models.whenPaused();
  await waitForAnswerText(secondTab, generateWords(20));
  const address = secondTab.url();
  await secondTab.close({ runBeforeUnload: true });
  models.resume();
  const nextTab = await context.newPage();
  await nextTab.goto(address);
  await waitForAnswerText(nextTab, generateWords(60));
  await waitForAnswerEnd(nextTab);
  await expectVisible(questions(nextTab).last(), "Tell me [[tokens: 60]]");
  expect(listLargeModelChats(models)).toHaveLength(4);
});
