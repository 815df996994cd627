import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browser/browserStorage.ts";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { waitForAnimations } from "../../support/checks/waitForAnimations.ts";
import { expectFocused } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("on a phone, a short dialog is a bottom sheet, which Esc and a touch above it close; it gives the focus back; a tap on its field does not zoom the page", async () => {
  const person = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
  const { page } = person;
  await openWorkspaceWith(person, fixture.url, [buildLocalConversation("one", "Number one")], "#c=one");
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
