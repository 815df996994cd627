import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { narrowViewport, wideViewport } from "../../support/browser/openBrowser.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { expectEventually, openWorkspace } from "../../support/pages/screen.ts";
import { ADMIN, adminEnvironment } from "../../support/servers/adminEnvironment.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

// It changes what all people of a server see.
const fixture = createWorkspaceFixture({ environment: adminEnvironment });

const adminDialog = (page: Page) => page.getByRole("dialog", { name: "Admin Interface" });
const tabs = (page: Page) => adminDialog(page).getByRole("tablist").first().getByRole("tab");

async function openAdminTab(page: Page, tab: string): Promise<void> {
  await openWorkspace(page, fixture.url, `#page=admin&tab=${tab}`);
  await adminDialog(page).getByRole("tab", { selected: true }).first().waitFor();
}

const waitUntilLoaded = (page: Page) =>
  expectEventually(() => adminDialog(page).locator("[aria-busy=true]").count()).toBe(0);

async function saveChanges(page: Page): Promise<void> {
  await adminDialog(page).getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Configurations successfully saved", { exact: true }).waitFor();
}

test("an administrator gives a feature to a group of the directory, and its member has it without reloading", async () => {
  const member = await fixture.openSignedIn({ email: "lena@example.org" });
  await openWorkspace(member.page, fixture.url);
  const { page } = await fixture.openSignedIn({ email: ADMIN });
  await openAdminTab(page, "configurations");
  await adminDialog(page).getByRole("textbox", { name: "New group" }).fill("Staff");
  await page.keyboard.press("Enter");
  await adminDialog(page).getByRole("textbox", { name: "Members of Staff" }).fill("lena@example.org");
  await saveChanges(page);

  await adminDialog(page).getByRole("tab", { name: "Feature Flags" }).click();
  await adminDialog(page).getByRole("button", { name: "Exceptions of Create groups" }).click();
  await adminDialog(page).getByRole("combobox", { name: "On for the members of" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: "Staff" }).click();
  await saveChanges(page);
  await adminDialog(page).getByText("Off for everybody except Staff", { exact: true }).waitFor();

  await member.page.keyboard.press("Control+k");
  await member.page.getByRole("combobox", { name: "Search" }).fill("Create a group");
  await member.page.getByRole("option", { name: /^Create a group/ }).waitFor();
});

test("axe finds no serious violation in the tabs of the administration, and nothing is wider than a narrow window", async () => {
  const { page } = await fixture.openSignedIn({ email: ADMIN, viewport: wideViewport });
  await openAdminTab(page, "configurations");
  const titles = await tabs(page).allTextContents();
  expect(titles).toContain("Feature Flags");
  for (const title of titles) {
    await tabs(page).getByText(title, { exact: true }).click();
    await adminDialog(page).getByRole("tabpanel").first().waitFor();
    await waitUntilLoaded(page);
    await checkAxeInBothThemes(page, title);
  }
  await page.setViewportSize(narrowViewport);
  for (const title of titles) {
    await tabs(page).getByText(title, { exact: true }).click();
    await waitUntilLoaded(page);
    const panel = adminDialog(page).getByRole("tabpanel").first();
    expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), title).toBe(0);
    await checkAxe(page, `${title}, narrow`);
  }
});
