import { afterAll, afterEach, expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { expectVisible, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";
import { startServerProxy } from "../../support/servers/startServerProxy.ts";

const proxy = await startServerProxy();
const fixture = createWorkspaceFixture({ environment: proxy.environment });
afterEach(() => {
  proxy.reconnect();
  fixture.workspace.models.reset();
});
afterAll(() => proxy.close());

test("an answer in a local conversation continues where it was when the page is reloaded halfway, continues when its connection is cut halfway, and the following ones too, and is completed in a second tab", async () => {
  const { models } = fixture.workspace;
  const { page, context } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "local");
  models.pauseAfter(20);
  await send(page, "Tell me [[tokens: 80]]");
  await models.whenPaused();
  await waitForAnswerText(page, generateWords(20));
  await page.reload();
  await waitForAnswerText(page, generateWords(20));
  await stopButton(page).waitFor();

  const secondTab = await context.newPage();
  await secondTab.goto(page.url());
  const tabs = [page, secondTab];
  for (const tab of tabs) {
    await waitForAnswerText(tab, generateWords(20));
    await stopButton(tab).waitFor();
  }

  for (let cut = 1; cut <= 2; cut++) {
    proxy.disconnect();
    await expectVisible(lastAnswer(page), "Reconnecting to the answer…");
    await waitForAnswerText(page, `${generateWords(20)} Reconnecting to the answer…`);
    if (cut === 2) {
      models.resume();
      await listLargeModelChats(models)[0]?.closed;
    }
    proxy.reconnect();
    await waitForAnswerText(page, generateWords(cut === 2 ? 80 : 20));
  }
  for (const tab of tabs) {
    await waitForAnswerText(tab, generateWords(80));
    await waitForAnswerEnd(tab);
  }
  expect(listLargeModelChats(models)).toHaveLength(1);
  await page.reload();
  await waitForAnswerText(page, generateWords(80));
});
