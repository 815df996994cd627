import { expect, test } from "vitest";
import { signOut } from "../../support/pages/accountMenu.ts";
import { chooseStorage } from "../../support/pages/chatControls.ts";
import { chooseInHeader } from "../../support/pages/messageControls.ts";
import { openSettings } from "../../support/pages/openSettings.ts";
import {
  ask,
  composer,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
  readConversationNames,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const parseUrl = (url: string) => new URL(url);

test("[C2.01] [C2.02] [A2.01] [A2.02] the address is always '/', whatever is open; #page=home shows 'Your Files', whose close button leads back to the chat; the browser's tab has the product's name and an icon", async () => {
  const { page } = await fixture.openSignedIn();
  const requestedPaths: string[] = [];
  const loadedPages: string[] = [];
  page.on("request", (request) => {
    const { pathname } = parseUrl(request.url());
    requestedPaths.push(pathname);
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loadedPages.push(pathname);
  });
  await openWorkspace(page, fixture.url);
  expect(requestedPaths).toContain("/api/session");
  expect(requestedPaths).toContain("/api/requestOp");
  expect(await page.title()).toBe("Lectern");
  const width = await page.evaluate(async () => {
    const picture = new Image();
    picture.src = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? "";
    await picture.decode();
    return picture.naturalWidth;
  });
  expect(width).toBeGreaterThan(0);

  await ask(page, "What stays open below");
  expect(parseUrl(page.url())).toMatchObject({ pathname: "/", search: "" });
  expect(parseUrl(page.url()).hash).toMatch(/^#c=[\w-]{36}$/);
  await page.evaluate(() => {
    location.hash += "&page=home";
  });
  await page.getByRole("heading", { name: "Your Files", level: 1 }).waitFor();
  expect(parseUrl(page.url()).pathname).toBe("/");
  expect(await composer(page).count()).toBe(0);
  await page.getByRole("button", { name: "Close and return to the chat" }).click();
  await expectVisible(page.getByRole("log"), "What stays open below");
  expect(await page.getByRole("heading", { name: "Your Files" }).count()).toBe(0);
  expect(loadedPages).toEqual(["/"]);

  for (const path of ["/home", "/chat", "/c/1"]) {
    expect((await page.goto(fixture.url + path))?.status(), path).toBe(404);
  }
  await page.goto(`${fixture.url}/#page=home`);
  await page.getByRole("button", { name: "Close and return to the chat" }).click();
  await expectVisible(page, "Start a new conversation.");
});

test("a whole session violates no rule of the page's policy and sends no request to another server", async () => {
  const { page, context } = await fixture.openSignedOut({ locale: "fr-FR" });
  const brokenRules: string[] = [];
  await context.exposeBinding("told", (_source, rule: string) => brokenRules.push(rule));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      // defined by `exposeBinding`
      (globalThis as unknown as { told: (rule: string) => void }).told(`${violatedDirective} ${blockedURI}`);
    });
  });
  await page.goto(fixture.url);
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill("whole-session@example.org");
  await page.keyboard.press("Enter");
  await composer(page).waitFor();
  await chooseStorage(page, "local");
  await ask(page, "Show everything [[showcase]]");
  await page.getByRole("log").locator("math, .katex").first().waitFor();
  await expectEventually(() =>
    page.getByRole("log").locator("pre code span[style], pre code span[class]").count(),
  ).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Chat settings" }).click();
  await page.getByRole("textbox", { name: "System prompt" }).waitFor();
  await page.keyboard.press("Escape");
  await chooseInHeader(page, "Clear messages");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  const settings = await openSettings(page);
  await settings.getByText("Light", { exact: true }).click();
  await settings.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("tab", { name: "Chats" }).click();
  await expectEventually(() => readConversationNames(page)).toEqual(["A scripted title"]);
  await conversationRow(page, "A scripted title").dblclick();
  await page.keyboard.press("Escape");
  await signOut(page, { hasChats: true });
  await page.getByRole("link", { name: "Sign in with single sign-on" }).waitFor();
  expect(brokenRules).toEqual([]);
});
