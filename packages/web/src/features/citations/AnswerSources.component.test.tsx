import { downloadFile } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { chooseLocale } from "../../lib/i18n/i18n.ts";
import { lastAnswer, sendMessage, waitForAnswerEnd } from "../../testing/chatPage.ts";
import { buildCitedPassage, createRiver, riverText, storeAnswer } from "../../testing/citedAnswers.ts";
import { documentText, documentViewer, findAll, readTexts } from "../../testing/documentViewer.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { boxOf, composer } from "../../testing/screen.ts";
import { stubChat } from "../../testing/stubChat.ts";
import { createTextFile, type StubbedFile, stubFiles } from "../../testing/stubFiles.ts";
import { getPerson, listInputs } from "../../testing/stubServer.ts";

const sourcesButton = () => page.getByRole("button", { name: /^\d+ sources?$/ });
const sourcesPanel = () => page.getByRole("region", { name: "Sources", exact: true });
const uncitedButton = (count: number) =>
  sourcesPanel().getByRole("button", { name: `Also searched (${count})`, exact: true });
/** The line above an answer that cites nothing, which lists what the model received. */
const receivedLine = (name: string) =>
  lastAnswer().getByRole("list", { name: "Progress" }).getByRole("button", { name, exact: true });
/** The passages that the answer does not cite, below the names of their documents. */
const countPassages = () => sourcesPanel().getByRole("listitem").getByRole("listitem").elements().length;
const citations = () => lastAnswer().getByRole("button", { name: /^Source \d+,/ });
const readCitations = () =>
  citations()
    .elements()
    .map(({ textContent }) => textContent);
const readFocusedText = () => document.activeElement?.textContent;
const rivers = "rivers.md";

/** Opens an answer with these sources of the river. */
async function openAnswer(
  text: string,
  buildSources: (river: StubbedFile["record"]) => object[],
): Promise<StubbedFile> {
  const river = createRiver();
  stubFiles(river);
  await storeAnswer(text, { rag: { sources: buildSources(river.record) } });
  await renderApp("#c=stored");
  return river;
}

