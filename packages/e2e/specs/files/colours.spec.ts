import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import {
  buildCitedPassage,
  createAnsweredConversation,
  riverText,
  uploadRiver,
} from "../../support/content/riverDocument.ts";
import { uploadAndExtract } from "../../support/content/uploadByApi.ts";
import {
  attach,
  attachButton,
  attachmentChip,
  attachmentChips,
  openPicker,
  textFile,
} from "../../support/pages/attachControls.ts";
import { lastAnswer, openNewConversation } from "../../support/pages/chatControls.ts";
import { documentViewer } from "../../support/pages/documentViewer.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const brokenFile = { name: "broken.pdf", type: "application/pdf", content: "%PDF-1.4 nonsense" };

/** Checks both themes in the wide window, then the dark one in a narrow window, where nothing may overflow. */
async function checkThemesAndWidths(page: Page, what: string): Promise<void> {
  await checkAxeInBothThemes(page, what);
  await page.setViewportSize(narrowViewport);
  await checkAxe(page, `${what}, narrow`);
  expect(await getOverflow(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await getOverflow(page)).toBeLessThanOrEqual(0);
}

const getOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("files, the sources of an answer, a document, documents in every state of a draft and the picker pass axe in the dark and the light theme, in a wide and in a narrow window", async () => {
  const { page, api } = await fixture.openSignedIn();
  await uploadAndExtract(api, fixture.url, brokenFile);
  const file = await uploadRiver(api, fixture.url);
  const id = await createAnsweredConversation(api, "Sand [1].", {
    rag: { sources: [buildCitedPassage(file, 1, 7), buildCitedPassage(file, 2, 30)] },
    images: {
      sources: [{ ...buildCitedPassage(file, undefined, 0), name: "map.png", key: null, content: "", locations: [] }],
    },
  });
  await openWorkspace(page, fixture.url, `#c=${id}`);
  await page.getByRole("button", { name: "1 source" }).click();
  await page.getByRole("button", { name: "Also searched (2)" }).click();
  await checkAxeInBothThemes(page, "the sources");
  const citationMark = lastAnswer(page).getByRole("button", { name: /^Source 1,/ });
  await citationMark.hover();
  const card = page.getByRole("tooltip").filter({ hasText: riverText(7) });
  await card.waitFor();
  expect(await citationMark.getAttribute("aria-describedby")).toBe(await card.getAttribute("id"));
  await checkAxeInBothThemes(page, "the card of a mark");
  await citationMark.click();
  await documentViewer(page, "rivers.md").locator("mark").waitFor();
  await page.keyboard.press("Control+f");
  await page.getByRole("search", { name: "Find in the document" }).waitFor();
  await checkAxeInBothThemes(page, "the document and the search in it");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Your files" }).click();
  await expectVisible(page.getByRole("row", { name: /broken\.pdf/ }), /couldn’t be read/);
  await page.getByRole("checkbox", { name: "Select rivers.md" }).check();
  await checkThemesAndWidths(page, "the files");

  const tags = ["water", "course", "2026", "grant", "a", "b", "c", "d"];
  await uploadAndExtract(api, fixture.url, { name: "kept.txt", type: "text/plain", content: "Rivers.", tags });
  await openNewConversation(page, fixture.url);
  await page.route("**/files/upload?*", async (route) => {
    const content = route.request().postData() ?? "";
    if (content.includes("fails")) await route.fulfill({ status: 500 });
    else if (!content.includes("stays")) await route.continue();
  });
  const pdf = { name: brokenFile.name, mimeType: brokenFile.type, content: brokenFile.content };
  await attach(
    page,
    textFile("ready.txt"),
    pdf,
    textFile("under_way.txt", "It stays."),
    textFile("failed.txt", "It fails."),
  );
  await attachmentChip(page, brokenFile.name)
    .getByText(/couldn’t be read/)
    .waitFor();
  await page.getByRole("button", { name: "Try again: failed.txt" }).waitFor();
  await expectEventually(() => attachmentChips(page).count()).toBe(4);
  await checkThemesAndWidths(page, "the documents of a draft");
  await attachButton(page).click();
  await page.getByRole("menuitem", { name: /^Upload/ }).waitFor();
  await checkAxeInBothThemes(page, "the menu");
  await page.keyboard.press("Escape");
  const picker = await openPicker(page);
  await picker.getByRole("row", { name: /kept\.txt/ }).click();
  await checkThemesAndWidths(page, "the picker");
  await picker.getByRole("tab", { name: "Tags" }).click();
  await picker.getByRole("button", { name: "water" }).click();
  await checkThemesAndWidths(page, "the picker's tags");
}, 240_000);
