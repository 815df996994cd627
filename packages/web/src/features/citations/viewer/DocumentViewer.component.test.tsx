import { type ContentItem, getFiles, readFileContent } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { lastAnswer, questions } from "../../../testing/chatPage.ts";
import {
  buildCitedPassage,
  createRiver,
  riverPassageCount,
  riverText,
  storeAnswer,
} from "../../../testing/citedAnswers.ts";
import {
  citation,
  documentText,
  documentViewer,
  findAll,
  isInView,
  readTexts,
} from "../../../testing/documentViewer.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, composer, eventually } from "../../../testing/screen.ts";
import { stubAnswers } from "../../../testing/stubChat.ts";
import { createTextFile, type StubbedFile, stubFiles } from "../../../testing/stubFiles.ts";
import { failOp, pauseOp } from "../../../testing/stubServer.ts";
import { waitUntilStill } from "../../../testing/waitUntilStill.ts";

const transparent = "rgba(0, 0, 0, 0)";
const barColour = "rgb(240, 176, 0)";
const readColour = (element: Element) => getComputedStyle(element).backgroundColor;

const expectMarked = (name: string, ...texts: string[]) =>
  expect.poll(() => readTexts(documentText(name), "mark")).toEqual(texts);

/** Opens an answer that cites passages of a document, which are given by their text. */
async function openAnswer(text: string, file: StubbedFile, passages: readonly string[]): Promise<void> {
  stubFiles(file);
  const sources = passages.map((content, index) => buildCitedPassage(file.record, index + 1, 0, content));
  await storeAnswer(text, { rag: { sources } });
  await renderApp("#c=stored");
}

/** Opens an answer that cites the river's passages with these numbers. */
async function openRiverAnswer(text: string, passages: readonly number[]): Promise<StubbedFile> {
  const river = createRiver();
  stubFiles(river);
  const sources = passages.map((passage, index) => buildCitedPassage(river.record, index + 1, passage));
  await storeAnswer(text, { rag: { sources } });
  await renderApp("#c=stored");
  return river;
}

const openFile = (name: string) => page.getByRole("button", { name, exact: true }).click();

async function closeViewer(name: string): Promise<void> {
  await userEvent.keyboard("{Escape}");
  await expect.element(documentViewer(name)).not.toBeInTheDocument();
}