describe("the sources of an answer", () => {
  test("a source that is cited several times opens at the sentence that the pressed citation is about, also from a list and from a cell of a table", async () => {
    const sentences = [
      "The exam takes 90 minutes and counts for 70 percent of the grade.",
      "The project report counts for 30 percent and has a limit of 12 pages.",
      "Reports are due on 15 January at noon, and late ones lose ten percent per day.",
    ];
    const file = createTextFile({ name: "module.md", type: "text/markdown" }, [sentences.join(" ")]);
    stubFiles(file);
    const text = [
      "- The **project report** counts for 30 percent [1], and reports are due on 15 January at noon [1].",
      "- The exam takes 90 minutes [1]",
      "",
      "| What | How much | Source |",
      "|---|---|---|",
      "| Late | noon | [1] |",
    ].join("\n");
    await storeAnswer(text, { rag: { sources: [buildCitedPassage(file.record, 1, 0, sentences.join(" "))] } });
    await renderApp("#c=stored");
    for (const [index, sentence] of [1, 2, 0, 2].entries()) {
      await citations().nth(index).click();
      await expect
        .poll(() => readTexts(documentText("module.md"), "[data-key-sentence]"))
        .toEqual([sentences[sentence]]);
    }
    await citations().nth(2).hover();
    await expect.poll(() => readTexts(page.getByRole("tooltip"), "mark, strong")[0]).toBe(sentences[0]);
  });

  test("change neither the height of a line nor the place of its words by their numbers", async () => {
    await openAnswer(
      "The water goes on and on in its bed [1], over the weirs and past the mills [2]. ".repeat(6),
      (river) => [buildCitedPassage(river, 1, 7), buildCitedPassage(river, 2, 310)],
    );
    await expect.poll(() => citations().elements().length).toBe(12);
    const paragraph = lastAnswer().getByRole("paragraph").filter({ hasText: "The water" }).element();
    const { top, height } = paragraph.getBoundingClientRect();
    const lineHeight = Number.parseFloat(getComputedStyle(paragraph).lineHeight);
    const texts = [...paragraph.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const rects = texts.flatMap((text) => {
      const range = document.createRange();
      range.selectNode(text);
      return [...range.getClientRects()];
    });
    const lineCount = height / lineHeight;
    expect(Math.abs(lineCount - Math.round(lineCount))).toBeLessThan(0.03);
    // The words are in the middle of each line, beside the numbers too.
    const middles = rects.map((rect) => (rect.top + rect.height / 2 - top) / lineHeight);
    expect(middles.length).toBeGreaterThan(12);
    for (const middle of middles) expect(Math.abs(middle - Math.floor(middle) - 0.5)).toBeLessThan(0.05);
  });

  test("are read from their beginning: the end of a long list does not scroll into view when it opens", async () => {
    await openAnswer("All in all [1].", (river) =>
      Array.from({ length: 20 }, (_, index) => buildCitedPassage(river, index + 1, index)),
    );
    await sourcesButton().click();
    await uncitedButton(19).click();
    await sourcesPanel().getByRole("button", { name: "Show all" }).click();
    await expect.poll(countPassages).toBe(19);
    // Following the end would scroll within 250 ms, so wait for what comes after it.
    await expect.element(page.getByRole("button", { name: "Scroll to the end" })).toBeVisible();
    expect(boxOf(sourcesButton()).y).toBeGreaterThan(0);
  });

  test("[C2.17] have no button when the answer cites none; the line that says what was searched lists them, by keyboard too: each document by name, with its first passages and then all of them", async () => {
    await openAnswer("The documents do not say.", (river) => {
      const found = Array.from({ length: 11 }, (_, index) => buildCitedPassage(river, index + 1, index));
      const other = { ...buildCitedPassage(river, 12, 50), key: null, name: "b.md" };
      return [...found.slice(0, 3), other, ...found.slice(3)];
    });
    const line = receivedLine("Searched rivers.md and b.md");
    await expect.element(line).toBeVisible();
    line.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect
      .element(sourcesPanel().getByText("The answer cites none of these passages.", { exact: true }))
      .toBeVisible();
    expect(
      lastAnswer()
        .getByRole("button", { name: /sources?$/i })
        .elements(),
    ).toEqual([]);
    await expect.poll(countPassages).toBe(8);
    expect(sourcesPanel().getByRole("button", { name: rivers, exact: true }).elements()).toHaveLength(1);
    sourcesPanel().getByRole("button", { name: "Show all" }).element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(countPassages).toBe(12);
    await expect.poll(readFocusedText).toBe("Line 17");
    expect(sourcesPanel().getByRole("list", { name: "b.md" }).getByRole("listitem").elements()).toHaveLength(1);
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => readTexts(documentText(rivers), "mark")).toEqual([riverText(8)]);
  });

  test("stay open in their line, without moving the answer or taking the focus, when the answer comes to cite one of them", async () => {
    const river = createRiver();
    stubFiles(river);
    const ofOther = (index: number) => ({
      ...buildCitedPassage(river.record, index, index * 10),
      key: null,
      name: "b.md",
    });
    const sources = [
      ...Array.from({ length: 8 }, (_, index) => buildCitedPassage(river.record, index + 1, index)),
      // Not listed under its document, because there is nothing to show.
      { ...ofOther(9), content: "", locations: [] },
      ofOther(10),
      ofOther(11),
    ];
    const chat = stubChat();
    await renderApp();
    await sendMessage("What does the river do?");
    await expect.poll(() => chat.answers.length).toBe(1);
    const [answer] = chat.answers;
    const summary = "Searched rivers.md, b.md";
    answer?.send({
      s: "meta",
      st: { id: "search", summary, message: "", type: "info", inProgress: true, sticky: true },
    });
    answer?.send({ s: "0", d: "It carries sand" }, { s: "meta", state: { sources: { rag: { sources } } } });
    await receivedLine(summary).click();
    expect(sourcesButton().elements()).toEqual([]);
    sourcesPanel().getByRole("button", { name: "Show all" }).element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(readFocusedText).toBe("b.md");

    composer().element().focus();
    const paragraph = lastAnswer().getByRole("paragraph").last();
    const top = boxOf(paragraph).y;
    answer?.send({ s: "0", d: " [10]." });
    await expect.element(sourcesButton()).toBeVisible();
    // Only the cited passage, which was below the list's first document, has left the list.
    await expect.poll(countPassages).toBe(9);
    expect(boxOf(paragraph).y).toBeLessThanOrEqual(top);
    await expect.element(composer()).toHaveFocus();
    answer?.end();
    await waitForAnswerEnd();
  });

  test("are announced in one line in German at 390 px, if the documents have short names", async () => {
    await chooseLocale("de");
    await page.viewport(390, 844);
    const chat = stubChat();
    await renderApp();
    await page.getByRole("textbox", { name: "Nachricht", exact: true }).fill("Was macht der Fluss?");
    await page.getByRole("button", { name: "Nachricht senden" }).click();
    await expect.poll(() => chat.answers.length).toBe(1);
    const summary = "Searched fluss.md, wald.md and 1 more";
    const st = { id: "search", summary, message: "", type: "info", inProgress: true, sticky: true };
    chat.answers[0]?.send({ s: "meta", st });
    const status = page.getByText("fluss.md, wald.md + 1 weiteres durchsucht", { exact: true });
    await expect.element(status).toBeVisible();
    expect(boxOf(status).height).toBeLessThan(30);
    chat.answers[0]?.end();
  });

  test("[C2.17] [C2.18] [C2.19] are listed below it by group, with number, quote, name and location, the cited ones first and the rest folded; long values are cut, on a phone too, and an answer without any says so", async () => {
    const river = createRiver();
    stubFiles(river);
    const file = river.record;
    const longPassage = `${riverText(41)} ${riverText(42)} ${riverText(43)}`;
    const foreign = { key: "somebody-else/2026-11-21/x.json", name: `${"n".repeat(80)}.pdf` };
    await storeAnswer("So it is [1], [4] and [2].", {
      rag: {
        sources: [
          { ...buildCitedPassage(file, 2, 41, longPassage), locations: [{ page: 3 }, { page: 4 }] },
          buildCitedPassage(file, 1, 7),
          buildCitedPassage(file, 3, 7),
          { ...buildCitedPassage(file, 4, 45), ...foreign },
          buildCitedPassage(file, 5, 90),
        ],
      },
      documentContext: { sources: [{ ...buildCitedPassage(file, undefined, 0), name: "b.md", key: null }] },
      images: {
        sources: [{ ...buildCitedPassage(file, undefined, 0), name: "map.png", key: null, content: "", locations: [] }],
      },
    });
    await storeAnswer("Nothing was found.", { rag: { sources: [] } }, "empty");
    await renderApp("#c=stored");
    await expect.element(sourcesButton()).toHaveTextContent("3 sources");
    await sourcesButton().click();
    await expect.element(sourcesPanel().getByRole("heading", { name: "Sources", exact: true })).toBeVisible();
    const readGroups = () =>
      sourcesPanel()
        .getByRole("heading", { level: 4 })
        .elements()
        .map(({ textContent }) => textContent);
    const searchGroup = "Document Search Results (RAG)";
    expect(readGroups()).toEqual([searchGroup]);
    await expect.element(sourcesPanel().getByText("Passages found by the search", { exact: true })).toBeVisible();
    // The third passage repeats the first.
    await uncitedButton(3).click();
    await expect.poll(readGroups).toEqual([searchGroup, searchGroup, "Attached Documents", "Images"]);
    await uncitedButton(3).click();
    await expect.poll(readGroups).toEqual([searchGroup]);
    const items = sourcesPanel().getByRole("region", { name: searchGroup }).getByRole("listitem");
    const itemText = (index: number) => items.nth(index).element().textContent;
    expect(itemText(0)).toContain(`1${riverText(7)}rivers.mdLine 15`);
    expect(itemText(1)).toContain("Pages 3–4");
    // Cut after a word.
    expect(itemText(1)).toContain(`${riverText(41).replace(/\.$/, "")}…`);
    await items.nth(1).getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => itemText(1)).toContain(longPassage);
    // Only the person's own files can be downloaded.
    expect(file.id.startsWith(`${getPerson().id}/`)).toBe(true);
    expect(
      items
        .nth(2)
        .getByRole("button", { name: /^Download/ })
        .elements(),
    ).toEqual([]);
    expect(items.nth(2).getByRole("button", { name: /^n+…$/ }).element().textContent).toHaveLength(60);
    await items.nth(0).getByRole("button", { name: "Download rivers.md" }).click();
    await expect.poll(() => listInputs(downloadFile)).toMatchObject([{ key: file.id, fileName: rivers }]);

    await page.viewport(390, 844);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    location.hash = "#c=empty";
    await receivedLine("Sources").click();
    await expect.element(sourcesPanel().getByText("No Sources to Display", { exact: true })).toBeVisible();
  });

  test("are cited by small numbers that open the passage, also by keyboard alone; other brackets stay text", async () => {
    await openAnswer("Sand [1], more [1-2]; not [7] and not `x[1]`.", (river) => [
      buildCitedPassage(river, 1, 7),
      buildCitedPassage(river, 2, 310),
    ]);
    await expect.poll(readCitations).toEqual(["1", "1", "2"]);
    const paragraph = lastAnswer().getByRole("paragraph").element();
    expect(paragraph.textContent).toContain("not [7] and not x[1].");
    // Copied text contains the citations as the model wrote them.
    getSelection()?.selectAllChildren(paragraph);
    expect(getSelection()?.toString()).toBe("Sand [1], more [1-2]; not [7] and not x[1].");
    getSelection()?.removeAllRanges();

    // By keyboard, the card follows the focus.
    const first = citations().first().element();
    const card = (text: string) => page.getByRole("tooltip").filter({ hasText: text });
    for (let press = 0; press < 60 && document.activeElement !== first; press++) await userEvent.keyboard("{Tab}");
    await expect.element(card(riverText(7))).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => readTexts(documentText(rivers), "mark")).toEqual([riverText(7)]);
    // The numbers of the open source are marked.
    const openNumbers = () => findAll(lastAnswer(), "[aria-current='true']");
    const readOpenNumbers = () => openNumbers().map(({ textContent }) => textContent);
    await expect.poll(readOpenNumbers).toEqual(["1", "1"]);
    // Their outline does not touch the word before them.
    for (const number of openNumbers()) {
      const { outlineOffset, outlineWidth } = getComputedStyle(number);
      expect(Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)).toBeLessThanOrEqual(0);
    }
    await userEvent.keyboard("n");
    await expect.poll(readOpenNumbers).toEqual(["2"]);
    await userEvent.keyboard("{Escape}");
    await expect.element(documentViewer(rivers)).not.toBeInTheDocument();
    expect(readOpenNumbers()).toEqual([]);

    await citations().nth(2).hover();
    await expect.element(card(riverText(310)).filter({ hasText: "Line 621" })).toBeVisible();
    await citations().nth(2).click();
    await expect.poll(() => readTexts(documentText(rivers), "mark")).toEqual([riverText(310)]);
    expect(readTexts(documentText(rivers), "[data-key-sentence]")).toEqual([riverText(310)]);
    await userEvent.keyboard("{Escape}");
    await expect.element(documentViewer(rivers)).not.toBeInTheDocument();
    await expect.element(citations().nth(2)).toHaveFocus();
  });

  test("merge contiguous sections into one place, of which a phone's viewer shows one line and, when it is pressed, the whole", async () => {
    await page.viewport(390, 844);
    await openAnswer("Sand [1] and stones [2].", (river) => [
      {
        ...buildCitedPassage(river, 1, 7),
        locations: Array.from({ length: 12 }, (_, index) => ({
          line: 4 * index + 3,
          heading: `A handbook of rivers > The ${index + 1} ways of the sand to the sea`,
        })),
      },
      {
        ...buildCitedPassage(river, 2, 9),
        locations: ["One", "Two", "Three", "Four"].map((chapter) => ({ chapter })),
      },
    ]);
    await sourcesButton().click();
    const items = sourcesPanel().getByRole("listitem");
    const place = "Lines 3–47, “The 1 ways of the…” – “The 12 ways of the…”";
    await expect.element(items.nth(0)).toHaveTextContent(`1${riverText(7)}rivers.md${place}`);
    await expect.element(items.nth(1)).toHaveTextContent(`2${riverText(9)}rivers.mdChapter OneChapter Two+2`);
    await items.nth(1).getByRole("button", { name: "+2 places" }).click();
    await expect.element(items.nth(1)).toMatchTextContent(/Chapter ThreeChapter Four/);

    await items.nth(0).getByRole("button", { name: rivers, exact: true }).click();
    const placeButton = documentViewer(rivers).getByRole("button", { name: `Source 1 · ${place}` });
    await expect.element(placeButton).toBeVisible();
    const lineHeight = boxOf(documentViewer(rivers).getByText("1 of 2").first()).height;
    const readTextHeight = () => {
      const range = document.createRange();
      range.selectNodeContents(placeButton.element());
      return range.getBoundingClientRect().height;
    };
    expect(readTextHeight()).toBeLessThan(lineHeight * 1.5);
    await placeButton.click();
    await expect.poll(readTextHeight).toBeGreaterThan(lineHeight * 1.5);
  });

  test("work while the answer streams, and do not move the text being read", async () => {
    const river = createRiver();
    stubFiles(river);
    const chat = stubChat();
    await renderApp();
    await sendMessage("What does the river do?");
    await expect.poll(() => chat.answers.length).toBe(1);
    const [answer] = chat.answers;
    answer?.send({ s: "0", d: "It carries sand [1] and half [2" });
    await expect.element(lastAnswer().getByText(/carries sand \[1\]/)).toBeVisible();
    const paragraph = lastAnswer().getByRole("paragraph").first();
    const top = boxOf(paragraph).y;
    const sources = [buildCitedPassage(river.record, 1, 7), buildCitedPassage(river.record, 2, 9)];
    answer?.send({ s: "meta", state: { sources: { rag: { sources } } } });
    await expect.poll(readCitations).toEqual(["1"]);
    await expect.element(page.getByRole("button", { name: "1 source", exact: true })).toBeVisible();
    await expect.element(lastAnswer()).toHaveAttribute("aria-busy", "true");
    expect(boxOf(paragraph).y).toBe(top);
    answer?.send({ s: "0", d: "] more." });
    answer?.end();
    await expect.poll(readCitations).toEqual(["1", "2"]);
    await expect.element(page.getByRole("button", { name: "2 sources" })).toBeVisible();
    await waitForAnswerEnd();
  });

  test("that follow one another stay on the line of the word before them, at any width", async () => {
    const text = Array.from({ length: 30 }, (_, word) => `${"w".repeat(1 + (word % 9))}.[1][2][3]`).join(" ");
    await openAnswer(text, (river) => [1, 2, 3].map((number) => buildCitedPassage(river, number, number)));
    await expect.poll(() => citations().elements().length).toBe(90);
    /** The numbers of lines that the words with their numbers take. */
    const countLines = () => {
      const paragraph = lastAnswer().getByRole("paragraph").first().element();
      const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      const groups: number[][] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const nodeText = node.textContent ?? "";
        if (!/[w\d]/.test(nodeText)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (nodeText.includes("w")) groups.push([]);
        groups.at(-1)?.push(...rects.map(({ top, bottom }) => (top + bottom) / 2));
      }
      // A line is 24 px high or more, and a number is raised by less than half of that.
      return groups.map((middles) => (Math.max(...middles) - Math.min(...middles) < 12 ? 1 : 2));
    };
    for (const width of [1280, 900, 620, 480, 390, 360]) {
      await page.viewport(width, 800);
      const lines = countLines();
      expect(lines).toHaveLength(30);
      expect(new Set(lines), `at ${width} px`).toEqual(new Set([1]));
    }
  });
});
