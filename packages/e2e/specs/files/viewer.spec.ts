import { deleteFile, getFiles, readFileContent } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lastAnswer, waitForAnswerEnd } from "../../support/chatControls.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { documentViewer } from "../../support/documentViewer.ts";
import { failOp, interceptOp, pauseOp } from "../../support/interceptOp.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import {
  buildCitedPassage,
  createAnsweredConversation,
  riverPassageCount,
  riverText,
  uploadRiver,
} from "../../support/riverDocument.ts";
import { composer, expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";
import { uploadAndExtract } from "../../support/uploadByApi.ts";
import { withoutEvents } from "../../support/withoutEvents.ts";

const fixture = createWorkspaceFixture();
const viewer = (page: Page, name = "rivers.md") => documentViewer(page, name);
const documentText = (page: Page, name = "rivers.md") => page.getByRole("region", { name: `Text of ${name}` });

async function openFilesPage(page: Page): Promise<void> {
  await page.goto(`${fixture.url}/#page=home`);
  await page.getByRole("heading", { name: "Your Files" }).waitFor();
}

/** Opens a file on 'Your Files'. */
async function openFile(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
  await viewer(page, name).waitFor();
}

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

const isOnScreen = (element: Locator) =>
  element.evaluate((shown) => {
    const { top, bottom } = shown.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

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

  test("highlights the sentence that the answer cites in a passage that has a bar at its edge, and in the card of the number, which starts with it; where none stands out, all of the passage has a pale tint", async () => {
    const { page, api } = await fixture.openSignedIn();
    const sentence = "Floods move gravel and boulders down the valley.";
    const content = `${"Nobody knows how much rain falls on the hills. ".repeat(7)}${sentence} Stones stay.`;
    const file = await uploadAndExtract(api, fixture.url, { name: "valley.txt", type: "text/plain", content });
    const id = await createAnsweredConversation(
      api,
      "There is rain. The floods take boulders with them [1]. Surely [2].",
      {
        rag: { sources: [buildCitedPassage(file, 1, 0, content), buildCitedPassage(file, 2, 0, content.slice(0, 93))] },
      },
    );
    await openWorkspace(page, fixture.url, `#c=${id}`);
    const mark = lastAnswer(page).getByRole("button", { name: /^Source 1,/ });
    await mark.hover();
    await expectVisible(page.getByRole("tooltip"), `… ${sentence} Stones stay.`);
    expect(await page.getByRole("tooltip").locator("mark").allTextContents()).toEqual([sentence]);
    await mark.click();
    const passage = documentText(page, "valley.txt").locator("mark");
    await expectEventually(() => passage.allTextContents()).toEqual([content]);
    const cited = passage.getByText(sentence, { exact: true });
    const readColour = (element: Element) => getComputedStyle(element).backgroundColor;
    const transparent = "rgba(0, 0, 0, 0)";
    const citedColour = await cited.evaluate(readColour);
    expect(citedColour).not.toBe(transparent);
    expect(await passage.evaluate(readColour)).toBe(transparent);
    const readBarColour = () =>
      passage.evaluate((element) => {
        const block = element.parentElement;
        return block && getComputedStyle(block, "::before").backgroundColor;
      });
    expect(await readBarColour()).toBe("rgb(240, 176, 0)");
    await page.keyboard.press("n");
    await expectEventually(() => passage.allTextContents()).toEqual([content.slice(0, 93)]);
    expect(await passage.locator("[data-key-sentence]").count()).toBe(0);
    expect([transparent, citedColour]).not.toContain(await passage.evaluate(readColour));
    expect(await readBarColour()).toBe("rgb(240, 176, 0)");
  });

  test("colours only the key sentence of a passage of several paragraphs, which has one bar without gaps", async () => {
    const { page, api } = await fixture.openSignedIn();
    const file = await uploadRiver(api, fixture.url);
    const texts = [4, 5, 6, 7].map(riverText);
    const cited = {
      ...buildCitedPassage(file, 1, 4, texts.join("\n\n")),
      locations: [4, 5, 6, 7].map((passage) => ({ line: passage * 2 + 1 })),
      originalIndexes: [4, 5, 6, 7],
    };
    const id = await createAnsweredConversation(api, `${texts[2]} [1]`, { rag: { sources: [cited] } });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await lastAnswer(page)
      .getByRole("button", { name: /^Source 1,/ })
      .click();
    const marks = documentText(page, "rivers.md").locator("mark");
    await expectEventually(() => marks.allTextContents()).toEqual(texts);
    const listColoured = () =>
      documentText(page, "rivers.md")
        .locator("mark, mark *")
        .evaluateAll((parts) =>
          parts.flatMap((part) =>
            getComputedStyle(part).backgroundColor === "rgba(0, 0, 0, 0)" ? [] : part.textContent,
          ),
        );
    expect(await listColoured()).toEqual([texts[2]]);
    const bars = await marks.evaluateAll((all) =>
      all.flatMap(({ parentElement }) => {
        if (!parentElement) return [];
        const { top, height } = getComputedStyle(parentElement, "::before");
        const barTop = parentElement.getBoundingClientRect().top + Number.parseFloat(top);
        return { top: barTop, bottom: barTop + Number.parseFloat(height) };
      }),
    );
    expect(bars).toHaveLength(4);
    for (const [index, { bottom }] of bars.slice(0, -1).entries())
      expect(bars[index + 1]?.top).toBeLessThanOrEqual(bottom + 0.1);
  });

  test("a question sent right after the viewer was closed scrolls into view", async () => {
    const { page, api } = await fixture.openSignedIn();
    const file = await uploadRiver(api, fixture.url);
    const id = await createAnsweredConversation(api, `${"Water flows downhill. ".repeat(400)}Sand [1].`, {
      rag: { sources: [buildCitedPassage(file, 1, 207)] },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await composer(page).fill("And what of the stones?");
    await lastAnswer(page)
      .getByRole("button", { name: /^Source 1,/ })
      .click();
    await viewer(page).waitFor();
    await page.keyboard.press("Escape");
    await composer(page).press("Enter");
    await waitForAnswerEnd(page);
    await expectEventually(() => isOnScreen(lastAnswer(page))).toBe(true);
  });

  test("[C8.06] shows a document from its beginning and the rest on scrolling, a placeholder while it loads, and why one that has failed or cannot be loaded is not shown; over the page, it traps the focus and returns it", async () => {
    const { page, api } = await fixture.openSignedIn();
    await uploadRiver(api, fixture.url);
    const fileWithoutText = { name: "broken.pdf", type: "application/pdf", content: "%PDF-1.4 nonsense" };
    const brokenFile = await uploadAndExtract(api, fixture.url, fileWithoutText);
    await page.setViewportSize({ width: 900, height: 800 });
    await openFilesPage(page);
    await openFile(page, "broken.pdf");
    await expectVisible(viewer(page, "broken.pdf"), brokenFile.reason ?? "");
    await closeViewer(page);

    const restoreOp = await failOp(page, readFileContent, "The disk is being changed.");
    const { release } = await pauseOp(page, getFiles);
    await openFile(page, "rivers.md");
    await viewer(page).getByText("Loading document").waitFor();
    release();
    await expectVisible(viewer(page), "The disk is being changed.");
    await checkAxe(page, "the viewer with a problem");
    await restoreOp();
    await viewer(page).getByRole("button", { name: "Try again" }).click();
    await expectVisible(documentText(page), "Chapter 0");
    await checkAxe(page, "the viewer");

    await documentText(page).focus();
    // The position of the end is known only once the text before it has been rendered.
    await expectEventually(async () => {
      await page.keyboard.press("End");
      return documentText(page)
        .getByText(riverText(riverPassageCount - 1), { exact: true })
        .count();
    }).toBe(1);
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press("Tab");
      expect(await viewer(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    }
    await closeViewer(page);
    const isFocusBack = () =>
      page
        .getByRole("button", { name: "rivers.md", exact: true })
        .evaluate((button) => button === document.activeElement);
    await expectEventually(isFocusBack).toBe(true);
  });

  test("renders tables, code and images, says when a document is still being prepared, and hostile content stays text", async () => {
    const { page, api, context } = await fixture.openSignedIn();
    // The page then asks again, because the state of the intercepted call has no event.
    await withoutEvents(context);
    const content = [
      "# <img src=x onerror=alert(1)>",
      "A [link](https://evil.example) and ![picture](https://evil.example/x.png) and <script>alert(1)</script>.",
      "| Name | Value |\n| --- | --- |\n| <b>one</b> | [x](javascript:alert(1)) |",
      "```js\nconst answer = 42;\n```",
      "- one\n- two",
      "A line\nand its end.",
    ].join("\n\n");
    const file = await uploadAndExtract(api, fixture.url, { name: "hostile.md", type: "text/markdown", content });
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC";
    const image = Uint8Array.from(Buffer.from(png, "base64"));
    await uploadAndExtract(api, fixture.url, { name: "dot.png", type: "image/png", content: image });
    await openFilesPage(page);
    await page.getByRole("button", { name: "hostile.md", exact: true }).waitFor();
    const endPreparing = await interceptOp(page, getFiles, async (route) => {
      const record = { ...file, state: "extracting", progress: 40, totalItems: null };
      const body = Buffer.from(JSON.stringify({ success: true, data: { items: [record] } })).toString("base64");
      await route.fulfill({ json: { data: body } });
    });
    await openFile(page, "hostile.md");
    await expectVisible(viewer(page, "hostile.md"), "Reading… 40%");
    await endPreparing();
    const text = documentText(page, "hostile.md");
    await text.getByRole("table").waitFor();
    await expectVisible(text, "const answer = 42;");
    expect(await text.locator("a, img, script, b").count()).toBe(0);
    // A link is its text, and an image its description.
    expect(await text.textContent()).toContain("A link and picture");
    // In Markdown, the end of a line is a space.
    const lineBox = await text.getByText("A line and its end.", { exact: true }).boundingBox();
    expect(lineBox?.height).toBeLessThan(40);
    await closeViewer(page);

    await openFile(page, "dot.png");
    const picture = viewer(page, "dot.png").getByRole("img", { name: "dot.png" });
    await expectEventually(() =>
      picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
    ).toBe(10);
  });
});
