import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getPreparedDataFolder } from "../../../server/src/testing/testDatabase.ts";
import { localConversation, readStoredConversations, storeLocalConversations } from "../../support/browserStorage.ts";
import { openPages } from "../../support/openPages.ts";
import {
  ask,
  composer,
  conversationNames,
  expectEventually,
  expectVisible,
  openWorkspace,
  sidePanel,
} from "../../support/screen.ts";
import { type RunningLectern, startLectern } from "../../support/startLectern.ts";

const policyUrl = "https://university.example/data-policy";
const contactEmail = "privacy@university.example";

let lectern: RunningLectern;
beforeAll(async () => {
  const environment = { POLICY_URL: policyUrl, CONTACT_EMAIL: contactEmail, PRODUCT_NAME: "Reading Room" };
  lectern = await startLectern(environment, { template: await getPreparedDataFolder() });
});
afterAll(() => lectern?.close());
const pages = openPages(() => lectern.url);

const signInLink = (page: Page) => page.getByRole("link", { name: "Sign in with single sign-on" });

/** Starts from the signed-out screen. */
async function signInAs(page: Page, email: string): Promise<void> {
  await signInLink(page).click();
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("button", { name: "Sign in" }).click();
  await composer(page).waitFor();
}

/** Returns the address that asked the identity provider to sign out. */
async function signOut(page: Page): Promise<URL> {
  const atProvider = page.waitForRequest(/\/session\/end\?/);
  await sidePanel(page).getByRole("button", { name: "Sign out" }).click();
  const address = new URL((await atProvider).url());
  await signInLink(page).waitFor();
  return address;
}

describe("the signed-out screen", () => {
  test("[A2.03] shows a logo, the product's title, the single sign-on button and the conditions of use", async () => {
    const { page } = await pages.openSignedOut();
    await page.goto(lectern.url);
    await page.getByRole("heading", { name: "Reading Room", level: 1 }).waitFor();
    expect(await page.getByRole("main").locator("svg").first().isVisible()).toBe(true);
    await signInLink(page).waitFor();
    await page.getByRole("heading", { name: "Conditions of use", level: 2 }).waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
  });

  test("[A1.04] [A1.05] [A1.06] [A1.07] [A1.08] [A1.09] says who may use the workspace, for what purpose, and whom to contact", async () => {
    const { page } = await pages.openSignedOut();
    await page.goto(lectern.url);
    const conditions = page.getByRole("region", { name: "Conditions of use" });
    const sectionText = async (title: string) => {
      const item = conditions.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
      return (await item.textContent()) ?? "";
    };
    await conditions.waitFor();
    expect(await sectionText("Who it is for")).toMatch(
      /faculty, staff and students, who sign in through single sign-on/,
    );
    expect(await sectionText("Faculty and staff")).toMatch(
      /only with data classified as Public, Internal or Restricted/,
    );
    expect(await sectionText("No confidential data")).toMatch(
      /Confidential data is not allowed.*national ID numbers, passport numbers, financial aid data or student health data/,
    );
    expect(await sectionText("Students")).toMatch(
      /academic purposes only, within the limits that the instructors of each of your courses set/,
    );
    expect(await conditions.getByRole("link", { name: "data policy" }).getAttribute("href")).toBe(policyUrl);
    expect(await conditions.getByRole("link", { name: contactEmail }).getAttribute("href")).toBe(
      `mailto:${contactEmail}`,
    );
  });
});

describe("signing in", () => {
  test("makes only the first person an administrator, who may connect a model", async () => {
    const first = await pages.openSignedOut();
    await first.page.goto(lectern.url);
    await signInAs(first.page, "first@example.org");
    await first.page.getByRole("button", { name: "Connect a model" }).waitFor();

    const second = await pages.openSignedOut();
    await second.page.goto(lectern.url);
    await signInAs(second.page, "second@example.org");
    await expectVisible(second.page, "The built-in guide answers until an administrator connects a language model.");
    expect(await second.page.getByRole("button", { name: "Connect a model" }).count()).toBe(0);
  });

  test("rejects an invalid e-mail address and says what is wrong with it", async () => {
    const { page } = await pages.openSignedOut();
    await page.goto(lectern.url);
    await signInLink(page).click();
    const field = page.getByRole("textbox", { name: "E-mail" });
    await field.fill("not an address");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    expect(await field.inputValue()).toBe("not an address");
    await field.fill("now.right@example.org");
    await page.keyboard.press("Enter");
    await composer(page).waitFor();
    await sidePanel(page).getByRole("button", { name: "Now Right Sign out" }).waitFor();
  });

  test("opens the conversation whose address was requested", async () => {
    const { page, userId, context, email } = await pages.openSignedIn();
    await openWorkspace(page, lectern.url);
    await storeLocalConversations(page, userId, [localConversation("wanted", "The wanted one")]);
    await context.clearCookies();
    await page.goto("about:blank");
    await page.goto(`${lectern.url}/#c=wanted`);
    await signInAs(page, email);
    await expectVisible(page.getByRole("log"), "Answer of The wanted one");
    expect(new URL(page.url()).hash).toBe("#c=wanted");
  });
});

describe("signing out", () => {
  test("[A4.21] goes through the provider's logout address with client id and return address, then back to the signed-out screen", async () => {
    const { page } = await pages.openSignedIn();
    await openWorkspace(page, lectern.url);
    const { origin, searchParams } = await signOut(page);
    expect(origin).toBe(lectern.url);
    expect(searchParams.get("client_id")).toBeTruthy();
    expect(searchParams.get("post_logout_redirect_uri")).toBe(`${lectern.url}/`);
    expect(page.url()).toBe(`${lectern.url}/`);

    await page.reload();
    await signInLink(page).waitFor();
    // The provider's session has ended too: it asks for an e-mail address again.
    await signInLink(page).click();
    await page.getByRole("textbox", { name: "E-mail" }).waitFor();
  });

  test("leaves no data for the next person in the same browser and all data for the same person", async () => {
    const ann = await pages.openSignedIn({ email: "shared.ann@example.org" });
    const { page } = ann;
    await openWorkspace(page, lectern.url);
    await ask(page, "What Ann asked about herons");
    await expectEventually(() => conversationNames(page)).toEqual(["What Ann asked about herons..."]);
    const annsAddress = page.url();
    await composer(page).fill("What Ann never sent");
    await signOut(page);
    expect(await page.locator("body").textContent()).not.toMatch(/herons|never sent/);

    await signInAs(page, "shared.bob@example.org");
    await expectVisible(page, "No data.");
    expect(await composer(page).inputValue()).toBe("");
    await page.goto(annsAddress);
    await page.getByRole("alert").getByText("This conversation is no longer accessible").waitFor();
    await expectVisible(page, "No data.");
    expect(await page.locator("body").textContent()).not.toMatch(/herons|never sent/);
    const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    const [bobs = ""] = databases.filter((name) => name?.startsWith("lectern.") && name !== `lectern.${ann.userId}`);
    const kept = await readStoredConversations(page, bobs.replace("lectern.", ""));
    expect(JSON.stringify(kept)).not.toMatch(/herons|never sent/);
    await composer(page).fill("What Bob never sent");
    await signOut(page);

    await page.goto(`${lectern.url}/`);
    await signInAs(page, "shared.ann@example.org");
    await expectEventually(() => conversationNames(page)).toEqual(["What Ann asked about herons..."]);
    await page.goto(annsAddress);
    await expectVisible(page.getByRole("log"), "What Ann asked about herons");
    await expectEventually(() => composer(page).inputValue()).toBe("What Ann never sent");
  });
});
