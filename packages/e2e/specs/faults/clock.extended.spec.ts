import { expect, test } from "vitest";
import {
  alerts,
  chooseStorage,
  listLargeModelChats,
  openNewConversation,
  startNewChat,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import {
  answers,
  ask,
  conversationList,
  dispatchVisibilityChange,
  expectEventually,
  expectVisible,
  questions,
  send,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const dayMs = 86_400_000;

test("with a browser's clock that is two days slow or fast, or jumps a day ahead, conversations work as with a correct clock", async () => {
  const { page } = await fixture.openSignedIn();
  let sessionReads = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/session")) sessionReads += 1;
  });
  await page.clock.install({ time: Date.now() - 2 * dayMs });
  await openNewConversation(page, fixture.url);
  for (const storage of ["local", "cloud"] as const) {
    await chooseStorage(page, storage);
    await ask(page, "First [[answer: One.]]");
    const titles = conversationList(page).getByText("A scripted title");
    await expectEventually(() => titles.count()).toBe(storage === "local" ? 1 : 2);
    await dispatchVisibilityChange(page);
    await ask(page, "Second [[answer: Two.]]");
    await waitForAnswerText(page, "Two.");
    // Reload with a clock that is two days fast. A conversation made with the slow clock then seems four days old.
    await page.clock.setSystemTime(Date.now() + 2 * dayMs);
    await page.reload();
    await waitForAnswerText(page, "Two.");
    expect(await questions(page).count()).toBe(2);
    expect(await answers(page).count()).toBe(2);
    expect(await alerts(page).count()).toBe(0);
    // If the token seemed expired or not yet valid, the page would request a new one at each step.
    expect(sessionReads).toBeLessThanOrEqual(3);
    sessionReads = 0;
    if (storage === "local") {
      await startNewChat(page);
      await expectVisible(page, "Start a new conversation.");
    }
  }

  // The token seems expired: the page gets a new one and signs nobody out.
  await page.clock.setSystemTime(Date.now() + 3 * dayMs);
  await ask(page, "Third [[answer: Three.]]");
  await waitForAnswerText(page, "Three.");
  expect(await alerts(page).count()).toBe(0);
});

test("a token that has expired although the browser's clock says otherwise is renewed and the message sent again", async () => {
  const { page } = await fixture.openSignedIn();
  // Imitate a page whose computer slept past the token's expiry, or whose clock was set back.
  await page.route("**/api/session", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), accessToken: "a.token.that-has-ended" } });
  });
  await openNewConversation(page, fixture.url);
  await page.unroute("**/api/session");
  const refusedResponse = page.waitForResponse(
    (response) => response.url().endsWith("/chat") && response.status() === 401,
  );
  await send(page, "Asked with an old token [[answer: Here.]]");
  await refusedResponse;
  await waitForAnswerText(page, "Here.");
  expect(listLargeModelChats(fixture.workspace.models)).toHaveLength(1);
  expect(await alerts(page).count()).toBe(0);
});
