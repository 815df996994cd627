import { clientHeader, listAssistants } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForOpAnswer } from "../../support/browser/interceptOp.ts";
import { withoutEvents } from "../../support/browser/withoutEvents.ts";
import { branchOf, openStoredConversation } from "../../support/content/storedConversation.ts";
import { openNewConversation, startNewChat, waitForAnswerText } from "../../support/pages/chatControls.ts";
import {
  composer,
  conversationRow,
  expectEventually,
  expectVisible,
  questions,
  send,
  waitUntilSendable,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

/** Signs in from the signed-out screen; the provider asks for an email address. */
async function signInAgain(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await page.getByRole("textbox", { name: /e-?mail/i }).fill(email);
  await page.keyboard.press("Enter");
}

test("a draft is restored after a reload, in a new conversation and in one with messages, and belongs to its conversation", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openStoredConversation(person, fixture.url, "local", branchOf(["Ask", "Answer"]));
  await composer(page).fill("For the first");
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  expect(await composer(page).inputValue()).toBe("");
  await composer(page).fill("For the second");
  await page.reload();
  await expectEventually(() => composer(page).inputValue()).toBe("For the second");
  await conversationRow(page, "A stored one").click();
  await waitForAnswerText(page, "Answer");
  expect(await composer(page).inputValue()).toBe("For the first");
  await page.reload();
  await waitForAnswerText(page, "Answer");
  await expectEventually(() => composer(page).inputValue()).toBe("For the first");
  await composer(page).fill("");
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  await expectEventually(() => composer(page).inputValue()).toBe("For the second");
  await page.goBack();
  await waitForAnswerText(page, "Answer");
  await page.reload();
  await waitForAnswerText(page, "Answer");
  expect(await composer(page).inputValue()).toBe("");
});

test("a new chat that is opened while the first message of another one waits for the server starts empty, and keeps what is typed in it", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.pauseAfter(0);
  const deferredChat = Promise.withResolvers<void>();
  await page.route("**/chat", async (route) => {
    await deferredChat.promise;
    await route.continue();
  });
  await send(page, "The first message [[answer: Received.]]");
  await questions(page).getByText("The first message").waitFor();
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  expect(await composer(page).inputValue()).toBe("");
  await composer(page).fill("For the second");
  deferredChat.resolve();
  await models.whenPaused();
  await page.reload();
  await expectEventually(() => composer(page).inputValue()).toBe("For the second");
  models.resume();
  await page.goBack();
  await waitForAnswerText(page, "Received.");
  expect(await composer(page).inputValue()).toBe("");
});

test("a message that cannot be sent is back in its field, also if another conversation was opened in the meantime", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openStoredConversation(person, fixture.url, "local", branchOf(["Ask", "Answer"]));
  const deferredChat = Promise.withResolvers<void>();
  await page.route("**/chat{,/**}", async (route) => {
    await deferredChat.promise;
    await route.abort();
  });
  await send(page, "Not received");
  await questions(page).getByText("Not received").waitFor();
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  deferredChat.resolve();
  const notice = page.getByRole("alert");
  await notice.getByRole("button", { name: "Open" }).click();
  await waitForAnswerText(page, "Answer");
  await expectEventually(() => composer(page).inputValue()).toBe("Not received");
});

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

test("a sign-out because the session was ended elsewhere loses nothing: the question and the draft are restored", async () => {
  const person = await fixture.openSignedIn();
  const { page, http, email } = person;
  // With events, the page would notice at once.
  await withoutEvents(person.context);
  await openStoredConversation(person, fixture.url, "cloud", branchOf(["Ask", "Answer"]));
  await composer(page).fill("A question that meets a closed door");
  const headers = { cookie: http.cookie, [clientHeader.name]: clientHeader.value };
  await fetch(`${fixture.url}/auth/signout`, { method: "POST", headers });
  // At once, before another call of the page meets the closed door.
  await composer(page).press("Enter");
  await signInAgain(page, email);
  await waitForAnswerText(page, "Answer");
  await expectEventually(() => composer(page).inputValue()).toBe("A question that meets a closed door");
  await waitUntilSendable(page);
  await composer(page).press("Enter");
  await expectEventually(() => page.getByRole("log").textContent()).toContain(
    "Scripted answer to: A question that meets",
  );
});
