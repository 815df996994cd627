import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { readStoredConversations } from "../../support/browser/browserStorage.ts";
import { openAccountMenu, signOut } from "../../support/pages/accountMenu.ts";
import { chooseStorage, openNewConversation, startNewChat } from "../../support/pages/chatControls.ts";
import {
  ask,
  composer,
  expectEventually,
  expectVisible,
  readConversationNames,
  sidePanel,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const signInLink = (page: Page) => page.getByRole("link", { name: "Sign in with single sign-on" });

/** Signs in, starting from the signed-out screen. */
async function signInAs(page: Page, email: string): Promise<void> {
  await signInLink(page).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Sign in" }).click();
  await composer(page).waitFor();
}

/** Signs out. Returns the URL of the request that ended the session at the identity provider. */
async function signOutAtProvider(page: Page, options?: Parameters<typeof signOut>[1]): Promise<URL> {
  const providerRequest = page.waitForRequest(/\/session\/end\?/);
  await signOut(page, options);
  const address = new URL((await providerRequest).url());
  await signInLink(page).waitFor();
  return address;
}

test("[A2.03] [A4.21] [A1.04] [A1.05] [A1.06] [A1.07] [A1.08] the signed-out screen shows the product's title and logo, single sign-on and the conditions of use; a person signs in after correcting an address, and signs out through the provider's logout address", async () => {
  const { page } = await fixture.openSignedOut();
  await page.goto(fixture.url);
  await page.getByRole("heading", { name: "Lectern", level: 1 }).waitFor();
  expect(await page.getByRole("main").locator("svg:has(+ h1)").isVisible()).toBe(true);
  await signInLink(page).waitFor();
  await page.getByRole("heading", { name: "Conditions of use", level: 2 }).waitFor();
  expect(await page.getByRole("textbox").count()).toBe(0);
  const conditions = page.getByRole("region", { name: "Conditions of use" });
  const readSectionText = async (title: string) => {
    const item = conditions.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
    return (await item.textContent()) ?? "";
  };
  expect(await readSectionText("Who it is for")).toMatch(
    /faculty, staff and students, who sign in through single sign-on/,
  );
  expect(await readSectionText("Faculty and staff")).toMatch(
    /only with data classified as Public, Internal or Restricted/,
  );
  expect(await readSectionText("No confidential data")).toMatch(
    /Confidential data is not allowed.*national ID numbers, passport numbers, financial aid data or student health data/,
  );
  expect(await readSectionText("Students")).toMatch(
    /academic purposes only, within the limits that the instructors of each of your courses set/,
  );

  // An invalid email address is rejected, and the person can correct it.
  await signInLink(page).click();
  const field = page.getByRole("textbox", { name: "Email" });
  await field.waitFor();
  // The page has the font of the web app.
  await expectEventually(() =>
    page.evaluate(() => [...document.fonts].map(({ family, status }) => ({ family, status }))),
  ).toEqual([{ family: "Inter", status: "loaded" }]);
  expect(await field.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/^Inter,/);
  await field.fill("not an address");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  expect(await field.inputValue()).toBe("not an address");
  await field.fill("now.right@example.org");
  await page.keyboard.press("Enter");
  await composer(page).waitFor();
  await sidePanel(page).getByRole("button", { name: "Now Right" }).waitFor();
  await openAccountMenu(page);
  await page.getByRole("menuitem", { name: "Sign out Now Right", exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });

  const { origin, searchParams } = await signOutAtProvider(page);
  expect(origin).toBe(fixture.url);
  expect(searchParams.get("client_id")).toBeTruthy();
  expect(searchParams.get("post_logout_redirect_uri")).toBe(`${fixture.url}/`);
  expect(page.url()).toBe(`${fixture.url}/`);
  await page.reload();
  await signInLink(page).waitFor();
  // The provider's session has ended too: it asks for an email address again.
  await signInLink(page).click();
  await field.waitFor();
});

test("signing out leaves no data for the next person in the same browser and all data for the same person, whose sign-in opens the conversation that was requested", async () => {
  const ann = await fixture.openSignedIn({ email: "shared.ann@example.org" });
  const { page } = ann;
  await openNewConversation(page, fixture.url, "local");
  await ask(page, "What Ann asked about herons");
  await expectEventually(() => readConversationNames(page)).toEqual(["A scripted title"]);
  const annsAddress = page.url();
  await composer(page).fill("What Ann never sent");
  await signOutAtProvider(page, { hasChats: true });
  expect(await page.locator("body").textContent()).not.toMatch(/herons|never sent|scripted title/);

  await signInAs(page, "shared.bob@example.org");
  await expectVisible(page, "No data.");
  expect(await composer(page).inputValue()).toBe("");
  await page.goto(annsAddress);
  await page.getByRole("alert").getByText("This conversation is no longer accessible").waitFor();
  await expectVisible(page, "No data.");
  expect(await page.locator("body").textContent()).not.toMatch(/herons|never sent|scripted title/);
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  const [bobsDatabaseName = ""] = databases.filter(
    (name) => name?.startsWith("lectern.") && name !== `lectern.${ann.userId}`,
  );
  const bobsStoredConversations = await readStoredConversations(page, bobsDatabaseName.replace("lectern.", ""));
  expect(JSON.stringify(bobsStoredConversations)).not.toMatch(/herons|never sent|scripted title/);
  await composer(page).fill("What Bob never sent");
  await signOutAtProvider(page);

  await page.goto("about:blank");
  await page.goto(annsAddress);
  await signInAs(page, "shared.ann@example.org");
  await expectVisible(page.getByRole("log"), "What Ann asked about herons");
  expect(page.url()).toBe(annsAddress);
  await expectEventually(() => readConversationNames(page)).toEqual(["A scripted title"]);
  await expectEventually(() => composer(page).inputValue()).toBe("What Ann never sent");
});

test("a person who signs out can remove the chats of this browser with what was typed in them; chats in the cloud stay", async () => {
  const { page, userId, email } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await ask(page, "What the cloud stores");
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  await chooseStorage(page, "local");
  await ask(page, "What this browser stores about herons");
  await composer(page).fill("Unsent herons");
  await page.evaluate((id) => {
    const conversationId = new URLSearchParams(location.hash.slice(1)).get("c") ?? "";
    const message = { id: "q", text: "Queued herons", documentNames: [], state: "held" };
    localStorage.setItem(`lectern.${id}.queuedMessages`, JSON.stringify({ [conversationId]: [message] }));
  }, userId);
  await expectEventually(() => readConversationNames(page)).toHaveLength(2);
  await signOutAtProvider(page, { hasChats: true, removesChats: true });

  const { conversationHistory } = await readStoredConversations(page, userId);
  expect(JSON.stringify(conversationHistory)).not.toContain("herons");
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("herons");
  await signInAs(page, email);
  await expectEventually(() => readConversationNames(page)).toHaveLength(1);
  expect(await composer(page).inputValue()).toBe("");
});
