import type { SessionError, SessionResponse } from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answers, sendButton, sendMessage, waitForAnswerEnd } from "../../testing/chatPage.ts";
import { reloadApp } from "../../testing/reloadApp.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { composer, eventually } from "../../testing/screen.ts";
import { stubAnswers } from "../../testing/stubChat.ts";
import { getConfig, stubRequests } from "../../testing/stubServer.ts";

const reasons = {
  SessionExpiredError: "Your session has ended, so you were signed out.",
  RefreshAccessTokenError: "Your sign-in couldn’t be renewed, so you were signed out.",
} satisfies Record<SessionError, string>;

/** Simulates a return to the tab, upon which the page reads its session again. */
const returnToTab = () => dispatchEvent(new Event("visibilitychange"));

test("[A4.20] a session that has expired or could not be renewed signs out, says why, and restores the typed text after the next sign-in", async () => {
  stubAnswers("Here is the answer.");
  let sessionError: SessionError | null = null;
  stubRequests(({ url }) => {
    if (sessionError === null || new URL(url).pathname !== "/api/session") return null;
    const signedOut = { user: null, accessToken: null, expiresAt: null, lastEventId: null, config: getConfig() };
    return Response.json({ ...signedOut, error: sessionError } satisfies SessionResponse);
  });
  await renderApp();
  await sendMessage("Before the end");
  await waitForAnswerEnd();
  const address = location.hash;
  for (const error of ["SessionExpiredError", "RefreshAccessTokenError"] as const) {
    const typedText = `Typed before ${error} and not sent`;
    await composer().fill(typedText);
    sessionError = error;
    returnToTab();
    await expect.element(page.getByRole("alert").getByText(reasons[error])).toBeVisible();
    await expect.element(composer()).not.toBeInTheDocument();
    expect(page.getByText("Before the end").query()).toBeNull();

    // The next sign-in loads the page again.
    sessionError = null;
    await reloadApp();
    await expect.element(composer()).toHaveValue(typedText);
    expect(location.hash).toBe(address);
  }
  await expect.element(sendButton()).not.toHaveAttribute("aria-disabled", "true");
  await sendButton().click();
  await eventually(() => answers().elements()).toHaveLength(2);
});
