import { appendMessages, createConversation, limits } from "@lectern/contract";
import { expect, test } from "vitest";
import { branchOf } from "../../support/content/storedConversation.ts";
import { waitForAnswerEnd } from "../../support/pages/chatControls.ts";
import { composer, openWorkspace, questions, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const messageCount = 10_000;
/** Limit for the number of DOM elements while a long conversation is open. */
const maxElements = 5_000;
const line = "The river turns where old stones keep its bed. ";

test("a question is answered at the end of 10,000 messages of a cloud conversation", async () => {
  const { page, api } = await fixture.openSignedIn();
  await api.call(createConversation, { conversation: { id: "long-cloud", name: "The long one in the cloud" } });
  const texts = Array.from({ length: messageCount }, (_, index) =>
    index % 2 === 0 ? `Question ${index}` : `Answer ${index}\n\n${`${line.repeat(5)}\n\n`.repeat(index % 7)}`,
  );
  const messages = branchOf(texts, "cloud");
  for (let from = 0; from < messages.length; from += limits.messagesPerCall) {
    const part = messages.slice(from, from + limits.messagesPerCall);
    await api.call(appendMessages, { conversationId: "long-cloud", messages: part, headId: part.at(-1)?.id ?? null });
  }
  await openWorkspace(page, fixture.url, "#c=long-cloud");
  await page.locator(`[data-message="cloud-${messageCount - 2}"]`).waitFor();
  expect(await page.locator("*").count()).toBeLessThan(maxElements);
  await send(page, "The last one in the cloud");
  await waitForAnswerEnd(page);
  await page.reload();
  await questions(page).filter({ hasText: "The last one in the cloud" }).waitFor();
  expect(await composer(page).inputValue()).toBe("");
});
