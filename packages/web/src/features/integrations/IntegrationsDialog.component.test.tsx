import {
  disconnectIntegration,
  getFeatureFlags,
  getSiteConfigs,
  integrationIds,
  integrationTexts,
  listUserIntegrations,
  startIntegrationAuth,
} from "@lectern/contract";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { alertWithText } from "../../testing/chatPage.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { accountButton, boxOf, dialogNamed, eventually } from "../../testing/screen.ts";
import { createIntegration, stubIntegrations, stubPopup } from "../../testing/stubIntegrations.ts";
import { failOp, listInputs, pauseOp, stubOp } from "../../testing/stubServer.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const dialog = () => dialogNamed("Integrations");
const row = (name: string) => dialog().getByRole("listitem", { name, exact: true });
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const notice = (text: string) => page.getByRole("status").filter({ hasText: text });
const question = () => page.getByRole("alertdialog", { name: "Disconnect Google Drive?" });
const countLoads = () => listInputs(listUserIntegrations).length;

async function openIntegrations(): Promise<void> {
  await renderApp();
  openDialog("integrations");
  await expect.element(dialog()).toBeVisible();
}

/** Lets time pass for what is polled. */
function stubPolling(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
}

test("[A2.25] with the flag, the account menu, the palette and an address open the dialog", async () => {
  stubIntegrations(createIntegration("google_drive"));
  await renderApp("#page=integrations");
  await expect.element(dialog()).toBeVisible();
  expect(location.hash).toBe("");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await accountButton().click();
  await page.getByRole("menuitem", { name: "Integrations", exact: true }).click();
  await expect.element(row("Google Drive")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await userEvent.keyboard("{Control>}k{/Control}");
  const palette = dialogNamed("Command palette");
  await palette.getByRole("combobox").fill("Google");
  await palette.getByRole("option").filter({ hasText: "Integrations" }).click();
  await expect.element(dialog()).toBeVisible();
});

test("[A2.25] without the flag, neither the account menu nor the address opens the dialog", async () => {
  stubOp(getFeatureFlags, createFlags({ integrations: false }));
  await renderApp("#page=integrations");
  await expect.element(alertWithText("Integrations are not available to you.")).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await accountButton().click();
  await expect.element(page.getByRole("menuitem", { name: "Settings" })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "Integrations" })).not.toBeInTheDocument();
});

test("[A2.67] the dialog has 62 % of the width of the window and 88 % of its height, and fills a phone", async () => {
  await page.viewport(1440, 900);
  stubIntegrations(createIntegration("google_drive"));
  await openIntegrations();
  await eventually(() => Math.round((boxOf(dialog()).width / window.innerWidth) * 100)).toBe(62);
  expect(Math.round((boxOf(dialog()).height / window.innerHeight) * 100)).toBe(88);
  await page.viewport(390, 844);
  await eventually(() => Math.round(boxOf(dialog()).width)).toBe(390);
  expect(Math.round(boxOf(dialog()).height)).toBe(844);
});

test("[A2.68] [A2.69] the tab Google lists each integration with its name, its description, whether it is connected, and a button", async () => {
  stubIntegrations(...integrationIds.map((id) => createIntegration(id, { isConnected: id === "google_gmail" })));
  await openIntegrations();
  await expect.element(dialog().getByRole("tab", { name: "Google", selected: true })).toBeVisible();
  const names = ["Google Calendar", "Google Sheets", "Google Docs", "Google Drive", "Google Forms", "Gmail"];
  const rows = dialog().getByRole("tabpanel", { name: "Google" }).getByRole("listitem").elements();
  expect(rows.map((each) => each.getAttribute("aria-label"))).toEqual(names);
  for (const [index, name] of names.entries()) {
    const isConnected = name === "Gmail";
    await expect.element(row(name).getByRole("heading", { name, exact: true })).toBeVisible();
    await expect.element(row(name).getByText(`About ${integrationIds[index]}.`)).toBeVisible();
    expect(row(name).getByText("Connected", { exact: true }).elements()).toHaveLength(isConnected ? 1 : 0);
    expect(row(name).element().querySelectorAll(".tabler-icon-check")).toHaveLength(isConnected ? 1 : 0);
    await expect.element(row(name).getByRole("button")).toHaveTextContent(isConnected ? "Disconnect" : "Connect");
  }
});

