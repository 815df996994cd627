import { clientHeader } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openNewConversation, startNewChat, waitForAnswerEnd, waitForAnswerText } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { composer, conversationList, expectEventually, expectVisible, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

/** Signs in from the signed-out screen; the provider asks for an e-mail address. */
async function signInAgain(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await page.getByRole("textbox", { name: /e-?mail/i }).fill(email);
  await page.keyboard.press("Enter");
}

describe("a draft", () => {
  test("is restored after a reload, in a new conversation and in one with messages", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await composer(page).fill("Half a");
    await page.reload();
    await expectEventually(() => composer(page).inputValue()).toBe("Half a");
    await send(page, "Ask [[answer: Answer]]");
    await waitForAnswerText(page, "Answer");
    await waitForAnswerEnd(page);
    await composer(page).fill("Half another");
    await page.reload();
    await waitForAnswerText(page, "Answer");
    await expectEventually(() => composer(page).inputValue()).toBe("Half another");
    await composer(page).fill("");
    await page.reload();
    await waitForAnswerText(page, "Answer");
    expect(await composer(page).inputValue()).toBe("");
  });

  test("belongs to its conversation", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await send(page, "Ask [[answer: Answer]]");
    await waitForAnswerEnd(page);
    await expectVisible(conversationList(page), "A scripted title");
    await composer(page).fill("For the first");
    await startNewChat(page);
    await expectVisible(page, "Start a new conversation.");
    expect(await composer(page).inputValue()).toBe("");
    await composer(page).fill("For the second");
    await conversationList(page).getByText("A scripted title").click();
    await waitForAnswerText(page, "Answer");
    expect(await composer(page).inputValue()).toBe("For the first");
    await startNewChat(page);
    await expectVisible(page, "Start a new conversation.");
    await expectEventually(() => composer(page).inputValue()).toBe("For the second");
  });
});

describe("a forced sign-out", () => {
  test.each([
    ["RefreshAccessTokenError", "Your sign-in could not be renewed, so you were signed out."],
    ["SessionExpiredError", "Your session has ended, so you were signed out."],
  ])("[A4.20] by %s says why, and the draft is restored after the next sign-in", async (error, sentence) => {
    const { page, email } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await composer(page).fill("Typed before the end");
    await page.route("**/api/session", async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        json: { ...(await response.json()), user: null, accessToken: null, expiresAt: null, error },
      });
    });
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    await expectVisible(page.getByRole("alert"), new RegExp(`^${sentence}`));
    expect(await composer(page).count()).toBe(0);
    await page.unroute("**/api/session");
    await signInAgain(page, email);
    await expectEventually(() => composer(page).inputValue()).toBe("Typed before the end");
  });

  test("because the session was ended elsewhere loses nothing: the question and the draft are restored", async () => {
    const { page, http, email } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, "cloud");
    await send(page, "Ask [[answer: Answer]]");
    await waitForAnswerText(page, "Answer");
    await waitForAnswerEnd(page);
    await expectVisible(conversationList(page), "A scripted title");
    const headers = { cookie: http.cookie, [clientHeader.name]: clientHeader.value };
    await fetch(`${fixture.url}/auth/signout`, { method: "POST", headers });
    await composer(page).fill("A question that meets a closed door");
    await composer(page).press("Enter");
    await signInAgain(page, email);
    await waitForAnswerText(page, "Answer");
    await expectEventually(() => composer(page).inputValue()).toBe("A question that meets a closed door");
    await composer(page).press("Enter");
    await expectEventually(() => page.getByRole("log").textContent()).toContain(
      "Scripted answer to: A question that meets",
    );
  });

  test("without the session's cookie happens at the next action", async () => {
    const { page, context, email } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, "cloud");
    await composer(page).fill("Typed");
    await context.clearCookies();
    await page.getByRole("button", { name: "Send message" }).click();
    await signInAgain(page, email);
    await expectEventually(() => composer(page).inputValue()).toBe("Typed");
  });
});
