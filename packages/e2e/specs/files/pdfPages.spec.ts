import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CitedPassage, type FileRecord, fileTexts, getFiles, readFileContent } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lastAnswer } from "../../support/chatControls.ts";
import { checkAxeInBothThemes } from "../../support/checkAxe.ts";
import type { ApiClient } from "../../support/createApiClient.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { documentViewer } from "../../support/documentViewer.ts";
import { interceptOp } from "../../support/interceptOp.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { buildCitedPassage, createAnsweredConversation } from "../../support/riverDocument.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";
import { uploadAndExtract } from "../../support/uploadByApi.ts";

const fixture = createWorkspaceFixture();
const pdfName = "filesystem-hierarchy-standard.pdf";
const citation = (page: Page, number: number) =>
  lastAnswer(page).getByRole("button", { name: new RegExp(`^Source ${number},`) });
const pages = (page: Page, name = pdfName) => page.getByRole("region", { name: `Pages of ${name}` });
const documentText = (page: Page) => page.getByRole("region", { name: `Text of ${pdfName}` });
const marks = (page: Page) => pages(page).locator("mark");

async function uploadCorpusPdf(api: ApiClient, name: string): Promise<FileRecord> {
  const bytes = await readFile(join(import.meta.dirname, "../../../bench/corpus/documents", name));
  return uploadAndExtract(api, fixture.url, { name, type: "application/pdf", content: new Uint8Array(bytes) });
}

/** Builds citations of the first long paragraph on each of these pages. */
async function citePages(api: ApiClient, file: FileRecord, pageNumbers: readonly number[]): Promise<CitedPassage[]> {
  const { items } = await api.call(readFileContent, { key: file.id, from: 0, count: 500 });
  return pageNumbers.map((pageNumber, position) => {
    const index = items.findIndex(({ location, content }) => location.page === pageNumber && content.length > 150);
    const item = items[index];
    if (!item) throw new Error(`There is no paragraph on page ${pageNumber}.`);
    return { ...buildCitedPassage(file, position + 1, index, item.content), locations: [item.location] };
  });
}

/** Opens a conversation with an answer that cites a PDF on these pages. Returns the passages. */
async function openAnswer(page: Page, api: ApiClient, pageNumbers: readonly number[]): Promise<CitedPassage[]> {
  const file = await uploadCorpusPdf(api, pdfName);
  const sources = await citePages(api, file, pageNumbers);
  const text = pageNumbers.map((_, position) => `Claim [${position + 1}].`).join(" ");
  const id = await createAnsweredConversation(api, text, { rag: { sources } });
  await openWorkspace(page, fixture.url, `#c=${id}`);
  return sources;
}

/** True if the first match of the selector is completely in view within the pages. */
const isInView = (page: Page, selector: string) =>
  pages(page).evaluate((area, selector) => {
    const box = area.querySelector(selector)?.getBoundingClientRect();
    const areaBox = area.getBoundingClientRect();
    return box !== undefined && box.top >= areaBox.top && box.bottom <= areaBox.bottom;
  }, selector);

/** Runs in the page: the worker draws pages only after the event `draw`. */
function holdDrawing(): void {
  const { promise: release, resolve } = Promise.withResolvers<void>();
  addEventListener("draw", () => resolve());
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (
    this: Worker,
    message: unknown,
    options?: StructuredSerializeOptions | Transferable[],
  ) {
    const send = () => Reflect.apply(post, this, [message, options]);
    const isDrawing = typeof message === "object" && message !== null && "action" in message;
    if (isDrawing && message.action === "GetOperatorList") void release.then(send);
    else send();
  };
}

/** Runs in the page: the worker cannot read the text of pages. */
function failTexts(): void {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (
    this: Worker,
    message: unknown,
    options?: StructuredSerializeOptions | Transferable[],
  ) {
    const isText = typeof message === "object" && message !== null && "action" in message;
    if (isText && message.action === "GetTextContent") throw new Error("No text.");
    Reflect.apply(post, this, [message, options]);
  };
}

