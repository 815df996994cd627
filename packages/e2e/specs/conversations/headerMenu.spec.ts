import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browserStorage.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { chooseInHeader } from "../../support/messageControls.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { clickDialogButton, expectEventually, expectFocused, expectVisible } from "../../support/screen.ts";
import { waitForAnimations } from "../../support/waitForAnimations.ts";

const fixture = createWorkspaceFixture();

const isInside = (item: Locator, height: number) =>
  item.boundingBox().then((box) => box !== null && box.y >= 0 && box.y + box.height <= height);

test.each([1280, 390])(
  "the menu in the header of a chat renames, pins, archives and deletes it, even if the list is closed, and keeps the focus, %i px wide",
  async (width) => {
    const height = 420;
    const person = await fixture.openSignedIn({ viewport: { width, height } });
    const { page } = person;
    const conversations = [buildLocalConversation("one", "Number one"), buildLocalConversation("two", "Number two")];
    await openWorkspaceWith(person, fixture.url, conversations, "#c=one");
    const menuButton = page.getByRole("button", { name: "More actions", exact: true });
    await menuButton.click();
    await page.getByRole("menuitem", { name: "Rename" }).waitFor();
    const readItems = () => page.getByRole("menuitem").allTextContents();
    const onChat = ["Download as a document", "Rename", "Pin", "Archive", "Move to folder…", "Tags…"];
    // In a wide window these are buttons in the header, and on a narrow screen the header has the storage.
    const isNarrow = width < 640;
    const narrowItems = isNarrow ? ["Chat settings", "Your files", "Prompts and Assistants"] : [];
    const storageItems = isNarrow ? [] : ["Move to the cloud"];
    expect(await readItems()).toEqual([...narrowItems, ...onChat, ...storageItems, "Clear messages", "Delete"]);
    await expectFocused(page.getByRole("menuitem").first());
    // In a low window the menu scrolls inside.
    await expectEventually(() => isInside(page.getByRole("menu"), height)).toBe(true);
    await page.keyboard.press("End");
    await expectFocused(page.getByRole("menuitem", { name: "Delete" }));
    await expectEventually(() => isInside(page.getByRole("menuitem", { name: "Delete" }), height)).toBe(true);
    await page.keyboard.press("Escape");

    await chooseInHeader(page, "Rename");
    const renaming = page.getByRole("dialog", { name: "Rename chat" });
    await renaming.getByLabel("Chat name").fill("Renamed one");
    expect((await renaming.boundingBox())?.width).toBeLessThanOrEqual(448);
    await page.keyboard.press("ControlOrMeta+Enter");
    await expectVisible(page.getByRole("banner"), "Renamed one");

    await chooseInHeader(page, "Pin");
    await menuButton.click();
    await page.getByRole("menuitem", { name: "Unpin" }).waitFor();
    await page.keyboard.press("Escape");
    await expectEventually(() => menuButton.evaluate((button) => button === document.activeElement)).toBe(true);

    await chooseInHeader(page, "Archive");
    await expectVisible(page, "“Renamed one” archived.");

    await chooseInHeader(page, "Delete");
    await clickDialogButton(page, "Delete");
    await expectEventually(() => new URL(page.url()).hash).toBe("#c=two");
  },
);

test("on a phone the header names the model and the place of the chat below its title, and each is changed there", async () => {
  const person = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
  const { page } = person;
  await openWorkspaceWith(person, fixture.url, [buildLocalConversation("one", "Number one")], "#c=one");
  const header = page.getByRole("banner");
  const title = header.getByRole("heading", { name: "Number one" });
  const model = header.getByRole("button", { name: /scripted/ });
  const place = header.getByRole("button", { name: /^This browser,/ });
  await expectVisible(header, "This browser");
  const [titleBox, modelBox, placeBox] = await Promise.all([title, model, place].map((each) => each.boundingBox()));
  for (const box of [modelBox, placeBox]) expect(box?.y).toBeGreaterThan((titleBox?.y ?? 0) + 10);
  expect(placeBox?.x).toBeGreaterThan((modelBox?.x ?? 0) + (modelBox?.width ?? 0));
  // The title keeps the width between the buttons at the edges.
  expect(titleBox?.width).toBeGreaterThan(narrowViewport.width / 2);

  // The focus ring of the model does not reach into the title.
  await page.keyboard.press("Tab");
  await model.focus();
  const ringOverhang = await model.evaluate((element) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(element);
    return Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
  });
  expect((modelBox?.y ?? 0) - ringOverhang).toBeGreaterThanOrEqual((titleBox?.y ?? 0) + (titleBox?.height ?? 0) - 1);

  // Both can be pressed above their line, too.
  await page.touchscreen.tap((modelBox?.x ?? 0) + 20, 8);
  await page.getByRole("listbox", { name: "Models" }).waitFor();
  await page.keyboard.press("Escape");
  await page.touchscreen.tap((placeBox?.x ?? 0) + 20, 8);
  await page.getByRole("menuitemradio", { name: "Cloud" }).click();
  await clickDialogButton(page, "Move to the cloud");
  await expectVisible(header, "Cloud");
});

test("on a phone a menu is a sheet at the lower edge, and a tap above it only closes it", async () => {
  const person = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
  const { page } = person;
  await openWorkspaceWith(person, fixture.url, [buildLocalConversation("one", "Number one")], "#c=one");
  const newChatBox = await page.getByRole("banner").getByRole("button", { name: "New chat" }).boundingBox();
  await page.getByRole("button", { name: "More actions", exact: true }).tap();
  const menu = page.getByRole("menu");
  await menu.getByRole("menuitem", { name: "Delete" }).waitFor();
  await waitForAnimations(page);
  const box = await menu.boundingBox();
  expect(box).toMatchObject({ x: 0, width: narrowViewport.width });
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(narrowViewport.height);
  // However long the finger stays down, the tap does not reach the button below the scrim.
  const session = await page.context().newCDPSession(page);
  const point = { x: (newChatBox?.x ?? 0) + 20, y: (newChatBox?.y ?? 0) + 20 };
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await waitForAnimations(page);
  expect(await page.getByRole("menuitem", { name: "Delete" }).count()).toBe(1);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await menu.waitFor({ state: "detached" });
  expect(new URL(page.url()).hash).toBe("#c=one");
});
