import { deleteFile } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import {
  buildCitedPassage,
  createAnsweredConversation,
  riverPassageCount,
  riverText,
  uploadRiver,
} from "../../support/content/riverDocument.ts";
import { lastAnswer } from "../../support/pages/chatControls.ts";
import { documentViewer } from "../../support/pages/documentViewer.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();
const viewer = (page: Page, name = "rivers.md") => documentViewer(page, name);
const documentText = (page: Page, name = "rivers.md") => page.getByRole("region", { name: `Text of ${name}` });

async function closeViewer(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Close", exact: true }).waitFor({ state: "detached" });
}

/** True if the first match of the selector is completely in view within the document's text. */
const isInView = (page: Page, selector: string) =>
  documentText(page).evaluate((area, selector) => {
    const box = area.querySelector(selector)?.getBoundingClientRect();
    const areaBox = area.getBoundingClientRect();
    return box !== undefined && box.top >= areaBox.top && box.bottom <= areaBox.bottom;
  }, selector);

describe("the document viewer", () => {
  test("[C8.06] opens at the cited passage, marks it, steps through the other cited passages, fills a phone in both colour schemes, and says why a deleted document is not shown", async () => {
    const { page, api } = await fixture.openSignedIn({ hasTouch: true });
    const file = await uploadRiver(api, fixture.url);
    const id = await createAnsweredConversation(api, "Sand [1] and stone [2].", {
      rag: { sources: [buildCitedPassage(file, 1, 207), buildCitedPassage(file, 2, riverPassageCount - 31)] },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    const mark = (index: number) => lastAnswer(page).getByRole("button", { name: new RegExp(`^Source ${index},`) });
    await mark(2).click();
    await expectEventually(() => documentText(page).locator("mark").allTextContents()).toEqual([
      riverText(riverPassageCount - 31),
    ]);
    await expectEventually(() => isInView(page, "mark")).toBe(true);
    await expectVisible(viewer(page), /^Source 2 · Line/);
    await page.getByRole("button", { name: "Previous source" }).click();
    await expectEventually(() => documentText(page).locator("mark").allTextContents()).toEqual([riverText(207)]);
    await expectEventually(() => isInView(page, "mark")).toBe(true);
    await expectVisible(viewer(page), "1 of 2");
    // Only a part of a long document is in the DOM.
    expect(await documentText(page).locator("[data-index]").count()).toBeLessThan(80);
    await closeViewer(page);

    await page.setViewportSize(narrowViewport);
    await mark(1).click();
    await expectEventually(() => isInView(page, "mark")).toBe(true);
    expect((await viewer(page).boundingBox())?.width).toBeCloseTo(390);
    await checkAxeInBothThemes(page, "the viewer on a phone");

    await api.call(deleteFile, { key: file.id });
    await page.reload();
    await mark(1).click();
    await expectVisible(viewer(page), "This document was deleted.");
    await expectVisible(viewer(page), riverText(207));
    await expectVisible(viewer(page), "Unable to provide the document at this time.");
  });
});
