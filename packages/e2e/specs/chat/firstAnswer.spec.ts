import { expect, test } from "vitest";
import {
  chooseStorage,
  listLargeModelChats,
  openNewConversation,
  startNewChat,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import {
  answers,
  ask,
  conversationList,
  expectEventually,
  expectVisible,
  questions,
  send,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("[C4.12] an empty answer is appended to a conversation, filled while it streams, and shown after a reload; a new conversation sends nothing of the previous one", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  for (const storage of ["local", "cloud"] as const) {
    models.reset();
    await startNewChat(page);
    await expectVisible(page, "Start a new conversation.");
    await chooseStorage(page, storage);
    models.pauseAfter(0);
    await send(page, `Count, ${storage} [[answer: one two three four]]`);
    await models.whenPaused();
    expect(await questions(page).count()).toBe(1);
    expect(await answers(page).count()).toBe(1);
    await waitForAnswerText(page, "Waiting for the answer…");
    models.resume();
    await waitForAnswerText(page, "one two three four");
    await waitForAnswerEnd(page);
    await expectVisible(page.getByRole("heading"), "A scripted title");

    await page.reload();
    await waitForAnswerText(page, "one two three four");
    await expectVisible(conversationList(page), "A scripted title");
    expect(await questions(page).count()).toBe(1);
    expect(await answers(page).count()).toBe(1);
    await ask(page, "Go on [[answer: five]]");
    await waitForAnswerText(page, "five");
    expect(
      listLargeModelChats(models)
        .at(-1)
        ?.body?.messages?.map(({ role, content }) => `${role}: ${content}`),
    ).toEqual([
      expect.stringMatching(/^system: /),
      `user: Count, ${storage} [[answer: one two three four]]`,
      "assistant: one two three four",
      "user: Go on [[answer: five]]",
    ]);
  }

  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  await chooseStorage(page, "cloud");
  await ask(page, "Which word? [[answer: None.]]");
  await expectEventually(() => JSON.stringify(listLargeModelChats(models).at(-1)?.body)).toContain("Which word?");
  expect(JSON.stringify(listLargeModelChats(models).at(-1)?.body)).not.toContain("Count");
});
