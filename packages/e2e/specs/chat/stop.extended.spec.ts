import { test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { attach, textFile, waitForAttachments } from "../../support/pages/attachControls.ts";
import {
  lastAnswer,
  openNewConversation,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { expectVisible, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test.each(["local", "cloud"] as const)(
  "a stopped answer keeps what was read and searched for it, also after a reload (%s)",
  async (storage) => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await attach(page, textFile("river.txt", "The river carries sand to the sea."));
    await waitForAttachments(page, 1);
    await send(page, "What does it carry? [[answer: Sand.]]");
    await waitForAnswerText(page, "Sand.");
    await waitForAnswerEnd(page);
    const progress = lastAnswer(page).getByRole("list", { name: "Progress" });
    await expectVisible(progress, "Read river.txt in full");

    await send(page, "And where does the river carry the sand? [[tokens: 90]] [[hang: 12]]");
    await waitForAnswerText(page, generateWords(12));
    await stopButton(page).click();
    await waitForAnswerEnd(page);
    const expectKept = async () => {
      await expectVisible(lastAnswer(page), "Stopped");
      await expectVisible(progress, "Searched river.txt");
      await waitForAnswerText(page, generateWords(12));
    };
    await expectKept();
    await page.reload();
    await expectKept();
    models.resume();
  },
);
