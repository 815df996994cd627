import { appendMessages, createConversation } from "@lectern/contract";
import { expect, test } from "vitest";
import { markdownAttacks } from "../../../web/src/ui/markdown/testing/markdownAttacks.ts";
import { openNewConversation, waitForAnswerEnd } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { findForbiddenMarkup, recordExecutedScripts } from "../../support/hostilePage.ts";
import { answers, expectEventually, openWorkspace, send } from "../../support/screen.ts";

// Requests to any other server and violations of the policy fail a test by themselves: see openPages.ts.
const fixture = createWorkspaceFixture();

const attacksPerMessage = 100;
/** The timeout is long, because the test checks hundreds of attacks. */
const timeout = 300_000;

test(
  "none of the hostile answers runs, loads or links anything, each alone in a stored conversation",
  async () => {
    for (let from = 0; from < markdownAttacks.length; from += attacksPerMessage) {
      const attacks = markdownAttacks.slice(from, from + attacksPerMessage);
      const { page, api } = await fixture.openSignedIn();
      const ran = await recordExecutedScripts(page);
      const id = crypto.randomUUID();
      await api.call(createConversation, { conversation: { id, name: `Attacks from ${from}` } });
      const messages = attacks.map(({ source }, index) => ({
        id: `attack-${index}`,
        parentId: index === 0 ? null : `attack-${index - 1}`,
        role: "assistant" as const,
        content: `${source}\n\nharmless ${from + index}`,
      }));
      await api.call(appendMessages, { conversationId: id, messages, headId: messages.at(-1)?.id ?? null });
      await openWorkspace(page, fixture.url, `#c=${id}`);
      await expectEventually(() => answers(page).count()).toBe(attacks.length);
      for (const answer of await answers(page).all()) await answer.scrollIntoViewIfNeeded();
      // Wait until diagrams and charts are drawn or abandoned.
      await expect.poll(() => page.getByRole("log").locator("[aria-busy=true]").count(), { timeout: 90_000 }).toBe(0);
      expect(await findForbiddenMarkup(page.getByRole("log"))).toEqual([]);
      expect(ran).toEqual([]);
    }
  },
  timeout,
);

test("the same holds while they are streamed chunk by chunk", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  const ran = await recordExecutedScripts(page);
  await openNewConversation(page, fixture.url);
  const perAnswer = 40;
  for (let from = 0; from < markdownAttacks.length; from += perAnswer) {
    const attacks = markdownAttacks.slice(from, from + perAnswer);
    const answer = attacks.map(({ source }, index) => `${source}\n\nharmless ${from + index}`).join("\n\n");
    models.script({ answer, paceMs: 3 }, "scripted-large");
    await send(page, `Attack from ${from}`);
    await expectEventually(() => answers(page).count()).toBe(from / perAnswer + 1);
    await waitForAnswerEnd(page);
    expect(await findForbiddenMarkup(page.getByRole("log"))).toEqual([]);
    expect(ran).toEqual([]);
  }
});
