import type { Page } from "playwright-core";
import { test } from "vitest";
import { openNewConversation } from "../../support/pages/chatControls.ts";
import { expectFocused } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });

test("a palette that is closed before its field has the focus gives the focus back", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await page.keyboard.press("Control+k");
  await palette(page).getByRole("combobox").waitFor();
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });
  const button = page.getByRole("button", { name: "Attach documents" });
  await button.focus();
  // Esc is pressed as soon as the palette is in the page.
  await page.evaluate(() => {
    const press = (key: string, ctrlKey = false) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true }),
      );
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role="dialog"]')) return;
      observer.disconnect();
      press("Escape");
    });
    observer.observe(document.body, { childList: true, subtree: true });
    press("k", true);
  });
  await palette(page).waitFor({ state: "detached" });
  await expectFocused(button);
});
