import { expect, test } from "vitest";
import { openAccountMenu } from "../../support/pages/accountMenu.ts";
import { alertWithText, ask, composer, expectVisible, openWorkspace, sidePanel } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();
const failureText = "A part of the page couldn’t be loaded. Reload the page and try again.";

test("a dialog, a tooltip and a tab whose code cannot be loaded say so or do without, the chat can be used meanwhile, and a reload loads them", async () => {
  const { page } = await fixture.openSignedIn();
  const patterns = ["ShortcutsDialog", "TooltipBubble", "MoreTab"].map((name) => `**/assets/${name}-*.js*`);
  const [dialogScript = "", tooltipScript = "", tabScript = ""] = patterns;
  for (const pattern of [dialogScript, tooltipScript]) await page.route(pattern, (route) => route.abort());
  // As after an update of the server, which removes the old files.
  await page.route(tabScript, (route) => route.fulfill({ status: 404 }));
  const isBubble = (request: { url: () => string }) => request.url().includes("TooltipBubble");
  const tooltipFailure = page.waitForEvent("requestfailed", { predicate: isBubble });
  await openWorkspace(page, fixture.url);
  for (const question of ["First", "Second"]) {
    await openAccountMenu(page);
    await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
    const notice = alertWithText(page, failureText);
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await ask(page, question);
  }

  const folderButton = sidePanel(page).getByRole("button", { name: "New folder" });
  await folderButton.hover();
  await tooltipFailure;
  await folderButton.click();
  await page.getByRole("dialog", { name: "New folder" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  // The next time the pointer comes, the code is loaded again.
  await page.unroute(tooltipScript);
  await composer(page).hover();
  await folderButton.hover();
  await page.getByRole("tooltip", { name: "New folder" }).waitFor();

  await page.getByRole("tab", { name: "More" }).click();
  await sidePanel(page).getByRole("heading", { name: "A newer version is available" }).waitFor();
  await sidePanel(page).getByRole("button", { name: "Copy details" }).waitFor();
  await page.unroute(tabScript);
  await page.unroute(dialogScript);
  await sidePanel(page).getByRole("button", { name: "Reload the page" }).click();
  await expectVisible(page.getByRole("log"), "Second");
  await page.getByRole("tab", { name: "More" }).click();
  await sidePanel(page).getByRole("button", { name: "Keyboard shortcuts" }).click();
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  expect(await alertWithText(page, failureText).count()).toBe(0);
});
