import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browser/browserStorage.ts";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { listCoveredControls } from "../../support/checks/listCoveredControls.ts";
import { chooseInHeader } from "../../support/pages/messageControls.ts";
import { expectEventually } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("on a phone, a notice with Undo covers no control of a dialog that is opened meanwhile, and can be used there", async () => {
  const person = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true, isMobile: true });
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
});
