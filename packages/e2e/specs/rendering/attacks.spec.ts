import { appendMessages, createConversation } from "@lectern/contract";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { markdownAttacks } from "../../../web/src/ui/markdown/testing/markdownAttacks.ts";
import { findForbiddenMarkup, recordExecutedScripts } from "../../support/browser/hostilePage.ts";
import type { ApiClient } from "../../support/content/createApiClient.ts";
import { openNewConversation, waitForAnswerEnd } from "../../support/pages/chatControls.ts";
import { answers, expectEventually, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

// Requests to any other server and violations of the policy fail a test by themselves: see openPages.ts.
const fixture = createWorkspaceFixture();

const attacksPerConversation = 100;
const attacksPerAnswer = 40;
const listStarts = (step: number) => Array.from(markdownAttacks.keys()).filter((index) => index % step === 0);

test("none of the hostile answers runs, loads or links anything, neither while they are streamed nor each alone in a stored conversation", {
  // The test checks hundreds of attacks.
  timeout: 300_000,
}, async () => {
  const { models } = fixture.workspace;
  const { page, api } = await fixture.openSignedIn({ viewport: { width: 800, height: 500 } });
  const ran = await recordExecutedScripts(page);
  await openNewConversation(page, fixture.url);
  for (const from of listStarts(attacksPerAnswer)) {
    const attacks = markdownAttacks.slice(from, from + attacksPerAnswer);
    const answer = attacks.map(({ source }, index) => `${source}\n\nharmless ${from + index}`).join("\n\n");
    models.script({ answer, paceMs: 1 }, "scripted-large");
    await send(page, `Attack from ${from}`);
    await expectEventually(() => answers(page).count()).toBe(from / attacksPerAnswer + 1);
    await waitForAnswerEnd(page);
    expect(await findForbiddenMarkup(page.getByRole("log"))).toEqual([]);
    expect(ran).toEqual([]);
  }
  for (const from of listStarts(attacksPerConversation)) {
    await storeAttacks(api, from);
    await page.goto(`${fixture.url}/#c=attacks-${from}`);
    const count = Math.min(attacksPerConversation, markdownAttacks.length - from);
    await expectEventually(() => answers(page).first().textContent()).toContain(`harmless ${from}`);
    await expectEventually(() => answers(page).count()).toBe(count);
    await scrollThrough(answers(page));
    // Wait until diagrams and charts are drawn or abandoned.
    await expect.poll(() => page.getByRole("log").locator("[aria-busy=true]").count(), { timeout: 90_000 }).toBe(0);
    expect(await findForbiddenMarkup(page.getByRole("log"))).toEqual([]);
    expect(ran).toEqual([]);
  }
});

/** Stores a conversation of answers with one attack each. */
async function storeAttacks(api: ApiClient, from: number): Promise<void> {
  const id = `attacks-${from}`;
  const attacks = markdownAttacks.slice(from, from + attacksPerConversation);
  const messages = attacks.map(({ source }, index) => ({
    id: `attack-${from + index}`,
    parentId: index === 0 ? null : `attack-${from + index - 1}`,
    role: "assistant" as const,
    content: `${source}\n\nharmless ${from + index}`,
  }));
  await api.call(createConversation, { conversation: { id, name: id } });
  await api.call(appendMessages, { conversationId: id, messages, headId: messages.at(-1)?.id ?? null });
}

/** Brings each of the elements into view, one after another. */
async function scrollThrough(elements: Locator): Promise<void> {
  await elements.evaluateAll(async (all) => {
    for (const element of all) {
      element.scrollIntoView();
      await new Promise(requestAnimationFrame);
    }
  });
}