describe("the document viewer", () => {
  test("highlights the sentence that the answer cites in a passage that has a bar at its edge, and in the card of the number, which starts with it; where none stands out, all of the passage has a pale tint", async () => {
    const name = "valley.txt";
    const sentence = "Floods move gravel and boulders down the valley.";
    const content = `${"Nobody knows how much rain falls on the hills. ".repeat(7)}${sentence} Stones stay.`;
    const start = content.slice(0, 93);
    await openAnswer(
      "There is rain. The floods take boulders with them [1]. Surely [2].",
      createTextFile({ name }, [content]),
      [content, start],
    );
    await citation(1).hover();
    const card = page.getByRole("tooltip");
    await expect.element(card.getByText(`… ${sentence} Stones stay.`)).toBeVisible();
    expect(readTexts(card, "mark")).toEqual([sentence]);
    await citation(1).click();
    await expectMarked(name, content);
    const passage = () => findAll(documentText(name), "mark")[0] as HTMLElement; // marked
    const cited = findAll(documentText(name), "[data-key-sentence]");
    expect(cited.map(({ textContent }) => textContent)).toEqual([sentence]);
    const [citedColour] = cited.map(readColour);
    expect(citedColour).not.toBe(transparent);
    expect(readColour(passage())).toBe(transparent);
    const readBarColour = () => getComputedStyle(passage().parentElement as HTMLElement, "::before").backgroundColor;
    expect(readBarColour()).toBe(barColour);
    await userEvent.keyboard("n");
    await expectMarked(name, start);
    expect(findAll(documentText(name), "[data-key-sentence]")).toEqual([]);
    expect([transparent, citedColour]).not.toContain(readColour(passage()));
    expect(readBarColour()).toBe(barColour);
  });

  test("colours only the key sentence of a passage of several paragraphs, which has one bar without gaps", async () => {
    const river = createRiver();
    stubFiles(river);
    const numbers = [4, 5, 6, 7];
    const texts = numbers.map(riverText);
    const cited = {
      ...buildCitedPassage(river.record, 1, 4, texts.join("\n\n")),
      locations: numbers.map((passage) => ({ line: passage * 2 + 1 })),
      originalIndexes: numbers,
    };
    await storeAnswer(`${texts[2]} [1]`, { rag: { sources: [cited] } });
    await renderApp("#c=stored");
    await citation(1).click();
    await expectMarked("rivers.md", ...texts);
    const listColoured = () =>
      findAll(documentText("rivers.md"), "mark, mark *")
        .filter((part) => readColour(part) !== transparent)
        .map(({ textContent }) => textContent);
    await eventually(listColoured).toEqual([texts[2]]);
    const listBars = () =>
      findAll(documentText("rivers.md"), "mark").map(({ parentElement }) => {
        const { top, height } = getComputedStyle(parentElement as HTMLElement, "::before");
        const barTop = (parentElement?.getBoundingClientRect().top ?? 0) + Number.parseFloat(top);
        return { top: barTop, bottom: barTop + Number.parseFloat(height) };
      });
    // The passage may still be scrolled into view.
    const listGaps = () => {
      const bars = listBars();
      return bars.slice(1).map(({ top }, index) => top > (bars[index]?.bottom ?? 0) + 0.1);
    };
    await eventually(listGaps).toEqual([false, false, false]);
  });

  test("a question sent right after the viewer was closed scrolls into view", async () => {
    stubAnswers("They stay.");
    await openRiverAnswer(`${"Water flows downhill. ".repeat(400)}Sand [1].`, [207]);
    await composer().fill("And what of the stones?");
    await citation(1).click();
    await expect.element(documentViewer("rivers.md")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    composer().element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => questions().elements().length).toBe(2);
    await expect.element(lastAnswer().getByText("They stay.")).toBeVisible();
    await expect.poll(() => boxOf(lastAnswer()).top).toBeGreaterThanOrEqual(0);
    await expect.poll(() => boxOf(lastAnswer()).bottom).toBeLessThanOrEqual(innerHeight);
  });

  test("shows a document from its beginning and the rest on scrolling, a placeholder while it loads, and why one that has failed or cannot be loaded is not shown; over the page, it traps the focus and returns it", async () => {
    const reason = "This document couldn’t be read: it is damaged.";
    const files = [
      createRiver(),
      createTextFile({ name: "broken.pdf", type: "application/pdf", state: "failed", reason }),
    ];
    stubFiles(...files);
    await page.viewport(900, 800);
    await renderApp("#page=home");
    await openFile("broken.pdf");
    await expect.element(documentViewer("broken.pdf").getByText(reason)).toBeVisible();
    await closeViewer("broken.pdf");

    const { release } = pauseOp(getFiles);
    failOp(readFileContent, "The disk is being changed.");
    await openFile("rivers.md");
    const viewer = documentViewer("rivers.md");
    await expect.element(viewer.getByText("Loading document")).toBeVisible();
    release();
    await expect.element(viewer.getByText("The disk is being changed.")).toBeVisible();
    stubFiles(...files);
    await viewer.getByRole("button", { name: "Try again" }).click();
    const text = documentText("rivers.md");
    await expect.element(text.getByText("Chapter 0", { exact: true })).toBeVisible();

    text.element().focus();
    // The position of the end is known only once the text before it has been rendered.
    const lastText = riverText(riverPassageCount - 1);
    await expect
      .poll(
        async () => {
          await userEvent.keyboard("{End}");
          return text.getByText(lastText, { exact: true }).elements().length;
        },
        { timeout: 10_000 },
      )
      .toBe(1);
    for (let press = 0; press < 8; press++) {
      await userEvent.keyboard("{Tab}");
      expect(viewer.element().contains(document.activeElement)).toBe(true);
    }
    await closeViewer("rivers.md");
    await expect.element(page.getByRole("button", { name: "rivers.md", exact: true })).toHaveFocus();
  });

  test("opens at the cited passage, has only a part of a long document in the DOM, and fills a phone", async () => {
    await openRiverAnswer("Sand [1] and stone [2].", [207, riverPassageCount - 31]);
    await citation(2).click();
    await expectMarked("rivers.md", riverText(riverPassageCount - 31));
    await expect.poll(() => isInView(documentText("rivers.md"), "mark")).toBe(true);
    await page.getByRole("button", { name: "Previous source" }).click();
    await expectMarked("rivers.md", riverText(207));
    await expect.poll(() => isInView(documentText("rivers.md"), "mark")).toBe(true);
    expect(findAll(documentText("rivers.md"), "[data-index]").length).toBeLessThan(80);
    await closeViewer("rivers.md");
    await page.viewport(390, 844);
    await citation(1).click();
    await expect.poll(() => isInView(documentText("rivers.md"), "mark")).toBe(true);
    expect(boxOf(documentViewer("rivers.md")).width).toBeCloseTo(390);
  });

  test("renders tables, code and images, says when a document is still being prepared, and hostile content stays text", async () => {
    const items: Partial<ContentItem>[] = [
      { content: "<img src=x onerror=alert(1)>", kind: "heading" },
      {
        content:
          "A [link](https://evil.example) and ![picture](https://evil.example/x.png) and <script>alert(1)</script>.",
      },
      { content: "| Name | Value |\n| --- | --- |\n| <b>one</b> | [x](javascript:alert(1)) |", kind: "table" },
      { content: "const answer = 42;", kind: "code" },
      { content: "- one\n- two", kind: "list" },
      { content: "A line\nand its end." },
    ];
    const canvas = new OffscreenCanvas(10, 10);
    canvas.getContext("2d")?.fillRect(0, 0, 10, 10);
    const stored = stubFiles(
      createTextFile({ name: "hostile.md", type: "text/markdown", state: "extracting", progress: 40 }, items),
      createTextFile({ name: "dot.png", type: "image/png", totalItems: 0 }, [], await canvas.convertToBlob()),
    );
    await renderApp("#page=home");
    await openFile("hostile.md");
    await expect.element(documentViewer("hostile.md").getByText("Reading… 40%")).toBeVisible();
    stored.change("hostile.md", { state: "ready", progress: 100 });
    await closeViewer("hostile.md");
    await openFile("hostile.md");
    const text = documentText("hostile.md");
    await expect.element(text.getByRole("table")).toBeVisible();
    await expect.element(text.getByText("const answer = 42;")).toBeVisible();
    expect(findAll(text, "a, img, script, b")).toEqual([]);
    // A link is its text, and an image its description.
    expect(text.element().textContent).toContain("A link and picture");
    // In Markdown, the end of a line is a space.
    const line = text.getByText("A line and its end.", { exact: true });
    expect(boxOf(line).height).toBeLessThan(40);
    await closeViewer("hostile.md");

    await openFile("dot.png");
    const picture = documentViewer("dot.png").getByRole("img", { name: "dot.png" });
    await expect.poll(() => (picture.elements()[0] as HTMLImageElement | undefined)?.naturalWidth).toBe(10);
  });
});

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `${riverText(index * 2 + 1)} `.repeat(6)).join("\n\n");

