import { expect, test } from "vitest";
import { attach, textFile, waitForAttachments } from "../../support/pages/attachControls.ts";
import {
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { expectEventually, expectVisible, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

// A server of its own: on a shared one, other tests may have made the model unreliable. A busy machine needs time.
const fixture = createWorkspaceFixture({ environment: { QUERY_REWRITE_TIMEOUT_SECONDS: "30" } });

test("a follow-up finds what it refers to in a document, and a line says what was searched", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const priceText = "The Borealis is priced at 4200 francs, with its hose.";
  await attach(page, textFile("devices.txt", priceText));
  await waitForAttachments(page, 1);
  await send(page, "Which pump do you mean? [[answer: The Borealis.]]");
  await waitForAnswerText(page, "The Borealis.");
  await waitForAnswerEnd(page);
  // The title's model is the one that rewrites.
  await expectEventually(() => models.chats("scripted-small").length).toBe(1);
  const rewriting = {
    question: "What does the Borealis pump cost?",
    alternatives: ["price of the Borealis"],
    keywords: ["francs"],
    translations: [],
  };
  models.script({ answer: JSON.stringify(rewriting) }, "scripted-small");
  await send(page, "And how much must one pay? [[answer: 4200 francs.]] [[hang: 1]]");
  const progress = lastAnswer(page).getByRole("list", { name: "Progress" });
  await expectVisible(progress, "Searched for “What does the Borealis pump cost?”");
  models.resume();
  await waitForAnswerEnd(page);
  await expectVisible(progress, "Searched devices.txt");
  await expectEventually(() => progress.textContent()).not.toContain("Searched for");
  expect(listLargeModelChats(models).at(-1)?.prompt).toContain(priceText);
});
