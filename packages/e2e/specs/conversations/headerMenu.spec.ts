import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browserStorage.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { chooseInHeader } from "../../support/messageControls.ts";
import { clickDialogButton, expectEventually, expectVisible } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

test.each([1280, 390])(
  "the menu in the header of a chat renames, pins, archives and deletes it, even if the list is closed, and keeps the focus, %i px wide",
  async (width) => {
    const person = await fixture.openSignedIn({ viewport: { width, height: 844 } });
    const { page } = person;
    const conversations = [buildLocalConversation("one", "Number one"), buildLocalConversation("two", "Number two")];
    await openWorkspaceWith(person, fixture.url, conversations, "#c=one");
    const menuButton = page.getByRole("button", { name: "More actions", exact: true });
    await menuButton.click();
    await page.getByRole("menuitem", { name: "Rename" }).waitFor();
    const items = await page.getByRole("menuitem").allTextContents();
    const own = ["Rename", "Move to folder…", "Tags…", "Pin", "Archive", "Move to the cloud"];
    expect(items.slice(-own.length - 2)).toEqual([...own, "Clear messages", "Delete"]);
    await page.keyboard.press("Escape");

    await chooseInHeader(page, "Rename");
    await page.getByRole("dialog", { name: "Rename chat" }).getByLabel("Chat name").fill("Renamed one");
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