const panel = () => page.getByRole("complementary", { name: "rivers.md" });
const dialog = () => page.getByRole("dialog", { name: "rivers.md" });
const expectPanelMarked = (...texts: string[]) => expect.poll(() => readTexts(panel(), "mark")).toEqual(texts);
const showPrompts = () => page.getByRole("button", { name: "Show Prompts and Assistants" });
const hidePrompts = () => page.getByRole("button", { name: "Hide Prompts and Assistants" });
const message = () => page.getByRole("textbox", { name: "Message", exact: true });

describe("the document viewer in a wide window", () => {
  test("is beside the answer: covers nothing, leaves the text being read in its place, and the conversation stays usable", async () => {
    await page.viewport(1440, 900);
    await openRiverAnswer(`${paragraphs(12)}\n\nSand [1]. Stone [2].\n\n${paragraphs(12)}`, [7, 310, 401]);
    await expect.element(citation(1)).toBeInTheDocument();
    citation(1).element().scrollIntoView({ block: "center" });
    const readTop = () => Math.round(boxOf(citation(1)).y);
    const top = readTop();
    const expectSameTop = () => expect.poll(() => Math.abs(readTop() - top)).toBeLessThanOrEqual(2);
    await citation(1).click();
    await expectPanelMarked(riverText(7));
    await expectSameTop();
    expect(boxOf(lastAnswer()).right).toBeLessThanOrEqual(boxOf(panel()).x);
    expect(boxOf(message()).right).toBeLessThanOrEqual(boxOf(panel()).x);

    // Only the cited passages are browsed, also by keyboard.
    const expectPlace = (text: string) => expect.element(panel().getByText(text, { exact: true })).toBeVisible();
    await expectPlace("1 of 2");
    await userEvent.keyboard("n");
    await expectPanelMarked(riverText(310));
    await userEvent.keyboard("n");
    await expectPlace("2 of 2");

    // Letters typed in the message field are text.
    await message().click();
    await userEvent.keyboard("open pen");
    await expect.element(message()).toHaveValue("open pen");
    await expectPlace("2 of 2");
    await citation(1).click();
    await expectPlace("1 of 2");
    await userEvent.keyboard("{Escape}");
    await expect.element(panel()).not.toBeInTheDocument();
    await expect.element(citation(1)).toHaveFocus();
    await expectSameTop();
  });

  test("keeps the focus when a step removes the focused text, so that the keys go on", async () => {
    await page.viewport(1440, 900);
    const river = createRiver();
    const table = "| River | Length |\n| --- | --- |\n| Rhine \ue123 | 1,233 km |";
    const other = createTextFile({ name: "lengths.md", type: "text/markdown" }, [
      "A list.",
      { content: table, kind: "table" },
    ]);
    stubFiles(river, other);
    await storeAnswer("Sand [1]. Length [2].", {
      rag: { sources: [buildCitedPassage(river.record, 1, 7), buildCitedPassage(other.record, 2, 1, table)] },
    });
    await renderApp("#c=stored");
    await citation(1).click();
    await expectPanelMarked(riverText(7));
    documentText("rivers.md").element().focus();
    await userEvent.keyboard("n");
    const cells = page.getByRole("complementary", { name: "lengths.md" }).getByRole("cell");
    // A character that no font has is left out.
    await expect.poll(() => cells.elements().map(({ textContent }) => textContent)).toEqual(["Rhine  ", "1,233 km"]);
    await userEvent.keyboard("p");
    await expect.element(panel().getByText("1 of 2", { exact: true })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(panel()).not.toBeInTheDocument();
    await expect.element(citation(1)).toHaveFocus();
  });

  test("closes when a panel is opened that leaves the conversation too little space, and stays beside it otherwise", async () => {
    await page.viewport(1280, 800);
    await openRiverAnswer("Sand [1].", [7]);
    await citation(1).click();
    await expectPanelMarked(riverText(7));
    await showPrompts().click();
    await expect.element(panel()).not.toBeInTheDocument();
    await expect.poll(() => boxOf(message()).width).toBeGreaterThan(200);

    await hidePrompts().click();
    await page.viewport(1680, 900);
    await citation(1).click();
    await expectPanelMarked(riverText(7));
    await showPrompts().click();
    await expect.element(hidePrompts()).toBeVisible();
    await expect.poll(() => boxOf(message()).right <= boxOf(panel()).x).toBe(true);
  });

  test("takes the place of the right panel where there is not enough space for both, until that is opened again", async () => {
    await page.viewport(1440, 900);
    await openRiverAnswer(`${paragraphs(12)}\n\nSand [1].\n\n${paragraphs(12)}`, [7]);
    await showPrompts().click();
    await expect.element(hidePrompts()).toBeVisible();
    // The panel has slid in, and the chat follows its end until the reader scrolls.
    await waitUntilStill(citation(1));
    citation(1).element().scrollIntoView({ block: "center" });
    await waitUntilStill(citation(1));
    const readTop = () => Math.round(boxOf(citation(1)).y);
    const top = readTop();
    await citation(1).click();
    await expectPanelMarked(riverText(7));
    await expect.element(hidePrompts()).not.toBeInTheDocument();
    await expect.element(showPrompts()).toBeVisible();
    expect(page.getByRole("dialog").elements()).toEqual([]);
    await expect.poll(() => boxOf(lastAnswer()).right <= boxOf(panel()).x).toBe(true);
    await expect.poll(() => Math.abs(readTop() - top)).toBeLessThanOrEqual(2);
    await expect.poll(() => panel().element().contains(document.activeElement)).toBe(true);

    await showPrompts().click();
    await expect.element(panel()).not.toBeInTheDocument();
    await expect.element(hidePrompts()).toBeVisible();
    // Without the panel, there is not enough space either.
    await page.viewport(960, 800);
    await citation(1).click();
    await expect.poll(() => readTexts(dialog(), "mark")).toEqual([riverText(7)]);
    await userEvent.keyboard("{Escape}");
    await expect.element(hidePrompts()).toBeVisible();
  });

  test("closes when another conversation is opened, and is over the page where there is no space beside it", async () => {
    await page.viewport(1440, 900);
    await openRiverAnswer("Sand [1].", [7]);
    await citation(1).click();
    await expectPanelMarked(riverText(7));
    await page.getByRole("button", { name: "New chat" }).first().click();
    await expect.element(panel()).not.toBeInTheDocument();
    expect(document.documentElement.style.getPropertyValue("--detail-width")).toBe("");
    await page.getByRole("button", { name: "Rivers (" }).click();
    await page.viewport(960, 800);
    await citation(1).click();
    await expect.poll(() => readTexts(dialog(), "mark")).toEqual([riverText(7)]);
  });
});
