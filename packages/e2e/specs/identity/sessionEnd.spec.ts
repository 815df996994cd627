import { createHash } from "node:crypto";
import { clientHeader } from "@lectern/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenDatabase } from "../../../server/src/platform/db/openDatabase.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import type { BrowserPerson } from "../../support/openPages.ts";
import { openWorkspaceDatabase } from "../../support/openWorkspaceDatabase.ts";
import {
  answers,
  ask,
  composer,
  dispatchVisibilityChange,
  expectEventually,
  expectVisible,
  openWorkspace,
  questions,
  send,
  waitUntilSendable,
} from "../../support/screen.ts";

// Use a separate server, so that a test can backdate a session in the database.
const fixture = createWorkspaceFixture({ kind: "postgres" });
let database: OpenDatabase;
beforeAll(async () => {
  database = await openWorkspaceDatabase(fixture.workspace);
});
afterAll(() => database?.close());

const signInLink = (page: Page) => page.getByRole("link", { name: "Sign in with single sign-on" });

async function signInAgain({ page, email }: BrowserPerson): Promise<void> {
  await signInLink(page).click();
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.keyboard.press("Enter");
  await composer(page).waitFor();
}

/** Derives the id of a session's row from the session cookie. */
const sessionRowId = ({ http }: BrowserPerson) =>
  createHash("sha256").update(http.cookie.replace("lectern_session=", "")).digest("hex");

const past = new Date("2020-01-01T00:00:00Z");

describe.each([
  {
    error: "SessionExpiredError",
    reason: "Your session has ended, so you were signed out.",
    changes: { expires_at: past },
  },
  {
    error: "RefreshAccessTokenError",
    reason: "Your sign-in could not be renewed, so you were signed out.",
    changes: { ended_at: past, provider_expires_at: past },
  },
])("a session that ends with $error", ({ error, reason, changes }) => {
  test(`[A4.20] signs out, says why, and restores the typed text after the next sign-in (${error})`, async () => {
    const visitor = await fixture.openSignedIn();
    const { page } = visitor;
    await openWorkspace(page, fixture.url);
    await ask(page, "Before the end");
    const address = page.url();
    await composer(page).fill("Typed and not sent");
    await database.db.updateTable("sessions").set(changes).where("id", "=", sessionRowId(visitor)).execute();

    const session = page.waitForResponse("**/api/session");
    await dispatchVisibilityChange(page);
    expect(await (await session).json()).toMatchObject({ user: null, error });
    await page.getByRole("alert").getByText(reason).waitFor();
    expect(await composer(page).count()).toBe(0);
    expect(await page.getByText("Before the end").count()).toBe(0);

    await signInAgain(visitor);
    expect(page.url()).toBe(address);
    await expectEventually(() => composer(page).inputValue()).toBe("Typed and not sent");
    await waitUntilSendable(page);
    await composer(page).press("Enter");
    await expectEventually(() => answers(page).count()).toBe(2);
  });
});

test("a session that was ended elsewhere leads the next message to sign-in; afterwards the message is shown and can be retried", async () => {
  const visitor = await fixture.openSignedIn();
  const { page, http } = visitor;
  await openWorkspace(page, fixture.url);
  await ask(page, "Asked while signed in");
  const left = await fetch(`${fixture.url}/auth/signout`, {
    method: "POST",
    headers: { cookie: http.cookie, [clientHeader.name]: clientHeader.value },
  });
  expect(left.status).toBe(200);

  await send(page, "Asked after that");
  await signInLink(page).waitFor();
  await signInAgain(visitor);
  await expectVisible(questions(page).last(), "Asked after that");
  await page.getByRole("button", { name: "Try again" }).click();
  await expectEventually(() => answers(page).last().textContent()).toContain("Asked after that");
});

test("a session that ends while an answer is being written loses neither the question nor the answer", async () => {
  const visitor = await fixture.openSignedIn();
  const { page, http } = visitor;
  const { models } = fixture.workspace;
  await openWorkspace(page, fixture.url);
  models.script({ answer: "One two three four five six", hangAfter: 3 }, "scripted-large");
  await send(page, "Asked just before the end");
  await expectEventually(() => answers(page).last().textContent()).toContain("One two");
  await fetch(`${fixture.url}/auth/signout`, {
    method: "POST",
    headers: { cookie: http.cookie, [clientHeader.name]: clientHeader.value },
  });
  await dispatchVisibilityChange(page);
  await signInLink(page).waitFor();
  models.resume();
  await signInAgain(visitor);
  await expectEventually(() => answers(page).last().textContent()).toContain("One two three four five six");
});
