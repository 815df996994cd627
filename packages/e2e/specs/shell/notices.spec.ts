import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browserStorage.ts";
import { openNewConversation } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { listCoveredControls } from "../../support/listCoveredControls.ts";
import { chooseInHeader } from "../../support/messageControls.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { openSettings } from "../../support/openSettings.ts";
import {
  alertWithText,
  chooseForConversation,
  composer,
  expectEventually,
  openWorkspace,
  send,
  sidePanel,
} from "../../support/screen.ts";
import { waitForAnimations } from "../../support/waitForAnimations.ts";

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
  const notice = alertWithText(page, "A part of the page couldn’t be loaded. Reload the page and try again.");
  await notice.waitFor();
  await page.getByRole("button", { name: "Open the side panel" }).click();
  await sidePanel(page).getByRole("tab", { name: "More" }).click();
  const getTop = async () => (await notice.boundingBox())?.y ?? 0;
  await expectEventually(getTop).toBeGreaterThan(narrowViewport.height / 2);
  const account = sidePanel(page).getByRole("button", { name: /@example\.org$/ });
  const isAccountFree = async () => {
    const [box, noticeBox] = [await readBox(account), await readBox(notice)];
    return noticeBox.y + noticeBox.height <= box.y;
  };
  await expectEventually(isAccountFree).toBe(true);
});

test("notices have one place: in a wide window the corner below the header, beside an open panel, on a narrow screen the middle below the header, or above the foot of an open side panel; nothing else moves", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openWorkspaceWith(
    person,
    fixture.url,
    [buildLocalConversation("a", "Tides"), buildLocalConversation("b", "Budget")],
    "#c=a",
  );
  const archiveOther = async () => {
    await chooseForConversation(page, "Budget", "Archive");
    const undoNotice = page.locator("[data-notices]").getByRole("status").filter({ hasText: "“Budget” archived." });
    await undoNotice.waitFor();
    await waitForAnimations(page);
    return readBox(undoNotice);
  };
  const field = page.getByRole("form", { name: "Message" });
  const header = page.getByRole("banner");
  const fieldBox = await readBox(field);
  const box = await archiveOther();
  const headerBox = await readBox(header);
  expect(box.y).toBeGreaterThanOrEqual(headerBox.y + headerBox.height);
  expect(box.y).toBeLessThan(headerBox.y + headerBox.height + 24);
  expect(await readBox(field)).toEqual(fieldBox);
  const width = await page.evaluate(() => innerWidth);
  expect(width - box.x - box.width).toBe(16);
  await page.getByRole("button", { name: "Show Prompts and Assistants" }).click();
  await waitForAnimations(page);
  const panelBox = await readBox(page.getByRole("complementary", { name: "Prompts" }));
  const undoButton = page.getByRole("button", { name: "Undo" });
  const undoBox = await readBox(undoButton);
  expect(undoBox.x + undoBox.width).toBeLessThan(panelBox.x);
  await undoButton.click();

  await page.setViewportSize(narrowViewport);
  await page.getByRole("button", { name: "Open the side panel" }).click();
  const narrowBox = await archiveOther();
  const narrowFieldBox = await readBox(field);
  expect(narrowBox.y + narrowBox.height).toBeLessThanOrEqual(narrowFieldBox.y);
  expect(narrowBox.y).toBeGreaterThan(narrowViewport.height / 2);
  await page.getByRole("button", { name: "Close the side panel" }).click();
  await expectEventually(async () => (await readBox(undoButton)).y).toBeLessThan(narrowViewport.height / 4);
  const topBox = await readBox(
    page.locator("[data-notices]").getByRole("status").filter({ hasText: "“Budget” archived." }),
  );
  const narrowHeaderBox = await readBox(header);
  expect(topBox.y).toBeGreaterThanOrEqual(narrowHeaderBox.y + narrowHeaderBox.height);
  expect(Math.abs(topBox.x + topBox.width / 2 - narrowViewport.width / 2)).toBeLessThanOrEqual(1);
});

async function readBox(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error("the element is visible");
  return box;
}

test("a notice of success closes after 6 s; an error stays until it is dismissed", async () => {
  const { page } = await fixture.openSignedIn();
  await page.clock.install();
  await openNewConversation(page, fixture.url);
  await composer(page).press("Enter");
  const error = alertWithText(page, "Please enter a message");
  await error.waitFor();
  const settings = await openSettings(page);
  await settings.getByRole("switch", { name: "Group new chats in daily folders" }).press("Space");
  // From here on, the time of the page passes only when the test says so.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.keyboard.press("Escape");
  const success = page.getByRole("status").filter({ hasText: "Settings saved succsessully" });
  await success.waitFor({ state: "attached" });
  await page.clock.runFor(5_800);
  expect(await success.count()).toBe(1);
  await page.clock.runFor(1_000);
  await success.waitFor({ state: "detached" });
  await page.clock.runFor(60_000);
  expect(await error.isVisible()).toBe(true);
  await page.clock.resume();
  await error.getByRole("button", { name: "Dismiss" }).click();
  await error.waitFor({ state: "detached" });
});

test("on a narrow screen a notice stands above the command palette, in the middle", async () => {
  const { page } = await fixture.openSignedIn();
  await page.setViewportSize(narrowViewport);
  await openNewConversation(page, fixture.url);
  await send(page, "Now? [[status: 500]]");
  const notice = alertWithText(page, "The model’s server reported an error.");
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

test.each([{ viewport: { width: 1440, height: 900 } }, { viewport: narrowViewport, hasTouch: true, isMobile: true }])(
  "a notice with Undo covers no control of a dialog that is opened meanwhile, and can be used there, in $viewport",
  async (options) => {
    const person = await fixture.openSignedIn(options);
    const { page } = person;
    const name = "Notes about the second law of thermodynamics and the Carnot bound";
    const conversations = [buildLocalConversation("a", "Tides"), buildLocalConversation("b", name)];
    await openWorkspaceWith(person, fixture.url, conversations, "#c=b");
    await chooseInHeader(page, "Archive");
    const undo = page.locator("[data-notices]").getByRole("button", { name: "Undo" });
    for (const [key, title] of [
      ["?", "Keyboard shortcuts"],
      ["Control+,", "Settings"],
    ] as const) {
      await undo.waitFor();
      await page.locator("body").press(key);
      const dialog = page.getByRole("dialog", { name: title });
      await dialog.waitFor();
      expect(await listCoveredControls(dialog)).toEqual([]);
      if (key === "?") await dialog.getByRole("button", { name: "Close" }).first().click();
      else await undo.click();
    }
    await undo.waitFor({ state: "detached" });
    await page.getByRole("dialog", { name: "Settings" }).waitFor();
    await expectEventually(() => page.getByText("This chat is archived").count()).toBe(0);
  },
);

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
