import { expect, test } from "vitest";
import {
  chooseStorage,
  lastAnswer,
  openNewConversation,
  startNewChat,
  stopButton,
  waitForAnswerEnd,
} from "../../support/pages/chatControls.ts";
import { expectEventually, expectVisible, readConversationNames, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const longQuestion = "How many herons wait at the quay when the tide comes in?";
const chatHeading = (page: Parameters<typeof readConversationNames>[0]) => page.getByRole("heading", { level: 1 });

test("a cloud chat whose first answer fails, or is stopped before a word, is called by the beginning of its question; its first answer gives it a title", async () => {
  const { page } = await fixture.openSignedIn();
  const { models } = fixture.workspace;
  await openNewConversation(page, fixture.url, "cloud");
  await send(page, "Where do the herons sleep at night? [[status: 500]]");
  await expectVisible(lastAnswer(page), "The model’s server reported an error.");
  await expectEventually(() => readConversationNames(page)).toEqual(["Where do the herons sleep at n..."]);
  await expectVisible(chatHeading(page), "Where do the herons sleep at n...");

  await startNewChat(page);
  await chooseStorage(page, "cloud");
  models.pauseAfter(0);
  await send(page, longQuestion);
  await models.whenPaused();
  await stopButton(page).click();
  await waitForAnswerEnd(page);
  models.resume();
  const questionBeginning = `${longQuestion.slice(0, 30)}...`;
  await expectEventually(() => readConversationNames(page)).toEqual([
    questionBeginning,
    "Where do the herons sleep at n...",
  ]);
  expect(models.chats().map(({ body }) => body?.model)).not.toContain("scripted-small");

  await page.reload();
  await expectEventually(() => readConversationNames(page)).toContain(questionBeginning);
  await page.getByRole("button", { name: "Try again" }).click();
  await expectEventually(() => readConversationNames(page)).toContain("A scripted title");
  await expectVisible(chatHeading(page), "A scripted title");
});
