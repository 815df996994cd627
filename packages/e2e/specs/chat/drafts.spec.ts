import { clientHeader } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openNew, startOver, untilAnswerSays, untilDone } from "../../support/chatControls.ts";
import { openStage } from "../../support/openStage.ts";
import { composer, listOf, see, send, soon } from "../../support/screen.ts";

const stage = openStage();

/** Signs in from the signed-out screen; the provider asks who it is. */
async function signInAgain(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await page.getByRole("textbox", { name: /e-?mail/i }).fill(email);
  await page.keyboard.press("Enter");
}

describe("what is typed and not sent", () => {
  test("is there again after a reload, in a new conversation and in one with messages", async () => {
    const { page } = await stage.enter();
    await openNew(page, stage.url);
    await composer(page).fill("Half a");
    await page.reload();
    await soon(() => composer(page).inputValue()).toBe("Half a");
    await send(page, "Ask [[answer: Answer]]");
    await untilAnswerSays(page, "Answer");
    await untilDone(page);
    await composer(page).fill("Half another");
    await page.reload();
    await untilAnswerSays(page, "Answer");
    await soon(() => composer(page).inputValue()).toBe("Half another");
    await composer(page).fill("");
    await page.reload();
    await untilAnswerSays(page, "Answer");
    expect(await composer(page).inputValue()).toBe("");
  });

  test("belongs to its conversation", async () => {
    const { page } = await stage.enter();
    await openNew(page, stage.url);
    await send(page, "Ask [[answer: Answer]]");
    await untilDone(page);
    await see(listOf(page), "A scripted title");
    await composer(page).fill("For the first");
    await startOver(page);
    await see(page, "Start a new conversation.");
    expect(await composer(page).inputValue()).toBe("");
    await composer(page).fill("For the second");
    await listOf(page).getByText("A scripted title").click();
    await untilAnswerSays(page, "Answer");
    expect(await composer(page).inputValue()).toBe("For the first");
    await startOver(page);
    await see(page, "Start a new conversation.");
    await soon(() => composer(page).inputValue()).toBe("For the second");
  });
});

describe("a forced sign-out", () => {
  test.each([
    ["RefreshAccessTokenError", "Your sign-in could not be renewed, so you were signed out."],
    ["SessionExpiredError", "Your session has ended, so you were signed out."],
  ])("[A4.20] by %s says why, and the draft is there after the next sign-in", async (error, sentence) => {
    const { page, email } = await stage.enter();
    await openNew(page, stage.url);
    await composer(page).fill("Typed before the end");
    await page.route("**/api/session", async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        json: { ...(await response.json()), user: null, accessToken: null, expiresAt: null, error },
      });
    });
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    await see(page.getByRole("alert"), new RegExp(`^${sentence}`));
    expect(await composer(page).count()).toBe(0);
    await page.unroute("**/api/session");
    await signInAgain(page, email);
    await soon(() => composer(page).inputValue()).toBe("Typed before the end");
  });

  test("in mid-work, because the session was ended elsewhere: nothing is lost, the question and the draft are there again", async () => {
    const { page, http, email } = await stage.enter();
    await openNew(page, stage.url, "cloud");
    await send(page, "Ask [[answer: Answer]]");
    await untilAnswerSays(page, "Answer");
    await untilDone(page);
    await see(listOf(page), "A scripted title");
    const headers = { cookie: http.cookie, [clientHeader.name]: clientHeader.value };
    await fetch(`${stage.url}/auth/signout`, { method: "POST", headers });
    await composer(page).fill("A question that meets a closed door");
    await composer(page).press("Enter");
    await signInAgain(page, email);
    await untilAnswerSays(page, "Answer");
    await soon(() => composer(page).inputValue()).toBe("A question that meets a closed door");
    await composer(page).press("Enter");
    await soon(() => page.getByRole("log").textContent()).toContain("Scripted answer to: A question that meets");
  });

  test("without the session's cookie, on the next act", async () => {
    const { page, context, email } = await stage.enter();
    await openNew(page, stage.url, "cloud");
    await composer(page).fill("Typed");
    await context.clearCookies();
    await page.getByRole("button", { name: "Send message" }).click();
    await signInAgain(page, email);
    await soon(() => composer(page).inputValue()).toBe("Typed");
  });
});
