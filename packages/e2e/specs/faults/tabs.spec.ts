import { expect, test } from "vitest";
import { words } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  alerts,
  largeModelChats,
  openNewConversation,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { answers, ask, expectEventually, expectVisible, questions, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

test.each(["local", "cloud"] as const)(
  "a %s conversation in two tabs has one writer at a time, both show the same, and an answer whose tab is closed is complete in the next tab",
  async (storage) => {
    const { models } = fixture.workspace;
    const { page, context } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await ask(page, "First [[answer: One.]]");
    const second = await context.newPage();
    await second.goto(page.url());
    await waitForAnswerText(second, "One.");

    models.pauseAfter(20);
    await send(page, "Second [[tokens: 60]]");
    await models.whenPaused();
    await waitForAnswerText(second, words(20));
    await stopButton(second).waitFor();
    models.resume();
    for (const tab of [page, second]) {
      await waitForAnswerText(tab, words(60));
      await waitForAnswerEnd(tab);
    }
    await ask(second, "Third, from the other tab [[answer: Three.]]");
    for (const tab of [page, second]) {
      await waitForAnswerText(tab, "Three.");
      await expectEventually(() => questions(tab).count()).toBe(3);
      await expectEventually(() => answers(tab).count()).toBe(3);
      expect(await alerts(tab).count()).toBe(0);
    }
    expect(largeModelChats(models)).toHaveLength(3);
    await page.close();

    models.pauseAfter(20);
    await send(second, "Tell me [[tokens: 60]]");
    await models.whenPaused();
    await waitForAnswerText(second, words(20));
    const address = second.url();
    await second.close({ runBeforeUnload: true });
    models.resume();
    const next = await context.newPage();
    await next.goto(address);
    await waitForAnswerText(next, words(60));
    await waitForAnswerEnd(next);
    await expectVisible(questions(next).last(), "Tell me [[tokens: 60]]");
    expect(largeModelChats(models)).toHaveLength(4);
  },
);
