import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lastAnswer, openNewConversation, waitForAnswerEnd } from "../../support/chatControls.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { documentViewer } from "../../support/documentViewer.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { buildCitedPassage, createAnsweredConversation, riverText, uploadRiver } from "../../support/riverDocument.ts";
import { routeChat } from "../../support/routeChat.ts";
import { composer, expectEventually, expectVisible, openWorkspace, send } from "../../support/screen.ts";
import { uploadAndExtract } from "../../support/uploadByApi.ts";

const fixture = createWorkspaceFixture();
const sourcesButton = (page: Page) => page.getByRole("button", { name: /^\d+ sources?$/ });
const sourcesPanel = (page: Page) => page.getByRole("region", { name: "Sources", exact: true });
const uncitedButton = (page: Page, count: number) =>
  sourcesPanel(page).getByRole("button", { name: `Also searched (${count})` });
/** The line above an answer that cites nothing, which lists what the model received. */
const receivedLine = (page: Page, name: string) =>
  lastAnswer(page).getByRole("list", { name: "Progress" }).getByRole("button", { name, exact: true });
/** The passages that the answer does not cite, below the names of their documents. */
const passages = (page: Page) => sourcesPanel(page).getByRole("listitem").getByRole("listitem");
const citations = (page: Page) => lastAnswer(page).getByRole("button", { name: /^Source \d+,/ });

