import { listAssistants } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForOpAnswer } from "../../support/browser/interceptOp.ts";
import { openNewConversation } from "../../support/pages/chatControls.ts";
import { composer, expectEventually, expectVisible, waitUntilSendable } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

/** Signs in from the signed-out screen; the provider asks for an email address. */
async function signInAgain(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await page.getByRole("textbox", { name: /e-?mail/i }).fill(email);
  await page.keyboard.press("Enter");
}

test("[A4.20] a forced sign-out says why, and the draft is restored after the next sign-in; without the session's cookie it happens at the next action that needs it, and loses nothing", async () => {
  const { page, context, email } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await composer(page).fill("Typed before the end");
  await page.route("**/api/session", async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    const error = "RefreshAccessTokenError";
    await route.fulfill({ json: { ...session, user: null, accessToken: null, expiresAt: null, error } });
  });
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
  const sentence = /^Your sign-in couldn’t be renewed, so you were signed out\./;
  await expectVisible(page.getByRole("alert"), sentence);
  expect(await composer(page).count()).toBe(0);
  await page.unroute("**/api/session");
  const listedAssistants = waitForOpAnswer(page, listAssistants);
  await signInAgain(page, email);
  await expectEventually(() => composer(page).inputValue()).toBe("Typed before the end");

  await composer(page).fill("Typed");
  await waitUntilSendable(page);
  // The last list that an empty conversation loads. It would need the cookie before the question is sent.
  await listedAssistants;
  await context.clearCookies();
  // The access token is still valid, so the question is answered. Its title needs the cookie.
  await page.getByRole("button", { name: "Send message" }).click();
  await signInAgain(page, email);
  await expectEventually(() => page.getByRole("log").textContent()).toContain("Scripted answer to: Typed");
});
