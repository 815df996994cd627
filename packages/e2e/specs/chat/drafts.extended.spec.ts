import { clientHeader } from "@lectern/contract";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { withoutEvents } from "../../support/browser/withoutEvents.ts";
import { branchOf, openStoredConversation } from "../../support/content/storedConversation.ts";
import { waitForAnswerText } from "../../support/pages/chatControls.ts";
import { composer, expectEventually, waitUntilSendable } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

/** Signs in from the signed-out screen; the provider asks for an email address. */
async function signInAgain(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await page.getByRole("textbox", { name: /e-?mail/i }).fill(email);
  await page.keyboard.press("Enter");
}

test("a sign-out because the session was ended elsewhere loses nothing: the question and the draft are restored", async () => {
  const person = await fixture.openSignedIn();
  const { page, http, email } = person;
  // With events, the page would notice at once.
  await withoutEvents(person.context);
  await openStoredConversation(person, fixture.url, "cloud", branchOf(["Ask", "Answer"]));
  const headers = { cookie: http.cookie, [clientHeader.name]: clientHeader.value };
  await fetch(`${fixture.url}/auth/signout`, { method: "POST", headers });
  await composer(page).fill("A question that meets a closed door");
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
