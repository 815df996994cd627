import { appendMessages, createConversation } from "@lectern/contract";
import { expect, test } from "vitest";
import { markdownAttacks } from "../../../web/src/ui/markdown/testing/markdownAttacks.ts";
import { openNew, untilDone } from "../../support/chatControls.ts";
import { forbiddenIn, noteWhatRuns } from "../../support/hostilePage.ts";
import { openStage } from "../../support/openStage.ts";
import { answers, openWorkspace, send, soon } from "../../support/screen.ts";

// Requests to any other server and violations of the policy fail a test by themselves: see openPages.ts.
const stage = openStage();

const drawnAtOnce = 100;
/** There are hundreds of them, and each is looked at. */
const timeout = 300_000;

test(
  "none of the hostile answers runs, loads or links anything, each for itself in a kept conversation",
  async () => {
    for (let from = 0; from < markdownAttacks.length; from += drawnAtOnce) {
      const attacks = markdownAttacks.slice(from, from + drawnAtOnce);
      const { page, api } = await stage.enter();
      const ran = await noteWhatRuns(page);
      const id = crypto.randomUUID();
      await api.call(createConversation, { conversation: { id, name: `Attacks from ${from}` } });
      const messages = attacks.map(({ source }, index) => ({
        id: `attack-${index}`,
        parentId: index === 0 ? null : `attack-${index - 1}`,
        role: "assistant" as const,
        content: `${source}\n\nharmless ${from + index}`,
      }));
      await api.call(appendMessages, { conversationId: id, messages, headId: messages.at(-1)?.id ?? null });
      await openWorkspace(page, stage.url, `#c=${id}`);
      await soon(() => answers(page).count()).toBe(attacks.length);
      for (const answer of await answers(page).all()) await answer.scrollIntoViewIfNeeded();
      // Diagrams and charts are drawn, or given up.
      await expect.poll(() => page.getByRole("log").locator("[aria-busy=true]").count(), { timeout: 90_000 }).toBe(0);
      expect(await forbiddenIn(page.getByRole("log"))).toEqual([]);
      expect(ran).toEqual([]);
    }
  },
  timeout,
);

test("nor do they while they come, piece by piece", async () => {
  const { models } = stage.workspace;
  const { page } = await stage.enter();
  const ran = await noteWhatRuns(page);
  await openNew(page, stage.url);
  const perAnswer = 40;
  for (let from = 0; from < markdownAttacks.length; from += perAnswer) {
    const attacks = markdownAttacks.slice(from, from + perAnswer);
    const answer = attacks.map(({ source }, index) => `${source}\n\nharmless ${from + index}`).join("\n\n");
    models.script({ answer, paceMs: 3 }, "scripted-large");
    await send(page, `Attack from ${from}`);
    await soon(() => answers(page).count()).toBe(from / perAnswer + 1);
    await untilDone(page);
    expect(await forbiddenIn(page.getByRole("log"))).toEqual([]);
    expect(ran).toEqual([]);
  }
});
