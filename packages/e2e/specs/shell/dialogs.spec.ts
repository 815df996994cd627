import { createConversation, openConversation } from "@lectern/contract";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../../server/src/testing/modelServer/startModelServer.ts";
import { getPreparedDataFolder } from "../../../server/src/testing/testDatabase.ts";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browserStorage.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { pauseOp } from "../../support/interceptOp.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { openPages } from "../../support/openPages.ts";
import {
  composer,
  conversationRow,
  expectEventually,
  expectFocused,
  expectVisible,
  openWorkspace,
} from "../../support/screen.ts";
import { type RunningLectern, startLectern } from "../../support/startLectern.ts";
import { waitForAnimations } from "../../support/waitForAnimations.ts";

let lectern: RunningLectern;
let models: ModelServer;
beforeAll(async () => {
  [lectern, models] = await Promise.all([
    startLectern({}, { template: await getPreparedDataFolder() }),
    startModelServer(),
  ]);
});
afterAll(() => Promise.all([lectern?.close(), models?.close()]));
// The first person on a server without a model may connect one.
const pages = openPages(() => lectern.url);

test("[C2.55] a dialog has a title, close, cancel and submit and closes on a click outside; a model is chosen from a list; slow operations cover the page with a message; axe finds no serious violation in the dialog", async () => {
  const { page, api } = await pages.openSignedIn();
  await openWorkspace(page, lectern.url);
  const dialog = page.getByRole("dialog", { name: "Connect a model" });
  const button = (name: string) => dialog.getByRole("button", { name, exact: true });
  const openDialog = async () => {
    await page.getByRole("button", { name: "Connect a model" }).click();
    await dialog.waitFor();
  };

  await openDialog();
  await dialog.getByRole("heading", { name: "Connect a model" }).waitFor();
  await dialog.getByRole("textbox", { name: "Address" }).fill(models.url);
  await button("Close").click();
  await dialog.waitFor({ state: "hidden" });
  await openDialog();
  await button("Cancel").click();
  await dialog.waitFor({ state: "hidden" });
  await openDialog();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await openDialog();
  await page.mouse.click(4, 4);
  await dialog.waitFor({ state: "hidden" });
  await openDialog();
  await checkAxeInBothThemes(page, "the dialog that connects a model");
  // On a narrow screen it fills the window, and everything can still be reached.
  await page.setViewportSize(narrowViewport);
  await expectEventually(() => dialog.boundingBox()).toMatchObject({ x: 0, y: 0, ...narrowViewport });
  expect((await button("Test").boundingBox())?.y).toBeLessThan(narrowViewport.height);
  await checkAxe(page, "the dialog that connects a model, narrow");
  await page.setViewportSize({ width: 1280, height: 800 });
  // The typed text survives each way of closing.
  expect(await dialog.getByRole("textbox", { name: "Address" }).inputValue()).toBe(models.url);
  await button("Test").click();
  await dialog.getByRole("checkbox", { name: "scripted-large" }).waitFor();
  await button("Save").click();
  await dialog.waitFor({ state: "hidden" });

  const selector = page.getByRole("combobox", { name: "Model" });
  await selector.click();
  const options = page.getByRole("option");
  await expectEventually(() => options.count()).toBe(3);
  const smallModelOption = options.filter({ hasText: "scripted-small" });
  await smallModelOption.click();
  await expectEventually(() => selector.inputValue()).toBe("scripted-small");

  const messages = [{ id: "m-1", role: "user" as const, content: "Kept far away" }];
  await api.call(createConversation, { conversation: { id: "slow", name: "Slow one", messages } });
  await page.reload();
  await conversationRow(page, "Slow one").waitFor();
  const { reached, release } = await pauseOp(page, openConversation);
  await conversationRow(page, "Slow one").click();
  await reached;
  const overlay = page.getByRole("status").filter({ hasText: "Loading Conversation..." });
  await overlay.waitFor();
  // The overlay covers the whole window, so nothing below it can be clicked.
  const size = page.viewportSize();
  const coveredBox = await overlay.evaluate((card) => card.parentElement?.getBoundingClientRect().toJSON());
  expect(coveredBox).toMatchObject({ x: 0, y: 0, ...size });
  release();
  await expectVisible(page.getByRole("log"), "Kept far away");
  await overlay.waitFor({ state: "detached" });
  await composer(page).waitFor();
});

test("on a phone, a short dialog is a bottom sheet, which Esc and a touch above it close; it gives the focus back; a tap on its field does not zoom the page", async () => {
  const person = await pages.openSignedIn({ viewport: narrowViewport, hasTouch: true });
  const { page } = person;
  await openWorkspaceWith(person, lectern.url, [buildLocalConversation("one", "Number one")], "#c=one");
  const menuButton = page.getByRole("banner").getByRole("button", { name: "More actions" });
  const openFromMenu = async (action: string) => {
    await menuButton.click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  const expectBottomSheet = async (dialog: Locator) => {
    await dialog.waitFor();
    await waitForAnimations(page);
    const box = await dialog.boundingBox();
    expect(box).toMatchObject({ x: 0, width: narrowViewport.width });
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(narrowViewport.height);
    expect(box?.height).toBeLessThan(narrowViewport.height / 2);
  };
  const download = page.getByRole("dialog", { name: "Download as a document" });
  await openFromMenu("Download as a document");
  await expectBottomSheet(download);
  // The formats are side by side.
  const formats = ["Word", "PowerPoint"].map((format) =>
    download.getByRole("button", { name: `Download as ${format}` }),
  );
  const [word, powerPoint] = await Promise.all(formats.map((button) => button.boundingBox()));
  expect(word?.y).toBe(powerPoint?.y);
  await checkAxe(page, "a bottom sheet");
  await page.keyboard.press("Escape");
  await download.waitFor({ state: "detached" });
  await expectFocused(menuButton);

  await page.getByRole("button", { name: "Open the side panel" }).click();
  await page.getByRole("button", { name: "New folder" }).click();
  const folder = page.getByRole("dialog", { name: "New folder" });
  await expectBottomSheet(folder);
  const field = folder.getByRole("textbox", { name: "Folder name" });
  expect(await field.evaluate((element) => getComputedStyle(element).fontSize)).toBe("16px");
  expect((await field.boundingBox())?.height).toBe(44);
  await page.keyboard.press("Escape");
  await folder.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");

  await openFromMenu("Clear messages");
  const confirmation = page.getByRole("alertdialog", { name: "Clear messages" });
  await expectBottomSheet(confirmation);
  await page.touchscreen.tap(narrowViewport.width / 2, 40);
  await confirmation.waitFor({ state: "detached" });
  await expectFocused(menuButton);
});
