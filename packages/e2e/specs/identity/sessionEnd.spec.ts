import { clientHeader, type SessionError } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForAnswerEnd } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import type { BrowserPerson } from "../../support/openPages.ts";
import {
  answers,
  ask,
  composer,
  dispatchVisibilityChange,
  expectEventually,
  expectVisible,
  openWorkspace,
  questions,
  readConversationNames,
  send,
  waitUntilSendable,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const signInLink = (page: Page) => page.getByRole("link", { name: "Sign in with single sign-on" });

async function signInAgain({ page, email }: BrowserPerson): Promise<void> {
  await signInLink(page).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.keyboard.press("Enter");
  await composer(page).waitFor();
}

/** Ends the session of the person's browser on the server, as a sign-out elsewhere would. */
async function endSession({ context }: BrowserPerson): Promise<void> {
  const cookies = await context.cookies(fixture.url);
  const signOutResponse = await fetch(`${fixture.url}/auth/signout`, {
    method: "POST",
    headers: {
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      [clientHeader.name]: clientHeader.value,
    },
  });
  expect(signOutResponse.status).toBe(200);
}

const reasons = {
  SessionExpiredError: "Your session has ended, so you were signed out.",
  RefreshAccessTokenError: "Your sign-in couldn’t be renewed, so you were signed out.",
} satisfies Record<SessionError, string>;

test("[A4.20] a session that has expired or could not be renewed signs out, says why, and restores the typed text after the next sign-in", async () => {
  const visitor = await fixture.openSignedIn();
  const { page } = visitor;
  await openWorkspace(page, fixture.url);
  await ask(page, "Before the end");
  const address = page.url();
  for (const [error, reason] of Object.entries(reasons)) {
    const typedText = `Typed before ${error} and not sent`;
    await composer(page).fill(typedText);
    // A sign-out elsewhere gives the session no error, so add one. The server's tests cover what causes these errors.
    await page.route("**/api/session", async (route) => {
      const response = await route.fetch();
      const session = await response.json();
      await route.fulfill({ response, json: session.user ? session : { ...session, error } });
    });
    await endSession(visitor);
    await dispatchVisibilityChange(page);
    await page.getByRole("alert").getByText(reason).waitFor();
    expect(await composer(page).count()).toBe(0);
    expect(await page.getByText("Before the end").count()).toBe(0);

    await page.unrouteAll();
    await signInAgain(visitor);
    expect(page.url()).toBe(address);
    await expectEventually(() => composer(page).inputValue()).toBe(typedText);
  }
  await waitUntilSendable(page);
  await composer(page).press("Enter");
  await expectEventually(() => answers(page).count()).toBe(2);
});

test("a session that is ended elsewhere loses neither the next message nor an answer that is being written: the next sign-in restores both", async () => {
  const visitor = await fixture.openSignedIn();
  const { page } = visitor;
  const { models } = fixture.workspace;
  await openWorkspace(page, fixture.url);
  await ask(page, "Asked while signed in");
  // Wait for the title: otherwise the page would notice the end of the session when it requests the title.
  await expectEventually(() => readConversationNames(page)).toEqual(["A scripted title"]);
  await endSession(visitor);
  await send(page, "Asked after that");
  await signInLink(page).waitFor();
  await signInAgain(visitor);
  await expectVisible(questions(page).last(), "Asked after that");
  await page.getByRole("button", { name: "Try again" }).click();
  await expectEventually(() => answers(page).last().textContent()).toContain("Asked after that");
  await waitForAnswerEnd(page);

  models.script({ answer: "One two three four five six", hangAfter: 3 }, "scripted-large");
  await send(page, "Asked just before the end");
  await expectEventually(() => answers(page).last().textContent()).toContain("One two");
  await endSession(visitor);
  await dispatchVisibilityChange(page);
  await signInLink(page).waitFor();
  models.resume();
  await signInAgain(visitor);
  await expectEventually(() => answers(page).last().textContent()).toContain("One two three four five six");
  await expectVisible(questions(page).last(), "Asked just before the end");
});
