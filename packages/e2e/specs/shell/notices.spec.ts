import { expect, test } from "vitest";
import { openNewConversation } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { alertWithText, composer, expectEventually, openWorkspace, send, sidePanel } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

test("on a narrow screen a notice leaves the tabs and the foot of the open side panel free, and the hint in the message field takes one line", async () => {
  const { page } = await fixture.openSignedIn();
  await page.setViewportSize(narrowViewport);
  await page.route("**/assets/createActions-*.js", (route) => route.abort());
  await openWorkspace(page, fixture.url);
  expect(await composer(page).getAttribute("placeholder")).toBe("Ask anything");
  await page
    .getByRole("group", { name: "Where should your chats be stored?" })
    .getByRole("button", { name: /^Cloud/ })
    .click();
  const notice = alertWithText(page, "A part of the page could not be loaded. Reload the page and try again.");
  await notice.waitFor();
  await page.getByRole("button", { name: "Open the side panel" }).click();
  await sidePanel(page).getByRole("tab", { name: "More" }).click();
  const getTop = async () => (await notice.boundingBox())?.y ?? 0;
  await expectEventually(getTop).toBeGreaterThan(narrowViewport.height / 2);
  const account = sidePanel(page).getByRole("button", { name: /@example\.org$/ });
  const isAccountFree = async () => {
    const box = await account.boundingBox();
    return box !== null && box.y + box.height <= (await getTop());
  };
  await expectEventually(isAccountFree).toBe(true);
});

test("on a narrow screen a notice stands above the command palette, in the middle", async () => {
  const { page } = await fixture.openSignedIn();
  await page.setViewportSize(narrowViewport);
  await openNewConversation(page, fixture.url);
  await send(page, "Now? [[status: 500]]");
  const notice = alertWithText(page, "The model’s server failed.");
  await notice.waitFor();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("option").first().waitFor();
  const readBoxes = () => Promise.all([notice.boundingBox(), palette.boundingBox()]);
  await expectEventually(async () => {
    const [noticeBox, paletteBox] = await readBoxes();
    return noticeBox !== null && paletteBox !== null && noticeBox.y + noticeBox.height <= paletteBox.y;
  }).toBe(true);
  const [box] = await readBoxes();
  if (!box) throw new Error("the notice is visible");
  expect(Math.abs(box.x + box.width / 2 - narrowViewport.width / 2)).toBeLessThanOrEqual(1);
});

test("the name of a button appears again when the focus comes back after the button was pressed by a key", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const button = sidePanel(page).getByRole("button", { name: "Close the side panel" });
  const tooltip = page.getByRole("tooltip", { name: "New folder" });
  const folderButton = sidePanel(page).getByRole("button", { name: "New folder" });
  await button.focus();
  await folderButton.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await button.focus();
  await tooltip.waitFor({ state: "detached" });
  await page.keyboard.press("Tab");
  await folderButton.focus();
  await folderButton.hover();
  await tooltip.waitFor();
});
