import { fileURLToPath } from "node:url";
import { integrationIds, updateSiteConfigs } from "@lectern/contract";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { sessionCookieName } from "../../../server/src/modules/identity/service.ts";
import { type ChatServer, startChatServer } from "../../../server/src/testing/startChatServer.ts";
import { startTestOAuthProvider, type TestOAuthProvider } from "../../../server/src/testing/startTestOAuthProvider.ts";
import { createPersonContext, getSharedBrowser } from "../../support/browser/openBrowser.ts";
import { expectEventually, openWorkspace, PATIENCE_MS } from "../../support/pages/screen.ts";

const webRoot = fileURLToPath(new URL("../../../web/dist", import.meta.url));

let server: ChatServer;
let provider: TestOAuthProvider;

beforeAll(async () => {
  provider = await startTestOAuthProvider();
  server = await startChatServer({ webRoot, environment: { ADMINS: "site@uni.edu" } });
  provider.installIn(server.platform);
  const { clientId, clientSecret } = provider.registration;
  const google = { clientId, clientSecret: { value: clientSecret }, enabled: [...integrationIds] };
  const site = await server.signIn("site@uni.edu");
  const configurations = [{ type: "integrations" as const, data: { google } }];
  const { result } = await site.proxy(updateSiteConfigs, { configurations });
  expect(result.integrations?.success).toBe(true);
});

afterAll(async () => {
  await server?.close();
  await provider?.close();
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Integrations" });
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });

/**
 * Opens the dialog for a person. The page of the provider has a link that allows what it was asked for; `headers` are its
 * own.
 */
async function openIntegrations(headers: Record<string, string>): Promise<{ context: BrowserContext; page: Page }> {
  const { context, page, problems } = await createPersonContext(await getSharedBrowser());
  context.setDefaultTimeout(PATIENCE_MS);
  onTestFinished(async () => {
    await context.close();
    expect(problems).toEqual([]);
  });
  const { cookie } = await server.signIn(`person-${crypto.randomUUID()}@example.org`);
  await context.addCookies([{ name: sessionCookieName, value: cookie, url: server.origin }]);
  await context.addInitScript(() => {
    const open = window.open.bind(window);
    window.open = (...args) => Object.assign(window, { lastPopup: open(...args) }).lastPopup;
  });
  await context.route("https://accounts.provider.test/**", (route) => {
    const path = provider.allow(route.request().url());
    return route.fulfill({ headers, contentType: "text/html", body: `<a href="${server.origin}${path}">Allow</a>` });
  });
  await openWorkspace(page, server.origin, "#page=integrations");
  return { context, page };
}

/** True if the page takes the popup that it has opened for closed. */
const seesPopupClosed = (page: Page) =>
  page.evaluate(() => "lastPopup" in window && (window.lastPopup as Window | null)?.closed);

async function connectDrive(context: BrowserContext, page: Page): Promise<Page> {
  const opened = context.waitForEvent("page");
  await button(page, "Connect Google Drive").click();
  const popup = await opened;
  await popup.getByRole("link", { name: "Allow" }).waitFor();
  return popup;
}

test("a person connects an account in a popup, which closes itself, and disconnects it", async () => {
  const { context, page } = await openIntegrations({});
  const popup = await connectDrive(context, page);
  // The provider’s page has no access to ours, and ours sees that it is still open.
  expect(await popup.evaluate(() => window.opener === null)).toBe(true);
  expect(await seesPopupClosed(page)).toBe(false);
  await popup.getByRole("link", { name: "Allow" }).click();
  await button(page, "Disconnect Google Drive").waitFor();
  await dialog(page).getByText("Connected as ada@gmail.test", { exact: true }).waitFor();
  await expectEventually(() => popup.isClosed()).toBe(true);
  await button(page, "Disconnect Google Drive").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await button(page, "Connect Google Drive").waitFor();
  expect(provider.revoked).toHaveLength(1);
});

test("an account is connected also at a provider that cuts its window off from ours, which then seems to be closed", async () => {
  const { context, page } = await openIntegrations({ "cross-origin-opener-policy": "same-origin" });
  const popup = await connectDrive(context, page);
  expect(await seesPopupClosed(page)).toBe(true);
  await popup.getByRole("link", { name: "Allow" }).click();
  // The person returns to the page.
  const readAgain = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    return button(page, "Disconnect Google Drive").count();
  };
  await expectEventually(readAgain).toBe(1);
});
