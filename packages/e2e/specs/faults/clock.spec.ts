import { describe, expect, test } from "vitest";
import { alerts, largeModelChats, openNewConversation, waitForAnswerText } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import {
  answers,
  ask,
  conversationList,
  dispatchVisibilityChange,
  expectVisible,
  questions,
  send,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const dayMs = 86_400_000;

describe.each([
  ["two days slow", -2 * dayMs],
  ["two days fast", 2 * dayMs],
])("with a browser's clock that is %s", (_, offsetMs) => {
  test.each(["local", "cloud"] as const)("a %s conversation works as with a correct clock", async (storage) => {
    const { page } = await fixture.openSignedIn();
    let sessionReads = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/session")) sessionReads += 1;
    });
    await page.clock.install({ time: Date.now() + offsetMs });
    await openNewConversation(page, fixture.url, storage);
    await ask(page, "First [[answer: One.]]");
    await expectVisible(conversationList(page), "A scripted title");
    await dispatchVisibilityChange(page);
    await ask(page, "Second [[answer: Two.]]");
    await waitForAnswerText(page, "Two.");
    await page.reload();
    await waitForAnswerText(page, "Two.");
    expect(await questions(page).count()).toBe(2);
    expect(await answers(page).count()).toBe(2);
    expect(await alerts(page).count()).toBe(0);
    // A token that seemed expired, or not yet valid, would be requested at each step.
    expect(sessionReads).toBeLessThanOrEqual(3);
  });
});

test("when the clock jumps a day ahead and the token seems expired, the page gets a new one and signs nobody out", async () => {
  const { page } = await fixture.openSignedIn();
  await page.clock.install();
  await openNewConversation(page, fixture.url);
  await ask(page, "First [[answer: One.]]");
  await page.clock.setSystemTime(Date.now() + dayMs);
  await ask(page, "Second [[answer: Two.]]");
  await waitForAnswerText(page, "Two.");
  expect(await alerts(page).count()).toBe(0);
});

test("a token that has expired although the browser's clock says otherwise is renewed and the message sent again", async () => {
  const { page } = await fixture.openSignedIn();
  // Like a page whose computer slept past the token's expiry, or whose clock was set back.
  await page.route("**/api/session", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), accessToken: "a.token.that-has-ended" } });
  });
  await openNewConversation(page, fixture.url);
  await page.unroute("**/api/session");
  const refused = page.waitForResponse((response) => response.url().endsWith("/chat") && response.status() === 401);
  await send(page, "Asked with an old token [[answer: Here.]]");
  await refused;
  await waitForAnswerText(page, "Here.");
  expect(largeModelChats(fixture.workspace.models)).toHaveLength(1);
  expect(await alerts(page).count()).toBe(0);
});