test("[A2.70] [A4.16] [A4.17] [A9.03] [C9.11b] connecting opens a popup with the provider’s page; every 500 ms the dialog looks whether it is closed, and then loads the list again", async () => {
  const server = stubIntegrations(createIntegration("google_drive"), createIntegration("google_docs"));
  const { reached, release } = pauseOp(listUserIntegrations);
  await openIntegrations();
  await reached;
  await expect.element(notice("Loading integrations")).toBeVisible();
  release();
  await expect.element(row("Google Drive")).toBeVisible();
  await expect.element(notice("Loading integrations")).not.toBeInTheDocument();
  const { popup, open } = stubPopup();
  stubPolling();
  await button("Connect Google Drive").click();
  await eventually(() => popup.location.replace.mock.calls).toEqual([
    ["https://accounts.example/auth?for=google_drive"],
  ]);
  expect(listInputs(startIntegrationAuth)).toEqual([{ integration: "google_drive" }]);
  // The page of the provider does not reach this one.
  expect(popup.opener).toBeNull();
  expect(open.mock.calls).toEqual([["about:blank", "_blank", expect.any(String)]]);
  const features = new URLSearchParams(open.mock.calls[0]?.[2]?.replaceAll(",", "&"));
  expect([features.get("width"), features.get("height")]).toEqual(["600", "600"]);
  expect(Number(features.get("left"))).toBe(Math.round(window.screenX + (window.outerWidth - 600) / 2));
  expect(Number(features.get("top"))).toBe(Math.round(window.screenY + (window.outerHeight - 600) / 2));
  await expect.element(button("Connect Google Drive")).toBeDisabled();
  await expect.element(button("Connect Google Drive")).toHaveAttribute("data-loading", "true");
  await expect.element(button("Connect Google Docs")).toBeEnabled();
  vi.advanceTimersByTime(500);
  expect(countLoads()).toBe(1);
  server.connect("google_drive");
  popup.closed = true;
  vi.advanceTimersByTime(499);
  expect(countLoads()).toBe(1);
  vi.advanceTimersByTime(1);
  await expect.element(row("Google Drive").getByText("Connected as ann@mail.example")).toBeVisible();
  await expect.element(button("Disconnect Google Drive")).toBeEnabled();
  await expect.element(notice("Google Drive is connected.")).toBeVisible();
  expect(countLoads()).toBe(2);
  expect(vi.getTimerCount()).toBe(0);
});

test("the popup is opened in the click, before anything is loaded, so that browsers allow it", async () => {
  stubIntegrations(createIntegration("google_drive"));
  await openIntegrations();
  const { popup, open } = stubPopup();
  const { reached, release } = pauseOp(startIntegrationAuth);
  await button("Connect Google Drive").click();
  await reached;
  expect(open).toHaveBeenCalledOnce();
  expect(popup.location.replace).not.toHaveBeenCalled();
  // Whoever closes it meanwhile goes nowhere.
  popup.close();
  release();
  await expect.element(button("Connect Google Drive")).toBeEnabled();
  expect(popup.location.replace).not.toHaveBeenCalled();
});

test.each(["http://accounts.example/auth", "javascript:alert(1)", "//accounts.example", `${location.origin}.example/`])(
  "[A5.42] [A8.27] an address that is not secure is not opened: %s",
  async (Location) => {
    stubIntegrations(createIntegration("google_drive"));
    stubOp(startIntegrationAuth, { Location });
    await openIntegrations();
    const { popup } = stubPopup();
    await button("Connect Google Drive").click();
    await expect.element(alertWithText(integrationTexts.failed)).toBeVisible();
    await expect.element(button("Connect Google Drive")).toBeEnabled();
    expect([popup.closed, popup.location.replace.mock.calls]).toEqual([true, []]);
  },
);

test("a page of this site is opened, such as that of a provider for tests", async () => {
  stubIntegrations(createIntegration("google_drive"));
  stubOp(startIntegrationAuth, { Location: `${location.origin}/testProvider` });
  await openIntegrations();
  const { popup } = stubPopup();
  await button("Connect Google Drive").click();
  await eventually(() => popup.location.replace.mock.calls).toEqual([[`${location.origin}/testProvider`]]);
  popup.close();
  await expect.element(button("Connect Google Drive")).toBeEnabled();
});

test("[A8.27] what fails says so with the specified text, and can be tried again", async () => {
  stubIntegrations(createIntegration("google_drive"), createIntegration("google_docs", { isConnected: true }));
  failOp(startIntegrationAuth, "An administrator must enter the client secret again.", { status: 503 });
  failOp(disconnectIntegration, "The database isn’t responding.", { status: 503 });
  await openIntegrations();
  const { popup } = stubPopup();
  await button("Connect Google Drive").click();
  await expect.element(alertWithText(integrationTexts.failed)).toBeVisible();
  await expect.element(page.getByText("An administrator must enter the client secret again.")).toBeVisible();
  await expect.element(button("Connect Google Drive")).toBeEnabled();
  expect(popup.closed).toBe(true);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await button("Disconnect Google Docs").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect.element(alertWithText(integrationTexts.failed)).toBeVisible();
  await expect.element(button("Disconnect Google Docs")).toBeEnabled();
});