describe("the sources of an answer", () => {
  test("a source that is cited several times opens at the sentence that the pressed citation is about, also from a list and from a cell of a table", async () => {
    const { page, api } = await fixture.openSignedIn();
    const sentences = [
      "The exam takes 90 minutes and counts for 70 percent of the grade.",
      "The project report counts for 30 percent and has a limit of 12 pages.",
      "Reports are due on 15 January at noon, and late ones lose ten percent per day.",
    ];
    const content = sentences.join(" ");
    const file = await uploadAndExtract(api, fixture.url, { name: "module.md", type: "text/markdown", content });
    const sources = [{ ...buildCitedPassage(file, 1, 0, content), locations: [{ line: 1 }] }];
    const text = [
      "- The **project report** counts for 30 percent [1], and reports are due on 15 January at noon [1].",
      "- The exam takes 90 minutes [1]",
      "",
      "| What | How much | Source |",
      "|---|---|---|",
      "| Late | noon | [1] |",
    ].join("\n");
    const id = await createAnsweredConversation(api, text, { rag: { sources } });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    const viewer = documentViewer(page, "module.md");
    for (const [index, sentence] of [1, 2, 0, 2].entries()) {
      await citations(page).nth(index).click();
      await expectEventually(() => viewer.locator("[data-key-sentence]").allTextContents()).toEqual([
        sentences[sentence],
      ]);
    }
    await citations(page).nth(2).hover();
    await expectEventually(() => page.getByRole("tooltip").locator("mark, strong").first().textContent()).toBe(
      sentences[0],
    );
  });

  test("change neither the height of a line nor the place of its words by their numbers", async () => {
    const { page, api } = await fixture.openSignedIn();
    const file = await uploadRiver(api, fixture.url);
    const text = `${"The water goes on and on in its bed [1], over the weirs and past the mills [2]. ".repeat(6)}`;
    const sources = [buildCitedPassage(file, 1, 7), buildCitedPassage(file, 2, 310)];
    const id = await createAnsweredConversation(api, text, { rag: { sources } });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await citations(page).nth(11).waitFor();
    const { lineCount, middles } = await lastAnswer(page)
      .locator("p")
      .filter({ hasText: "The water" })
      .evaluate((paragraph) => {
        const { top, height } = paragraph.getBoundingClientRect();
        const lineHeight = Number.parseFloat(getComputedStyle(paragraph).lineHeight);
        const texts = [...paragraph.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        const rects = texts.flatMap((text) => {
          const range = document.createRange();
          range.selectNode(text);
          return [...range.getClientRects()];
        });
        const middles = rects.map((rect) => (rect.top + rect.height / 2 - top) / lineHeight);
        return { lineCount: height / lineHeight, middles };
      });
    expect(Math.abs(lineCount - Math.round(lineCount))).toBeLessThan(0.03);
    // The words are in the middle of each line, beside the numbers too.
    expect(middles.length).toBeGreaterThan(12);
    for (const middle of middles) expect(Math.abs(middle - Math.floor(middle) - 0.5)).toBeLessThan(0.05);
  });

  test("are read from their beginning: the end of a long list does not scroll into view when it opens", async () => {
    const { page, api } = await fixture.openSignedIn();
    const file = await uploadRiver(api, fixture.url);
    const sources = Array.from({ length: 20 }, (_, index) => buildCitedPassage(file, index + 1, index));
    const id = await createAnsweredConversation(api, "All in all [1].", { rag: { sources } });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await sourcesButton(page).click();
    await uncitedButton(page, 19).click();
    await sourcesPanel(page).getByRole("button", { name: "Show all" }).click();
    await passages(page).nth(18).waitFor();
    // Following the end would scroll within 250 ms, so wait for what comes after it.
    await page.getByRole("button", { name: "Scroll to the end" }).waitFor();
    expect((await sourcesButton(page).boundingBox())?.y).toBeGreaterThan(0);
  });

  test("[C2.17] have no button when the answer cites none; the line that says what was searched lists them, by keyboard too: each document by name, with its first passages and then all of them", async () => {
    const { page, api } = await fixture.openSignedIn();
    const file = await uploadRiver(api, fixture.url);
    const found = Array.from({ length: 11 }, (_, index) => buildCitedPassage(file, index + 1, index));
    const id = await createAnsweredConversation(api, "The documents do not say.", {
      rag: {
        sources: [
          ...found.slice(0, 3),
          { ...buildCitedPassage(file, 12, 50), key: null, name: "b.md" },
          ...found.slice(3),
        ],
      },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await receivedLine(page, "Searched rivers.md and b.md").press("Enter");
    await expectVisible(sourcesPanel(page), "The answer cites none of these passages.");
    expect(
      await lastAnswer(page)
        .getByRole("button", { name: /sources?$/i })
        .count(),
    ).toBe(0);
    await checkAxe(page, "the sources of an answer that cites none");
    await expectEventually(() => passages(page).count()).toBe(8);
    expect(await sourcesPanel(page).getByRole("button", { name: "rivers.md", exact: true }).count()).toBe(1);
    await sourcesPanel(page).getByRole("button", { name: "Show all" }).press("Enter");
    await expectEventually(() => passages(page).count()).toBe(12);
    const focusedText = () => page.evaluate(() => document.activeElement?.textContent);
    await expectEventually(focusedText).toBe("Line 17");
    expect(await sourcesPanel(page).getByRole("list", { name: "b.md" }).getByRole("listitem").count()).toBe(1);
    await page.keyboard.press("Enter");
    await expectEventually(() => documentViewer(page, "rivers.md").locator("mark").allTextContents()).toEqual([
      riverText(8),
    ]);
  });

  test("stay open in their line, without moving the answer or taking the focus, when the answer comes to cite one of them", async () => {
    const { page, api } = await fixture.openSignedIn();
    const file = await uploadRiver(api, fixture.url);
    const ofOther = (index: number) => ({ ...buildCitedPassage(file, index, index * 10), key: null, name: "b.md" });
    const sources = [
      ...Array.from({ length: 8 }, (_, index) => buildCitedPassage(file, index + 1, index)),
      // Not listed under its document, because there is nothing to show.
      { ...ofOther(9), content: "", locations: [] },
      ofOther(10),
      ofOther(11),
    ];
    await openNewConversation(page, fixture.url);
    const chat = await routeChat(page);
    await send(page, "What does the river do?");
    const summary = "Searched rivers.md, b.md";
    const st = { id: "search", summary, message: "", type: "info" as const, inProgress: true, sticky: true };
    chat.push({ s: "meta", st }, { s: "0", d: "It carries sand" });
    chat.push({ s: "meta", state: { sources: { rag: { sources } } } });
    expect(
      await lastAnswer(page)
        .getByRole("button", { name: /sources?$/i })
        .count(),
    ).toBe(0);
    await receivedLine(page, summary).click();
    await sourcesPanel(page).getByRole("button", { name: "Show all" }).press("Enter");
    const focusedText = () => page.evaluate(() => document.activeElement?.textContent);
    await expectEventually(focusedText).toBe("b.md");

    await composer(page).focus();
    const top = await lastAnswer(page).getByRole("paragraph").last().boundingBox();
    chat.push({ s: "0", d: " [10]." });
    await sourcesButton(page).waitFor();
    // Only the cited passage, which was below the list's first document, has left the list.
    await expectEventually(() => passages(page).count()).toBe(9);
    expect((await lastAnswer(page).getByRole("paragraph").last().boundingBox())?.y).toBeLessThanOrEqual(top?.y ?? 0);
    expect(await composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
    chat.finish([{ s: "meta", end: "done" }]);
    await waitForAnswerEnd(page);
  });

  test("are announced in one line in German at 390 px, if the documents have short names", async () => {
    const { page } = await fixture.openSignedIn({ viewport: narrowViewport, locale: "de-DE" });
    await page.goto(fixture.url);
    await page.getByRole("button", { name: "Neuer Chat", exact: true }).first().click();
    const chat = await routeChat(page);
    await page.getByRole("textbox", { name: "Nachricht", exact: true }).fill("Was macht der Fluss?");
    await page.getByRole("button", { name: "Nachricht senden" }).click();
    const summary = "Searched fluss.md, wald.md and 1 more";
    chat.push({ s: "meta", st: { id: "search", summary, message: "", type: "info", inProgress: true, sticky: true } });
    const status = page.getByText("fluss.md, wald.md + 1 weiteres durchsucht", { exact: true });
    await status.waitFor();
    expect((await status.boundingBox())?.height).toBeLessThan(30);
    chat.finish([{ s: "meta", end: "done" }]);
  });

  test("[C2.17] [C2.18] [C2.19] are listed below it by group, with number, quote, name and location, the cited ones first and the rest folded; long values are cut, on a phone too, and an answer without any says so", async () => {
    const { page, api, userId } = await fixture.openSignedIn();
    const file = await uploadRiver(api, fixture.url);
    const longPassage = `${riverText(41)} ${riverText(42)} ${riverText(43)}`;
    const foreignPassage = {
      ...buildCitedPassage(file, 4, 45),
      key: "somebody-else/2026-11-21/x.json",
      name: `${"n".repeat(80)}.pdf`,
    };
    const id = await createAnsweredConversation(api, "So it is [1], [4] and [2].", {
      rag: {
        sources: [
          { ...buildCitedPassage(file, 2, 41, longPassage), locations: [{ page: 3 }, { page: 4 }] },
          buildCitedPassage(file, 1, 7),
          buildCitedPassage(file, 3, 7),
          foreignPassage,
          buildCitedPassage(file, 5, 90),
        ],
      },
      documentContext: { sources: [{ ...buildCitedPassage(file, undefined, 0), name: "b.md", key: null }] },
      images: {
        sources: [{ ...buildCitedPassage(file, undefined, 0), name: "map.png", key: null, content: "", locations: [] }],
      },
    });
    const conversationWithoutSources = await createAnsweredConversation(api, "Nothing was found.", {
      rag: { sources: [] },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await expectEventually(() => sourcesButton(page).textContent()).toBe("3 sources");
    await sourcesButton(page).click();
    const panel = sourcesPanel(page);
    await panel.getByRole("heading", { name: "Sources", exact: true }).waitFor();
    const groups = panel.getByRole("heading", { level: 4 });
    expect(await groups.allTextContents()).toEqual(["Document Search Results (RAG)"]);
    // The third passage repeats the first.
    await uncitedButton(page, 3).click();
    const searchGroup = "Document Search Results (RAG)";
    expect(await groups.allTextContents()).toEqual([searchGroup, searchGroup, "Attached Documents", "Images"]);
    await uncitedButton(page, 3).click();
    const items = panel.getByRole("region", { name: "Document Search Results (RAG)" }).getByRole("listitem");
    expect(await items.nth(0).textContent()).toContain(`1${riverText(7)}rivers.mdLine 15`);
    const secondText = await items.nth(1).textContent();
    expect(secondText).toContain("Pages 3–4");
    // Cut after a word.
    expect(secondText).toContain(`${riverText(41).replace(/\.$/, "")}…`);
    await items.nth(1).getByRole("button", { name: "Show more" }).click();
    await expectVisible(items.nth(1), new RegExp(longPassage.replaceAll(".", "\\.")));
    // Only the person's own files can be downloaded.
    expect(await items.nth(0).getByRole("button", { name: "Download rivers.md" }).count()).toBe(1);
    expect(
      await items
        .nth(2)
        .getByRole("button", { name: /^Download/ })
        .count(),
    ).toBe(0);
    expect(file.id.startsWith(`${userId}/`)).toBe(true);
    expect((await items.nth(2).getByRole("button", { name: /^n+…$/ }).textContent())?.length).toBe(60);
    await checkAxe(page, "the sources of an answer");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      items.nth(0).getByRole("button", { name: "Download rivers.md" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("rivers.md");

    await page.setViewportSize(narrowViewport);
    await checkAxeInBothThemes(page, "the sources on a phone");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#c=${conversationWithoutSources}`);
    await receivedLine(page, "Sources").click();
    await expectVisible(sourcesPanel(page), "No Sources to Display");
  });

  test("are cited by small numbers that open the passage, also by keyboard alone; other brackets stay text", async () => {
    const { page, api } = await fixture.openSignedIn();
    const file = await uploadRiver(api, fixture.url);
    const id = await createAnsweredConversation(api, "Sand [1], more [1-2]; not [7] and not `x[1]`.", {
      rag: { sources: [buildCitedPassage(file, 1, 7), buildCitedPassage(file, 2, 310)] },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await expectEventually(() => citations(page).allTextContents()).toEqual(["1", "1", "2"]);
    expect(await lastAnswer(page).getByRole("paragraph").textContent()).toContain("not [7] and not x[1].");

    // Copied text contains the citations as the model wrote them.
    await lastAnswer(page).getByRole("paragraph").selectText();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("Sand [1], more [1-2]; not [7] and not x[1].");

    // By keyboard, the card follows the focus.
    const isFocused = () =>
      citations(page)
        .first()
        .evaluate((mark) => mark === document.activeElement);
    for (let press = 0; press < 60 && !(await isFocused()); press++) await page.keyboard.press("Tab");
    await page
      .getByRole("tooltip")
      .filter({ hasText: riverText(7) })
      .waitFor();
    await page.keyboard.press("Enter");
    const viewer = documentViewer(page, "rivers.md");
    await viewer.locator("mark").waitFor();
    // The numbers of the open source are marked.
    const openNumbers = lastAnswer(page).locator("[aria-current='true']");
    await expectEventually(() => openNumbers.allTextContents()).toEqual(["1", "1"]);
    // Their outline does not touch the word before them.
    const outline = await openNumbers.first().evaluate((number) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(number);
      return Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    });
    expect(outline).toBeLessThanOrEqual(0);
    await page.keyboard.press("n");
    await expectEventually(() => openNumbers.allTextContents()).toEqual(["2"]);
    await page.keyboard.press("Escape");
    await viewer.waitFor({ state: "detached" });
    expect(await openNumbers.count()).toBe(0);

    await citations(page).nth(2).hover();
    await page
      .getByRole("tooltip")
      .filter({ hasText: riverText(310) })
      .filter({ hasText: "Line 621" })
      .waitFor();
    await citations(page).nth(2).click();
    await expectEventually(() => viewer.locator("mark").allTextContents()).toEqual([riverText(310)]);
    expect(await viewer.locator("[data-key-sentence]").allTextContents()).toEqual([riverText(310)]);
    await page.keyboard.press("Escape");
    await viewer.waitFor({ state: "detached" });
    await expectEventually(() =>
      citations(page)
        .nth(2)
        .evaluate((mark) => mark === document.activeElement),
    ).toBe(true);
  });

  test("merge contiguous sections into one place, of which a phone's viewer shows one line and, when it is pressed, the whole", async () => {
    const { page, api } = await fixture.openSignedIn();
    const file = await uploadRiver(api, fixture.url);
    const ofSections = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        line: 4 * index + 3,
        heading: `A handbook of rivers > The ${index + 1} ways of the sand to the sea`,
      }));
    const chapters = ["One", "Two", "Three", "Four"].map((chapter) => ({ chapter }));
    const id = await createAnsweredConversation(api, "Sand [1] and stones [2].", {
      rag: {
        sources: [
          { ...buildCitedPassage(file, 1, 7), locations: ofSections(12) },
          { ...buildCitedPassage(file, 2, 9), locations: chapters },
        ],
      },
    });
    await page.setViewportSize(narrowViewport);
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await sourcesButton(page).click();
    const items = sourcesPanel(page).getByRole("listitem");
    const place = "Lines 3–47, “The 1 ways of the…” – “The 12 ways of the…”";
    expect(await items.nth(0).textContent()).toBe(`1${riverText(7)}rivers.md${place}`);
    expect(await items.nth(1).textContent()).toBe(`2${riverText(9)}rivers.mdChapter OneChapter Two+2`);
    await items.nth(1).getByRole("button", { name: "+2 places" }).click();
    await expectEventually(() => items.nth(1).textContent()).toContain("Chapter ThreeChapter Four");

    await items.nth(0).getByRole("button", { name: "rivers.md", exact: true }).click();
    const viewer = documentViewer(page, "rivers.md");
    const placeButton = viewer.getByRole("button", { name: `Source 1 · ${place}` });
    await placeButton.waitFor();
    const heightOf = async (name: string) => (await viewer.getByText(name).first().boundingBox())?.height ?? 0;
    const lineHeight = await heightOf("1 of 2");
    const textHeight = () =>
      placeButton.evaluate((button) => {
        const range = document.createRange();
        range.selectNodeContents(button);
        return range.getBoundingClientRect().height;
      });
    expect(await textHeight()).toBeLessThan(lineHeight * 1.5);
    await placeButton.click();
    await expectEventually(async () => (await textHeight()) > lineHeight * 1.5).toBe(true);
  });

  test("work while the answer streams, and do not move the text being read", async () => {
    const { page, api } = await fixture.openSignedIn();
    const file = await uploadRiver(api, fixture.url);
    await openNewConversation(page, fixture.url);
    const chat = await routeChat(page);
    await send(page, "What does the river do?");
    chat.push({ s: "0", d: "It carries sand [1] and half [2" });
    await expectVisible(lastAnswer(page), /carries sand \[1\]/);
    const top = await lastAnswer(page).getByRole("paragraph").first().boundingBox();
    chat.push({
      s: "meta",
      state: { sources: { rag: { sources: [buildCitedPassage(file, 1, 7), buildCitedPassage(file, 2, 9)] } } },
    });
    await expectEventually(() => citations(page).allTextContents()).toEqual(["1"]);
    await page.getByRole("button", { name: "1 source" }).waitFor();
    expect(await lastAnswer(page).getAttribute("aria-busy")).toBe("true");
    expect((await lastAnswer(page).getByRole("paragraph").first().boundingBox())?.y).toBe(top?.y);
    chat.finish([
      { s: "0", d: "] more." },
      { s: "meta", end: "done" },
    ]);
    await expectEventually(() => citations(page).allTextContents()).toEqual(["1", "2"]);
    await page.getByRole("button", { name: "2 sources" }).waitFor();
    await waitForAnswerEnd(page);
  });
});
