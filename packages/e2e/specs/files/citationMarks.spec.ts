import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { lastAnswer } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { buildCitedPassage, createAnsweredConversation, uploadRiver } from "../../support/riverDocument.ts";
import { expectEventually, openWorkspace } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();
const buttons = (page: Page) => lastAnswer(page).getByRole("button", { name: /^Source \d+,/ });

/** The boxes of the numbers, also of those that are not buttons yet, in reading order. */
const measureNumbers = (page: Page) =>
  lastAnswer(page)
    .locator("sup > *")
    .evaluateAll((elements) =>
      elements
        .filter(({ textContent }) => /^\d+$/.test(textContent))
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [x, y, width, height].map(Math.round);
        }),
    );

test("the numbers of sources are in place before their sources are known, and become buttons without a shift", async () => {
  const { page, api } = await fixture.openSignedIn();
  const file = await uploadRiver(api, fixture.url);
  const sources = [1, 2, 12].map((number) => buildCitedPassage(file, number, number));
  const id = await createAnsweredConversation(api, "The river carries sand [1][2], and stones [12].", {
    rag: { sources },
  });
  const { promise: release, resolve } = Promise.withResolvers<void>();
  await page.route(/createCitations[^/]*\.js/, async (route) => {
    await release;
    await route.continue();
  });
  await openWorkspace(page, fixture.url, `#c=${id}`);
  await expectEventually(async () => (await measureNumbers(page)).length).toBe(3);
  expect(await buttons(page).count()).toBe(0);
  const before = await measureNumbers(page);
  resolve();
  await expectEventually(() => buttons(page).count()).toBe(3);
  expect(await measureNumbers(page)).toEqual(before);
});

test("the numbers stay text if their code cannot be loaded", async () => {
  const { page, api } = await fixture.openSignedIn();
  const file = await uploadRiver(api, fixture.url);
  const id = await createAnsweredConversation(api, "Sand [1].", { rag: { sources: [buildCitedPassage(file, 1, 1)] } });
  await page.route(/createCitations[^/]*\.js/, (route) => route.abort());
  await openWorkspace(page, fixture.url, `#c=${id}`);
  await lastAnswer(page).getByText("Sand [1].", { exact: true }).waitFor();
  await expectEventually(() => lastAnswer(page).locator("sup").count()).toBe(0);
});

test("numbers that follow one another stay on the line of the word before them, at any width", async () => {
  const { page, api } = await fixture.openSignedIn();
  const file = await uploadRiver(api, fixture.url);
  const sources = [1, 2, 3].map((number) => buildCitedPassage(file, number, number));
  const text = Array.from({ length: 30 }, (_, word) => `${"w".repeat(1 + (word % 9))}.[1][2][3]`).join(" ");
  const id = await createAnsweredConversation(api, text, { rag: { sources } });
  await openWorkspace(page, fixture.url, `#c=${id}`);
  await expectEventually(() => buttons(page).count()).toBe(90);
  /** The numbers of lines that the words with their numbers take. */
  const countLines = () =>
    lastAnswer(page)
      .locator("p")
      .first()
      .evaluate((paragraph) => {
        const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
        const groups: number[][] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const text = node.textContent ?? "";
          if (!/[w\d]/.test(text)) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          const middles = [...range.getClientRects()]
            .filter(({ width }) => width > 0)
            .map(({ top, bottom }) => (top + bottom) / 2);
          if (text.includes("w")) groups.push([]);
          groups.at(-1)?.push(...middles);
        }
        // A line is 24 px high or more, and a number is raised by less than half of that.
        return groups.map((middles) => (Math.max(...middles) - Math.min(...middles) < 12 ? 1 : 2));
      });
  for (const width of [1280, 900, 620, 480, 390, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const lines = await countLines();
    expect(lines).toHaveLength(30);
    expect(new Set(lines), `at ${width} px`).toEqual(new Set([1]));
  }
});