test("a popup that the browser blocks says what to do", async () => {
  stubIntegrations(createIntegration("google_drive"));
  await openIntegrations();
  vi.spyOn(window, "open").mockReturnValue(null);
  await button("Connect Google Drive").click();
  await expect
    .element(page.getByRole("alert").getByText("Allow pop-ups for this site in your browser, and try again."))
    .toBeVisible();
  await expect.element(button("Connect Google Drive")).toBeEnabled();
  expect(listInputs(startIntegrationAuth)).toEqual([]);
});

test("[A4.18] an integration is disconnected after a question; meanwhile its button is disabled and shows a spinner", async () => {
  stubIntegrations(createIntegration("google_drive", { isConnected: true }));
  await openIntegrations();
  await button("Disconnect Google Drive").click();
  await question().getByRole("button", { name: "Cancel" }).click();
  await expect.element(question()).not.toBeInTheDocument();
  expect(listInputs(disconnectIntegration)).toEqual([]);
  const { reached, release } = pauseOp(disconnectIntegration);
  await button("Disconnect Google Drive").click();
  await question().getByRole("button", { name: "Disconnect" }).click();
  await reached;
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(button("Disconnect Google Drive")).toBeDisabled();
  await expect.element(button("Disconnect Google Drive")).toHaveAttribute("data-loading", "true");
  release();
  await expect.element(button("Connect Google Drive")).toBeEnabled();
  await expect.element(row("Google Drive").getByText("Connected")).not.toBeInTheDocument();
  expect(listInputs(disconnectIntegration)).toEqual([{ integration: "google_drive" }]);
});

test("without an integration, the dialog says who can add some; an administrator gets there", async () => {
  stubIntegrations();
  const text = "No integrations are available. A site administrator can add some.";
  await openIntegrations();
  await expect.element(dialog().getByText(text)).toBeVisible();
  await expect.element(button("Set up integrations")).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  stubOp(getFeatureFlags, createFlags({ integrations: true, adminInterface: true }));
  stubOp(getSiteConfigs, { integrations: {}, states: {} });
  dispatchEvent(new CustomEvent("updateFeatureSettings", { detail: {} }));
  await eventually(() => listInputs(getFeatureFlags).length).toBe(2);
  openDialog("integrations");
  await button("Set up integrations").click();
  const admin = dialogNamed("Admin Interface");
  await expect.element(admin.getByRole("tab", { name: "Integrations", selected: true })).toBeVisible();
});

test("a list that cannot be loaded says so, and can be loaded again", async () => {
  stubIntegrations();
  failOp(listUserIntegrations, "The database isn’t responding.");
  await openIntegrations();
  await expect.element(dialog().getByRole("alert").getByText("The integrations couldn’t be loaded.")).toBeVisible();
  stubIntegrations(createIntegration("google_drive"));
  await button("Try again").click();
  await expect.element(row("Google Drive")).toBeVisible();
  await expect.element(dialog().getByRole("alert")).not.toBeInTheDocument();
});

test("what the provider no longer accepts can be connected again, and what is no longer offered only disconnected", async () => {
  stubIntegrations(
    createIntegration("google_drive", { needsReconnect: true }),
    createIntegration("google_docs", { isConnected: true, isDisabled: true }),
  );
  await openIntegrations();
  const { popup } = stubPopup();
  await expect.element(row("Google Drive").getByText("Google no longer accepts this connection.")).toBeVisible();
  await expect.element(button("Disconnect Google Drive")).toBeVisible();
  expect(row("Google Docs").getByRole("button").elements()).toHaveLength(1);
  await expect.element(button("Disconnect Google Docs")).toBeVisible();
  await button("Connect again: Google Drive").click();
  await eventually(() => popup.location.replace.mock.calls.length).toBe(1);
  await expect.element(button("Disconnect Google Drive")).toBeDisabled();
  popup.close();
  await expect.element(button("Connect again: Google Drive")).toBeEnabled();
});

test("a popup outlives the dialog, which shows it when it is opened again", async () => {
  const server = stubIntegrations(createIntegration("google_drive"));
  await openIntegrations();
  const { popup } = stubPopup();
  stubPolling();
  await button("Connect Google Drive").click();
  await eventually(() => popup.location.replace.mock.calls.length).toBe(1);
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  openDialog("integrations");
  await expect.element(button("Connect Google Drive")).toBeDisabled();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  server.connect("google_drive");
  popup.close();
  vi.advanceTimersByTime(500);
  await expect.element(notice("Google Drive is connected.")).toBeVisible();
  expect(vi.getTimerCount()).toBe(0);
});

test("whoever returns to the page sees what was connected, also if the provider has detached its window", async () => {
  const server = stubIntegrations(createIntegration("google_drive"));
  await openIntegrations();
  await expect.element(button("Connect Google Drive")).toBeVisible();
  server.connect("google_drive");
  window.dispatchEvent(new Event("focus"));
  await expect.element(button("Disconnect Google Drive")).toBeVisible();
});
