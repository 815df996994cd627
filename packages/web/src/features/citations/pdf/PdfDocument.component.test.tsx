import { downloadFile } from "@lectern/contract";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { buildCitedPassage, storeAnswer } from "../../../testing/citedAnswers.ts";
import { createPdf } from "../../../testing/createPdf.ts";
import {
  citation,
  documentPages,
  documentText,
  documentViewer,
  findAll,
  isInView,
  readTexts,
} from "../../../testing/documentViewer.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { createTextFile, type StubbedFile, stubFiles } from "../../../testing/stubFiles.ts";
import { listInputs, stubRequests } from "../../../testing/stubServer.ts";

vi.mock("pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker", () => import("../../../testing/pdfWorker.ts"));

const name = "standard.pdf";
const viewer = () => documentViewer(name);
const pages = () => documentPages(name);
const pageCount = 40;
const linesPerPage = 30;

/** A line that occurs once in the document. */
const lineOf = (pageNumber: number, line: number) =>
  `On sheet ${pageNumber} in row ${line} the river carries sand past stone ${pageNumber * 100 + line}.`;
/** Two lines in the middle of a page. */
const passageOf = (pageNumber: number) => `${lineOf(pageNumber, 14)} ${lineOf(pageNumber, 15)}`;

function createStandard(fields: { id?: string } = {}): StubbedFile {
  const lines = Array.from({ length: pageCount }, (_, index) =>
    Array.from({ length: linesPerPage }, (_, line) => lineOf(index + 1, line)),
  );
  const texts = lines.map((_, index) => ({ content: passageOf(index + 1), location: { page: index + 1 } }));
  return createTextFile({ name, type: "application/pdf", ...fields }, texts, createPdf(lines));
}

const cite = ({ record }: StubbedFile, pageNumbers: readonly number[]) =>
  pageNumbers.map((pageNumber, position) => ({
    ...buildCitedPassage(record, position + 1, pageNumber - 1, passageOf(pageNumber)),
    locations: [{ page: pageNumber }],
  }));

/** Opens a conversation with an answer that cites a PDF on these pages. */
async function openAnswer(pageNumbers: readonly number[], file = createStandard()): Promise<void> {
  stubFiles(file);
  await storeAnswer(pageNumbers.map((_, position) => `Claim [${position + 1}].`).join(" "), {
    rag: { sources: cite(file, pageNumbers) },
  });
  await renderApp("#c=stored");
}

async function expectPassageInView(pageNumber: number): Promise<void> {
  // The first document waits for the code that reads PDFs.
  await expect.element(pages()).toBeVisible();
  await expect.poll(() => isInView(pages(), `[data-page='${pageNumber}'] mark`), { timeout: 10_000 }).toBe(true);
}
const picture = (pageNumber: number) =>
  pages().getByRole("img", { name: `Page ${pageNumber} of ${pageCount}`, exact: true });
const expectShown = (text: string | RegExp) =>
  expect.element(viewer().getByText(text, { exact: true }).first()).toBeVisible();

/** Changes what is posted to the worker that reads PDFs, until the test ends. `action`: what the worker is asked for. */
function interceptWorker(intercept: (action: unknown, send: () => void) => void): void {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (
    this: Worker,
    message: unknown,
    options?: StructuredSerializeOptions | Transferable[],
  ) {
    const action = typeof message === "object" && message !== null && "action" in message ? message.action : null;
    intercept(action, () => void Reflect.apply(post, this, [message, options]));
  };
  onTestFinished(() => {
    Worker.prototype.postMessage = post;
  });
}

