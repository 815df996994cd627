import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { buildLocalConversation, storeLocalConversations } from "../../support/browser/browserStorage.ts";
import { narrowViewport, wideViewport } from "../../support/browser/openBrowser.ts";
import { checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { listClippedLabels } from "../../support/checks/listClippedLabels.ts";
import { expectVisible } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

/** The names by which screens are opened and recognized. */
const languages = [
  {
    locale: "en-US",
    texts: {
      advancedSettings: "Advanced settings",
      attach: "Attach documents",
      closePanel: "Close the side panel",
      files: "Your Files",
      moreActions: "More actions",
      openPanel: "Open the side panel",
      tabs: ["Chats", "Share", "More"],
      actions: {
        "Download as a document": "Download as a document",
        Import: "Import",
        "Export Conversations": "Export Conversations",
        Settings: "Settings",
        "Settings: chat storage": "Settings",
        "New assistant": "New assistant",
        "Your groups": "Your groups",
        Usage: "Usage",
        "Keyboard shortcuts": "Keyboard shortcuts",
        "Sign out": "Sign out",
      },
    },
  },
  {
    locale: "de-DE",
    texts: {
      advancedSettings: "Erweiterte Einstellungen",
      attach: "Dokumente anhängen",
      closePanel: "Seitenleiste schließen",
      files: "Ihre Dateien",
      moreActions: "Weitere Aktionen",
      openPanel: "Seitenleiste öffnen",
      tabs: ["Chats", "Teilen", "Mehr"],
      actions: {
        "Als Dokument herunterladen": "Als Dokument herunterladen",
        Importieren: "Importieren",
        "Chats exportieren": "Chats exportieren",
        Einstellungen: "Einstellungen",
        "Einstellungen: Speicherort": "Einstellungen",
        "Neuer Assistent": "Neuer Assistent",
        "Ihre Gruppen": "Ihre Gruppen",
        Nutzung: "Nutzung",
        Tastenkürzel: "Tastenkürzel",
        Abmelden: "Abmelden",
      },
    },
  },
];

/** The names that the test chooses itself. */
const chosenNames = ["Number one", "person-"];

async function checkLabels(page: Page, what: string): Promise<void> {
  expect.soft(await listClippedLabels(page, chosenNames), what).toEqual([]);
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(overflowPx, what).toBeLessThanOrEqual(0);
}

/** English is checked by axe.spec.ts. */
async function checkScreen(page: Page, what: string): Promise<void> {
  await checkLabels(page, what);
  if ((await page.locator("html[lang=de]").count()) > 0) await checkAxeInBothThemes(page, what);
}

describe.each(languages)(
  "in $locale, no label is cut off, and in German axe finds no serious violation",
  ({ locale, texts }) => {
    test.each([
      ["a wide window", wideViewport],
      ["a narrow window", narrowViewport],
    ])("in %s", async (_, viewport) => {
      const { page, userId } = await fixture.openSignedIn({ locale, viewport, colorScheme: "dark" });
      await page.goto(fixture.url);
      await page.locator(`html[lang=${locale.slice(0, 2)}]`).waitFor();
      await page.getByRole("button", { name: texts.advancedSettings }).click();
      await page.getByRole("slider").first().waitFor();
      await checkScreen(page, "a new chat with its settings");
      if (viewport === narrowViewport) {
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
      await page.getByRole("button", { name: texts.attach }).click();
      await page.getByRole("menuitem").first().waitFor();
      await checkScreen(page, "the menu that attaches");

      await storeLocalConversations(page, userId, [buildLocalConversation("one", "Number one")]);
      await page.goto(`${fixture.url}/#c=one`);
      await page.reload();
      await expectVisible(page.getByRole("log"), "Answer of Number one");
      await page.getByRole("button", { name: texts.moreActions, exact: true }).click();
      await page.getByRole("menuitem").first().waitFor();
      await checkScreen(page, "the menu of a chat");
      await page.keyboard.press("Escape");
      await page.getByRole("menuitem").first().waitFor({ state: "detached" });

      if (viewport === narrowViewport) await page.getByRole("button", { name: texts.openPanel }).click();
      for (const tab of texts.tabs) {
        await page.getByRole("tab", { name: tab, exact: true }).click();
        await checkScreen(page, `the tab ${tab}`);
      }
      if (viewport === narrowViewport) await page.getByRole("button", { name: texts.closePanel }).first().click();

      for (const [action, dialogName] of Object.entries(texts.actions)) {
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { expanded: true }).last().fill(action);
        // The name of an option ends with its shortcut.
        await page
          .getByRole("option", { name: new RegExp(`^${action}(?!:)`) })
          .first()
          .click();
        const dialog = page.getByRole("dialog", { name: dialogName }).or(page.getByRole("alertdialog"));
        await dialog.first().waitFor();
        await checkScreen(page, action);
        await page.keyboard.press("Escape");
        await dialog.first().waitFor({ state: "detached" });
      }

      await page.goto(`${fixture.url}/#page=home`);
      await page.getByRole("heading", { name: texts.files }).waitFor();
      await checkScreen(page, "the files");
    });
  },
);
