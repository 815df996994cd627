import { expect, test } from "vitest";
import {
  alerts,
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { answers, ask, expectVisible, questions, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("a model that fails briefly is called again unnoticed; a failed question keeps its reason and Try again when the next one is asked; an answer ended by a content filter says so", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  models.script({ status: 503 }, "scripted-large");
  models.script({ cutAfter: 0 }, "scripted-large");
  await ask(page, "Is somebody there? [[answer: Yes.]]");
  await waitForAnswerText(page, "Yes.");
  expect(listLargeModelChats(models)).toHaveLength(3);
  expect(await alerts(page).count()).toBe(0);

  models.script({ status: 401 }, "scripted-large");
  await send(page, "First");
  await expectVisible(lastAnswer(page), /rejected the key/);
  await ask(page, "Second [[answer: Two.]]");
  await waitForAnswerText(page, "Two.");
  expect(await answers(page).count()).toBe(3);
  await expectVisible(answers(page).nth(1), /rejected the key/);

  models.script({ answer: "One after all." }, "scripted-large");
  await answers(page).nth(1).getByRole("button", { name: "Try again" }).click();
  await waitForAnswerText(page, "One after all.");
  await waitForAnswerEnd(page);
  expect(await questions(page).allInnerTexts()).toHaveLength(4);
  await expectVisible(answers(page).nth(1), "Two.");
  await page.reload();
  await waitForAnswerText(page, "One after all.");
  await expectVisible(answers(page).nth(1), "Two.");

  await ask(page, "Tell me [[answer: Half of it]] [[finish: content_filter]]");
  await expectVisible(lastAnswer(page), "The model provider ended this answer because of its content policy.");
  await expectVisible(lastAnswer(page), "Half of it");
});
