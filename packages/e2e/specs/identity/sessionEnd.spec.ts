import { clientHeader } from "@lectern/contract";
import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import type { BrowserPerson } from "../../support/browser/openPages.ts";
import { openNewConversation, waitForAnswerEnd } from "../../support/pages/chatControls.ts";
import {
  answers,
  ask,
  composer,
  dispatchVisibilityChange,
  expectEventually,
  expectVisible,
  questions,
  readConversationNames,
  send,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

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

/** Ends the session, and sends a message before the page learns from another request that it has ended. */
async function sendAfterSessionEnd(visitor: BrowserPerson, text: string): Promise<void> {
  const { page } = visitor;
  const openOps = countOpenOps(page);
  await expectEventually(() => readConversationNames(page)).toEqual(["A scripted title"]);
  // The message would wait for the title to be stored.
  await page.reload();
  await questions(page).first().waitFor();
  await expectEventually(openOps).toBe(0);
  // A request without an answer tells the page nothing.
  await page.route(otherRequests, () => {});
  await endSession(visitor);
  await send(page, text);
  await signInLink(page).waitFor();
  await page.unroute(otherRequests);
}

const otherRequests = /\/api\/(events|requestOp)$/;

/** Returns a function that counts the calls of ops that the server has not answered yet. */
function countOpenOps(page: Page): () => number {
  const open = new Set<Request>();
  page.on("request", (request) => request.url().endsWith("/api/requestOp") && open.add(request));
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return () => open.size;
}

test("a session that is ended elsewhere loses neither the next message nor an answer that is being written: the next sign-in restores both", async () => {
  const visitor = await fixture.openSignedIn();
  const { page } = visitor;
  const { models } = fixture.workspace;
  await openNewConversation(page, fixture.url, "local");
  await ask(page, "Asked while signed in");
  // Wait for the title: otherwise the page would notice the end of the session when it requests the title.
  await sendAfterSessionEnd(visitor, "Asked after that");
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

test("a message that is sent in a cloud chat after the session was ended elsewhere is in the field after the next sign-in", async () => {
  const visitor = await fixture.openSignedIn();
  const { page } = visitor;
  await openNewConversation(page, fixture.url, "cloud");
  await ask(page, "Asked while signed in");
  await sendAfterSessionEnd(visitor, "Asked after that");
  await signInAgain(visitor);
  await expectVisible(questions(page).last(), "Asked while signed in");
  await expectEventually(() => composer(page).inputValue()).toBe("Asked after that");
});
