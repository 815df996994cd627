import { expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { branchOf, openStoredConversation } from "../../support/content/storedConversation.ts";
import {
  lastAnswer,
  listLargeModelChats,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { expectVisible, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("a conversation longer than the model's context window shows which messages were left out while it is answered", async () => {
  const { models } = fixture.workspace;
  const person = await fixture.openSignedIn();
  const { page } = person;
  const parts = [1, 2].flatMap((nth) => [`Tell me much, part ${nth}`, `${nth} ${generateWords(16_500)}`]);
  await openStoredConversation(person, fixture.url, "local", branchOf(parts));
  models.pauseAfter(1);
  await send(page, "And in short? [[answer: Water runs.]]");
  const progress = lastAnswer(page).getByRole("list", { name: "Progress" });
  const notice = progress.getByRole("button", { name: "Earlier messages left out" });
  await notice.click();
  await expectVisible(progress, /^The chat is longer than this model can read: the oldest .* not sent\.$/);
  models.resume();
  await waitForAnswerEnd(page);
  await waitForAnswerText(page, "Water runs.");
  expect(await progress.count()).toBe(0);
  expect(JSON.stringify(listLargeModelChats(models).at(-1)?.body?.messages)).not.toContain("part 1");
});