describe("a cited PDF", () => {
  test("shows its pages with the passage marked, draws only those near the view, and steps through the passages and to their text", async () => {
    await page.viewport(1440, 900);
    await openAnswer([9, 21]);
    await citation(2).click();
    await expectPassageInView(21);
    await expect.element(picture(21)).toBeVisible();
    await expectShown("2 of 2");
    // The text over the picture can be selected.
    await expect.poll(() => pages().element().textContent).toContain(lineOf(21, 14));
    expect(pages().getByRole("img").elements().length).toBeLessThan(6);
    await userEvent.keyboard("p");
    await expectShown("1 of 2");
    await expectPassageInView(9);
    await viewer().getByText("Text", { exact: true }).click();
    await expect.poll(() => readTexts(documentText(name), "mark")).toEqual([passageOf(9)]);
    // The choice of the text stays.
    await userEvent.keyboard("n");
    await expect.poll(() => readTexts(documentText(name), "mark")).toEqual([passageOf(21)]);
  });

  test("fills a phone, zoomed until the passage is as wide as the screen", async () => {
    await page.viewport(390, 844);
    await openAnswer([9]);
    await citation(1).click();
    await expectPassageInView(9);
    expect(page.getByRole("dialog", { name }).element().getBoundingClientRect().width).toBeCloseTo(390);
    await expect
      .poll(() => {
        const boxes = findAll(pages(), "mark").map((mark) => mark.getBoundingClientRect());
        const left = Math.min(...boxes.map((box) => box.left));
        const right = Math.max(...boxes.map((box) => box.right));
        return left >= 0 && right <= 390 && right - left > 300;
      })
      .toBe(true);
    await expectShown(`Page 9 of ${pageCount}`);
  });

  test("says in one line that the text of its pages is missing, and shows them", async () => {
    interceptWorker((action, send) => {
      if (action === "GetTextContent") throw new Error("No text.");
      send();
    });
    await openAnswer([9]);
    await citation(1).click();
    await expect.element(picture(9)).toBeVisible();
    await expectShown(/^Couldn’t load the text of (page 9|some pages)\. You can read/);
  });

  test("is marked from the first letter of the passage on, although letters are not equally wide", async () => {
    await page.viewport(1440, 900);
    const start = "illicit little mills will still fill it; ";
    const passage = "MAMMOTH WOMEN WARM HOMES in the long and cold winters of the north";
    const file = createTextFile({ name, type: "application/pdf" }, [passage], createPdf([[`${start}${passage}.`]]));
    stubFiles(file);
    const sources = [{ ...buildCitedPassage(file.record, 1, 0, passage), locations: [{ page: 1 }] }];
    await storeAnswer("Claim [1].", { rag: { sources } });
    await renderApp("#c=stored");
    await citation(1).click();
    await expectPassageInView(1);
    await viewer().getByRole("button", { name: "Find in the document" }).click();
    await userEvent.keyboard("MAMMOTH WOMEN");
    // The browser knows where the words are in the text over the picture.
    await expect
      .poll(() => {
        const [found] = CSS.highlights.get("document-hit") ?? [];
        const mark = findAll(pages(), "mark")[0]?.getBoundingClientRect();
        return found instanceof Range && mark ? Math.abs(found.getBoundingClientRect().left - mark.left) : Infinity;
      })
      .toBeLessThan(1.5);
  });

  test("is zoomed with buttons, keys and the wheel about what is read, and shows the same page again after a look at the text", async () => {
    await page.viewport(1440, 900);
    await openAnswer([9, 21]);
    await citation(1).click();
    await expectPassageInView(9);
    await expectShown(`Page 9 of ${pageCount}`);
    await page.getByRole("button", { name: "Zoom in" }).click();
    await expectShown("125%");
    // What is read stays in view.
    await expectPassageInView(9);
    const press = async (key: string, shown: string) => {
      await userEvent.keyboard(key);
      await expectShown(shown);
    };
    pages().element().focus();
    await press("-", "100%");
    await press("-", "75%");
    await page.getByRole("button", { name: "75%, fit to width" }).click();
    await expectShown("100%");
    await press("+", "125%");
    await press("0", "100%");
    // A notch of a mouse's wheel.
    const notch = new WheelEvent("wheel", { deltaY: -100, ctrlKey: true, bubbles: true, cancelable: true });
    pages().element().dispatchEvent(notch);
    expect(notch.defaultPrevented).toBe(true);
    await expectShown("122%");
    await page.getByRole("button", { name: "122%, fit to width" }).click();
    await expectShown("100%");

    // The place in the pages is found again after a look at the text, until another passage is opened.
    pages().element().scrollTo(0, pages().element().scrollHeight);
    await expectShown(/^Page (39|40) of 40$/);
    await viewer().getByText("Text", { exact: true }).click();
    await expect.element(documentText(name)).toBeVisible();
    await viewer().getByText("Page", { exact: true }).click();
    await expectShown(/^Page (39|40) of 40$/);
    await userEvent.keyboard("n");
    await expectPassageInView(21);
    await userEvent.keyboard("p");
    await expectPassageInView(9);
  });

  test("goes to the page whose number is typed, beside the conversation and over it; Esc restores the number, and only then closes the viewer", async () => {
    await page.viewport(1440, 900);
    await openAnswer([9, 21]);
    await citation(1).click();
    await expectPassageInView(9);
    const field = page.getByRole("textbox", { name: /^Page \d+ of \d+$/ });
    await expect.element(field).toHaveValue("9");
    // The passage is scrolled to until its page stays in its place.
    await expect.element(picture(9)).toBeVisible();
    // A plain number until it is a field.
    const readBorder = () => getComputedStyle(field.element()).borderTopColor;
    expect(readBorder()).toBe("rgba(0, 0, 0, 0)");
    field.element().focus();
    expect(readBorder()).not.toBe("rgba(0, 0, 0, 0)");
    await userEvent.keyboard("30{Enter}");
    await expectShown(`Page 30 of ${pageCount}`);
    await expect.element(picture(30)).toBeVisible();
    // The keys scroll on from there.
    await expect.element(pages()).toHaveFocus();
    await userEvent.keyboard("{End}");
    await expectShown(`Page ${pageCount} of ${pageCount}`);

    // Leaving the field goes to the page, too. Letters are not part of a number, nor keys of the viewer.
    field.element().focus();
    await userEvent.keyboard("n4p");
    await expectShown("1 of 2");
    await userEvent.keyboard("{Tab}");
    await expectShown(`Page 4 of ${pageCount}`);
    const goTo = async (number: string) => {
      await field.fill(number);
      await userEvent.keyboard("{Enter}");
    };
    await goTo("999");
    await expectShown(`Page ${pageCount} of ${pageCount}`);
    await expect.element(field).toHaveValue(`${pageCount}`);
    await goTo("0");
    await expectShown(`Page 1 of ${pageCount}`);

    const pressEscapeTwice = async (number: string) => {
      await expect.element(field).toHaveValue(number);
      await field.fill("30");
      await userEvent.keyboard("{Escape}");
      await expect.element(field).toHaveValue(number);
      await userEvent.keyboard("{Escape}");
      await expect.element(viewer()).not.toBeInTheDocument();
    };
    await pressEscapeTwice("1");
    await page.viewport(960, 900);
    await citation(1).click();
    await expectPassageInView(9);
    await pressEscapeTwice("9");
  });

  test("has its place before it is drawn: a placeholder in the colours of the app, as large as the page", async () => {
    const { promise: release, resolve: draw } = Promise.withResolvers<void>();
    interceptWorker((action, send) => {
      if (action === "GetOperatorList") void release.then(send);
      else send();
    });
    await page.viewport(1440, 900);
    await openAnswer([21]);
    await citation(1).click();
    await expectPassageInView(21);
    const cited = () => findAll(pages(), "[data-page='21']")[0] as HTMLElement; // in view
    // The placeholder is not white in the dark theme.
    const readLightness = () =>
      Math.max(...(getComputedStyle(cited()).backgroundColor.match(/\d+/g) ?? []).map(Number));
    expect(readLightness()).toBeLessThan(80);
    expect(pages().getByRole("img").elements()).toEqual([]);
    const before = cited().getBoundingClientRect();
    draw();
    await expect.element(picture(21)).toBeVisible();
    await expect.poll(readLightness).toBe(255);
    expect(cited().getBoundingClientRect()).toEqual(before);
  });

  test("shows people who may not download the original its text only", async () => {
    // A key that is not the person's, as in a document that somebody else shares.
    await openAnswer([9], createStandard({ id: "somebody-else/2026-11-21/x.json" }));
    await citation(1).click();
    await expect.poll(() => readTexts(documentText(name), "mark")).toEqual([passageOf(9)]);
    expect(viewer().getByText("Page", { exact: true }).elements()).toEqual([]);
    expect(pages().elements()).toEqual([]);
    expect(listInputs(downloadFile)).toEqual([]);
  });

  test("offers its text if its pages cannot be loaded, and loads them again", async () => {
    const file = createStandard();
    await openAnswer([9], file);
    let isGone = true;
    stubRequests(({ url }) => (isGone && url.includes("/files/original") ? new Response(null, { status: 404 }) : null));
    await citation(1).click();
    await expectShown("Couldn’t load the pages.");
    isGone = false;
    await viewer().getByRole("button", { name: "Try again" }).click();
    await expectPassageInView(9);
    await viewer().getByText("Text", { exact: true }).click();
    await expect.poll(() => readTexts(documentText(name), "mark")).toEqual([passageOf(9)]);
  });
});