describe("a cited PDF", () => {
  test("says in one line that the text of its pages is missing, and shows them", async () => {
    const { page, api } = await fixture.openSignedIn();
    await page.addInitScript(failTexts);
    await openAnswer(page, api, [9]);
    await citation(page, 1).click();
    await pages(page)
      .getByRole("img", { name: /^Page 9 of/ })
      .waitFor();
    await expectVisible(documentViewer(page, pdfName), /^Couldn’t load the text of (page 9|some pages)\. You can read/);
  });

  test("shows its pages with the passage marked, steps through the cited passages, and shows its text on request, on a phone too", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
    const sources = await openAnswer(page, api, [9, 21]);
    await citation(page, 2).click();
    await expectEventually(() => marks(page).count()).toBeGreaterThan(0);
    await expectEventually(() => isInView(page, "mark")).toBe(true);
    await pages(page)
      .getByRole("img", { name: /^Page 21 of \d+$/ })
      .waitFor();
    await expectVisible(documentViewer(page, pdfName), "2 of 2");
    // The text over the picture can be selected, and is the passage where the marks are.
    await expectEventually(async () => (await pages(page).textContent())?.replace(/\s/g, "")).toContain(
      sources[1]?.content.slice(0, 60).replace(/\s/g, ""),
    );
    // Only the pages near the visible area are drawn.
    expect(await pages(page).getByRole("img").count()).toBeLessThan(6);
    await checkAxeInBothThemes(page, "the pages of a PDF");

    await page.keyboard.press("p");
    await expectVisible(documentViewer(page, pdfName), "1 of 2");
    await pages(page)
      .getByRole("img", { name: /^Page 9 of/ })
      .waitFor();
    await expectEventually(() => isInView(page, "[data-page='9'] mark")).toBe(true);
    await documentViewer(page, pdfName).getByText("Text", { exact: true }).click();
    await expectEventually(() => documentText(page).locator("mark").allTextContents()).toEqual([sources[0]?.content]);
    await page.reload();
    await citation(page, 2).click();
    await expectEventually(() => documentText(page).locator("mark").allTextContents()).toEqual([sources[1]?.content]);
    await documentViewer(page, pdfName).getByText("Page", { exact: true }).click();
    await page.keyboard.press("Escape");
    await documentViewer(page, pdfName).waitFor({ state: "detached" });

    await page.setViewportSize(narrowViewport);
    await citation(page, 1).click();
    await expectEventually(() => isInView(page, "mark")).toBe(true);
    expect((await page.getByRole("dialog", { name: pdfName }).boundingBox())?.width).toBeCloseTo(390);
    // A page is zoomed until the passage fills the screen.
    await expectEventually(async () => {
      const boxes = await Promise.all((await marks(page).all()).map((mark) => mark.boundingBox()));
      const left = Math.min(...boxes.map((box) => box?.x ?? Number.NaN));
      const right = Math.max(...boxes.map((box) => (box ? box.x + box.width : Number.NaN)));
      return left >= 0 && right <= 390 && right - left > 300;
    }).toBe(true);
    await expectVisible(documentViewer(page, pdfName), /^Page 9 of \d+$/);
    await checkAxeInBothThemes(page, "the pages of a PDF on a phone");
  });

  test("is marked from the first letter of the passage on, although letters are not equally wide", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
    const file = await uploadCorpusPdf(api, pdfName);
    const [source] = await citePages(api, file, [9]);
    const words = source?.content.split(/\s+/).slice(9) ?? [];
    const sources = [{ ...source, content: words.join(" ") }];
    const id = await createAnsweredConversation(api, "Claim [1].", { rag: { sources } });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await citation(page, 1).click();
    await expectEventually(() => isInView(page, "mark")).toBe(true);
    await documentViewer(page, pdfName).getByRole("button", { name: "Find in the document" }).click();
    await page.keyboard.type(words.slice(0, 3).join(" "));
    // The browser knows where the words are in the text over the picture.
    await expectEventually(() =>
      pages(page).evaluate((area) => {
        const [found] = CSS.highlights.get("document-hit") ?? [];
        const mark = area.querySelector("mark")?.getBoundingClientRect();
        return found instanceof Range && mark ? Math.abs(found.getBoundingClientRect().left - mark.left) : null;
      }),
    ).toBeLessThan(1.5);
  });

  test("is zoomed with buttons and keys about what is read, and shows the same page again after a look at the text", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
    await openAnswer(page, api, [9, 21]);
    await citation(page, 1).click();
    await expectEventually(() => isInView(page, "[data-page='9'] mark")).toBe(true);
    await expectVisible(documentViewer(page, pdfName), /^Page 9 of \d+$/);
    await page.getByRole("button", { name: "Zoom in" }).click();
    await expectVisible(documentViewer(page, pdfName), "125%");
    // What is read stays in view.
    await expectEventually(() => isInView(page, "[data-page='9'] mark")).toBe(true);
    await pages(page).press("-");
    await expectVisible(documentViewer(page, pdfName), "100%");
    await pages(page).press("-");
    await expectVisible(documentViewer(page, pdfName), "75%");
    await page.getByRole("button", { name: "75%, fit to width" }).click();
    await expectVisible(documentViewer(page, pdfName), "100%");
    await page.getByRole("button", { name: "100%, fit to width" }).press("+");
    await expectVisible(documentViewer(page, pdfName), "125%");
    await page.getByRole("button", { name: "Zoom out" }).press("0");
    await expectVisible(documentViewer(page, pdfName), "100%");
    // A notch of a mouse's wheel.
    await pages(page).hover();
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    await expectVisible(documentViewer(page, pdfName), "122%");
    await page.getByRole("button", { name: "122%, fit to width" }).click();
    await expectVisible(documentViewer(page, pdfName), "100%");

    // The place in the pages is found again after a look at the text, until another passage is opened.
    await pages(page).evaluate((area) => area.scrollTo(0, area.scrollHeight));
    await expectVisible(documentViewer(page, pdfName), /^Page [45]\d of \d+$/);
    await documentViewer(page, pdfName).getByText("Text", { exact: true }).click();
    await documentText(page).waitFor();
    await documentViewer(page, pdfName).getByText("Page", { exact: true }).click();
    await expectVisible(documentViewer(page, pdfName), /^Page [45]\d of \d+$/);
    await page.keyboard.press("n");
    await expectEventually(() => isInView(page, "[data-page='21'] mark")).toBe(true);
    await page.keyboard.press("p");
    await expectEventually(() => isInView(page, "[data-page='9'] mark")).toBe(true);
  });

  test("goes to the page whose number is typed, beside the conversation and over it", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
    await openAnswer(page, api, [9, 21]);
    await citation(page, 1).click();
    await expectEventually(() => isInView(page, "[data-page='9'] mark")).toBe(true);
    const field = page.getByRole("textbox", { name: /^Page \d+ of \d+$/ });
    await expectEventually(() => field.inputValue()).toBe("9");
    // A plain number until it is a field.
    const getBorder = () => field.evaluate((each) => getComputedStyle(each).borderTopColor);
    expect(await getBorder()).toBe("rgba(0, 0, 0, 0)");
    await field.focus();
    expect(await getBorder()).not.toBe("rgba(0, 0, 0, 0)");
    await page.keyboard.type("30");
    await page.keyboard.press("Enter");
    await expectVisible(documentViewer(page, pdfName), /^Page 30 of \d+$/);
    await pages(page)
      .getByRole("img", { name: /^Page 30 of/ })
      .waitFor();
    // The keys scroll on from there.
    await expectEventually(() => pages(page).evaluate((area) => area === document.activeElement)).toBe(true);
    await page.keyboard.press("End");
    await expectVisible(documentViewer(page, pdfName), /^Page (\d+) of \1$/);
    const lastPage = await field.inputValue();

    // Leaving the field goes to the page, too. Letters are not part of a number, nor keys of the viewer.
    await field.focus();
    await page.keyboard.type("n4p");
    await expectVisible(documentViewer(page, pdfName), "1 of 2");
    await page.keyboard.press("Tab");
    await expectVisible(documentViewer(page, pdfName), /^Page 4 of \d+$/);
    // A number beyond the end.
    await field.fill("999");
    await field.press("Enter");
    await expectVisible(documentViewer(page, pdfName), /^Page (\d+) of \1$/);
    expect(await field.inputValue()).toBe(lastPage);
    await field.fill("0");
    await field.press("Enter");
    await expectVisible(documentViewer(page, pdfName), /^Page 1 of \d+$/);

    // Esc restores the number, and only then closes the viewer: the panel, and the dialog of a narrower window.
    const pressEscapeTwice = async (number: string) => {
      await expectEventually(() => field.inputValue()).toBe(number);
      await field.fill("30");
      await page.keyboard.press("Escape");
      await expectEventually(() => field.inputValue()).toBe(number);
      await page.keyboard.press("Escape");
      await documentViewer(page, pdfName).waitFor({ state: "detached" });
    };
    await pressEscapeTwice("1");
    await page.setViewportSize({ width: 960, height: 900 });
    await citation(page, 1).click();
    await expectEventually(() => isInView(page, "[data-page='9'] mark")).toBe(true);
    await pressEscapeTwice("9");
  });

  test("is zoomed with two fingers, about the point between them", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
    await openAnswer(page, api, [9, 21]);
    await citation(page, 2).click();
    await expectEventually(() => isInView(page, "mark")).toBe(true);
    await page.getByRole("button", { name: /fit to width$/ }).click();
    await expectVisible(documentViewer(page, pdfName), "100%");
    const area = await pages(page).boundingBox();
    if (!area) throw new Error("The pages are not shown.");
    const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    const findMiddlePage = () =>
      page.evaluate(
        ({ x, y }) => document.elementFromPoint(x, y)?.closest("[data-page]")?.getAttribute("data-page"),
        middle,
      );
    const pageBefore = await findMiddlePage();
    const touch = await page.context().newCDPSession(page);
    const pinch = (type: "touchStart" | "touchMove", distance: number) =>
      touch.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: [-1, 1].map((side) => ({ x: middle.x + (side * distance) / 2, y: middle.y })),
      });
    await pinch("touchStart", 100);
    await pinch("touchMove", 150);
    await pinch("touchMove", 200);
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expectVisible(documentViewer(page, pdfName), "200%");
    await expectEventually(() =>
      page
        .locator("[data-page]")
        .first()
        .evaluate((box) => box.clientWidth),
    ).toBeGreaterThan(700);
    expect(await findMiddlePage()).toBe(pageBefore);
    // Only the pages are larger.
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    // A zoom that the person has chosen stays at the next passage.
    await page.getByRole("button", { name: "Previous source" }).click();
    await expectEventually(() => isInView(page, "[data-page='9'] mark")).toBe(true);
    await expectVisible(documentViewer(page, pdfName), "200%");
  });

  test("stays where it is sideways on a phone while a search steps to hits in view, and scrolls no farther than another hit needs", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true, isMobile: true });
    await openAnswer(page, api, [9]);
    await citation(page, 1).tap();
    await expectEventually(() => isInView(page, "mark")).toBe(true);
    const readLeft = () => pages(page).evaluate(({ scrollLeft }) => scrollLeft);
    await expectEventually(readLeft).toBeGreaterThan(0);
    const left = await readLeft();
    await documentViewer(page, pdfName).getByRole("button", { name: "Find in the document" }).tap();
    const find = async (text: string) => {
      const search = page.getByRole("search", { name: "Find in the document" });
      await search.getByRole("textbox").fill(text);
      await expectEventually(() => search.getByRole("status").textContent()).toBe("1 of 1");
    };
    /** Returns the space beside the current hit, if this is between the top and the bottom of the view. */
    const readSpaces = () =>
      pages(page).evaluate((area) => {
        const [hit] = CSS.highlights.get("document-hit") ?? [];
        if (!(hit instanceof Range)) return null;
        const box = hit.getBoundingClientRect();
        const view = area.getBoundingClientRect();
        if (box.top < view.top || box.bottom > view.bottom) return null;
        return { left: Math.round(box.left - view.left), right: Math.round(view.left + area.clientWidth - box.right) };
      });
    await find("This standard assumes");
    await expectEventually(readSpaces).toMatchObject({ left: expect.toSatisfy((space: number) => space < 40) });
    expect(await readLeft()).toBe(left);

    await pages(page).evaluate((area) => {
      area.scrollLeft = 0;
    });
    await find("system supports the");
    await expectEventually(readSpaces).toMatchObject({ right: 16 });
    await pages(page).evaluate((area) => {
      area.scrollLeft = area.scrollWidth;
    });
    await find("This standard assumes");
    await expectEventually(readSpaces).toMatchObject({ left: 16 });
  });

  test("has its place before it is drawn: a placeholder in the colours of the app, as large as the page", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 }, colorScheme: "dark" });
    await page.addInitScript(holdDrawing);
    await openAnswer(page, api, [21]);
    await citation(page, 1).click();
    const cited = pages(page).locator("[data-page='21']");
    await expectEventually(() => isInView(page, "[data-page='21'] mark")).toBe(true);
    // The placeholder is not white in the dark theme.
    const getLightness = () =>
      cited.evaluate((box) => Math.max(...(getComputedStyle(box).backgroundColor.match(/\d+/g) ?? []).map(Number)));
    expect(await getLightness()).toBeLessThan(80);
    expect(await pages(page).getByRole("img").count()).toBe(0);
    const before = await cited.boundingBox();
    await page.evaluate(() => dispatchEvent(new Event("draw")));
    await pages(page)
      .getByRole("img", { name: /^Page 21 of/ })
      .waitFor();
    await expectEventually(getLightness).toBe(255);
    expect(await cited.boundingBox()).toEqual(before);
  });

  test("shows people who may not download the original its text only", async () => {
    const { page, api } = await fixture.openSignedIn();
    const requestedUrls: string[] = [];
    page.on("request", (request) => requestedUrls.push(request.url()));
    const file = await uploadCorpusPdf(api, pdfName);
    const [source] = await citePages(api, file, [9]);
    // A name of the key that is not the person's, as in a document that somebody else shares.
    const id = await createAnsweredConversation(api, "Claim [1].", {
      rag: { sources: [{ ...source, key: file.id.replace(/^[^/]+/, "somebody-else") }] },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    const getFilesAgain = await interceptOp(page, getFiles, async (route) => {
      const record = { ...file, id: file.id.replace(/^[^/]+/, "somebody-else") };
      const body = Buffer.from(JSON.stringify({ success: true, data: { items: [record] } })).toString("base64");
      await route.fulfill({ json: { data: body } });
    });
    await citation(page, 1).click();
    // The server has no text of this key either; the page asks for nothing else.
    await expectVisible(documentViewer(page, pdfName), fileTexts.documentMissing);
    await getFilesAgain();
    expect(await documentViewer(page, pdfName).getByText("Page", { exact: true }).count()).toBe(0);
    expect(requestedUrls.filter((url) => /signed\/files|pdfjs/.test(url))).toEqual([]);
  });

  test("offers its text if its pages cannot be loaded, and loads them again", async () => {
    const { page, api } = await fixture.openSignedIn();
    const sources = await openAnswer(page, api, [9]);
    await page.route(/\/signed\/files\/download/, (route) => route.fulfill({ status: 404 }));
    await citation(page, 1).click();
    await expectVisible(documentViewer(page, pdfName), "Couldn’t load the pages.");
    await page.unroute(/\/signed\/files\/download/);
    await documentViewer(page, pdfName).getByRole("button", { name: "Try again" }).click();
    await expectEventually(() => isInView(page, "mark")).toBe(true);
    await documentViewer(page, pdfName).getByText("Text", { exact: true }).click();
    await expectEventually(() => documentText(page).locator("mark").allTextContents()).toEqual([sources[0]?.content]);
  });

  test("has no effect of its own: no scripts, links, forms or requests", async () => {
    const { page, api } = await fixture.openSignedIn();
    const file = await uploadAndExtract(api, fixture.url, {
      name: "hostile.pdf",
      type: "application/pdf",
      content: hostilePdf,
    });
    const id = await createAnsweredConversation(api, "Claim [1].", {
      rag: { sources: [{ ...buildCitedPassage(file, 1, 0, "Rivers carry sand"), locations: [{ page: 1 }] }] },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    const requestedUrls: string[] = [];
    page.on("request", (request) => requestedUrls.push(request.url()));
    await citation(page, 1).click();
    const name = "hostile.pdf";
    await pages(page, name).getByRole("img", { name: "Page 1 of 1" }).waitFor();
    await expectEventually(() => pages(page, name).locator("mark").count()).toBe(1);
    expect(await pages(page, name).locator("a, input, iframe, script, form, button").count()).toBe(0);
    await pages(page, name).click({ position: { x: 200, y: 200 } });
    expect(requestedUrls.filter((url) => !url.startsWith(fixture.url))).toEqual([]);
    expect(page.context().pages()).toHaveLength(1);
  });
});

/** A PDF with a script, a link over its whole page, a form field and a huge page size. */
const hostilePdf = buildPdf([
  "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AcroForm << /Fields [6 0 R] >> >>",
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 14400 14400] /Contents 4 0 R /Annots [5 0 R 6 0 R] /Resources << /Font << /F1 7 0 R >> >> >>",
  "<< /Length 67 >>\nstream\nBT /F1 700 Tf 1000 9000 Td (Rivers carry sand past stones.) Tj ET    \nendstream",
  "<< /Type /Annot /Subtype /Link /Rect [0 0 14400 14400] /A << /S /URI /URI (https://evil.example/) >> >>",
  "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [0 0 5000 500] /AA << /K << /S /JavaScript /JS (app.alert\\(2\\)) >> >> >>",
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
]);

/** Builds a PDF of these objects. Readers find the objects without a table of their positions. */
function buildPdf(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return Uint8Array.from(
    Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`),
  );
}
