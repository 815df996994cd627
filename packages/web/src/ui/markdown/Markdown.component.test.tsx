import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { lastAnswer } from "../../testing/chatPage.ts";
import { createBranch, createConversation, storeLocalConversations } from "../../testing/conversations.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { boxOf, eventually } from "../../testing/screen.ts";

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;
const toRow = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const longNames = Array.from({ length: 8 }, (_, index) => `A long name ${index}`);
const wideTable = [toRow(longNames), toRow(longNames.map(() => "---")), toRow(longNames)].join("\n");

const table = () => lastAnswer().getByRole("region", { name: "Table" });
const code = () => lastAnswer().getByRole("group", { name: "Code, Python" });
const formulas = () => lastAnswer().getByRole("group", { name: "Formula" });

/** Opens a conversation whose answer is this Markdown. */
async function showAnswer(...blocks: readonly string[]): Promise<void> {
  const messages = createBranch(["Show me", blocks.join("\n\n")]);
  await storeLocalConversations(createConversation({ messages }));
  await renderApp("#c=stored");
  await expect.element(lastAnswer()).toBeVisible();
}

test("text, tables and code end at the same edge; what is wider scrolls", async () => {
  await page.viewport(1440, 900);
  await showAnswer("A paragraph.", wideTable, fence("python", `call(${longNames.join(", ")})`));
  await expect.element(code()).toBeVisible();
  const getRight = (part: Locator) => Math.round(boxOf(part).right);
  const right = getRight(lastAnswer().getByText("A paragraph."));
  expect([getRight(table()), getRight(code())]).toEqual([right, right]);
  for (const { scrollWidth, clientWidth } of [table().element(), code().element()])
    expect(scrollWidth).toBeGreaterThan(clientWidth);
});

test.each([390, 1280])(
  "a wide table, code or formula fades at the sides to which it scrolls, %i px wide",
  async (width) => {
    await page.viewport(width, 844);
    const sum = Array.from({ length: 20 }, (_, index) => `long_${index}`).join(" + ");
    await showAnswer(wideTable, fence("python", `call(${sum})`), `$$\n${sum}\n$$`, "$$\nx\n$$");
    await eventually(() => lastAnswer().element().querySelectorAll("[role=group] .katex").length).toBe(2);
    const readFades = (box: Locator) => {
      const style = getComputedStyle(box.element());
      return ["--fade-start", "--fade-end"].map((name) => style.getPropertyValue(name));
    };
    for (const box of [table(), code(), formulas().first()]) {
      await eventually(() => readFades(box)).toEqual(["0px", "24px"]);
      box.element().scrollTo({ left: box.element().scrollWidth, behavior: "instant" });
      await eventually(() => readFades(box)).toEqual(["24px", "0px"]);
    }
    expect(readFades(formulas().last())).toEqual(["0px", "0px"]);
  },
);

test("Hebrew lists, quotes and tables begin at the right, and code at the left", async () => {
  await page.viewport(1280, 844);
  const hebrewNames = longNames.map((name) => `שם ${name}`);
  const hebrewTable = [toRow(hebrewNames), toRow(hebrewNames.map(() => "---")), toRow(hebrewNames)].join("\n");
  await showAnswer("- ראשון", "> ציטוט", hebrewTable, fence("python", "x = 1"));
  await expect.element(code()).toBeVisible();
  const styleOf = (selector: string) => {
    const element = lastAnswer().element().querySelector(selector);
    if (!element) throw new Error(`the answer has no ${selector}`);
    return getComputedStyle(element);
  };
  expect([styleOf("ul").paddingLeft, styleOf("blockquote").borderLeftWidth]).toEqual(["0px", "0px"]);
  expect(Number.parseFloat(styleOf("ul").paddingRight)).toBeGreaterThan(20);
  expect(styleOf("blockquote").borderRightWidth).toBe("3px");
  // A table that is wider than the page shows its first column first.
  const first = boxOf(table().getByRole("columnheader").first());
  expect(Math.abs(first.right - boxOf(table()).right)).toBeLessThan(2);
  expect(first.left).toBeGreaterThan(boxOf(table().getByRole("columnheader").nth(1)).left);
  expect(getComputedStyle(code().element()).direction).toBe("ltr");
});

test("[C2.11] links with # act in the app, http and https open a new tab, mailto stays, all else is text", async () => {
  const targets = {
    files: "#page=home",
    secure: "https://example.org/a?b=c",
    plain: "http://example.org/",
    mail: "mailto:ann@example.org",
    script: "javascript:alert(1)",
    data: "data:text/html,x",
    file: "file:///etc/passwd",
    relative: "/auth/signout",
    ftp: "ftp://example.org/x",
  };
  await showAnswer(...Object.entries(targets).map(([name, target]) => `[${name}](${target})`));
  await expect.element(lastAnswer().getByText("ftp", { exact: true })).toBeVisible();
  const links = lastAnswer().getByRole("link").elements();
  expect(links.map((link) => [link.textContent, link.getAttribute("href"), link.getAttribute("target")])).toEqual([
    ["secure", "https://example.org/a?b=c", "_blank"],
    ["plain", "http://example.org/", "_blank"],
    ["mail", "mailto:ann@example.org", null],
  ]);
  for (const link of links.slice(0, 2)) expect(link.getAttribute("rel")).toMatch(/\bnoopener\b/);
  const address = location.href;
  for (const name of ["script", "data", "file", "relative", "ftp"]) {
    await expect.element(lastAnswer().getByRole("button", { name, exact: true })).not.toBeInTheDocument();
    await lastAnswer().getByText(name, { exact: true }).click();
  }
  expect(location.href).toBe(address);
  await lastAnswer().getByRole("button", { name: "files" }).click();
  await eventually(() => location.hash).toContain("page=home");
});

test("a stored answer with 200,000 combining marks and a huge table is rendered in small parts, and its rest on demand", {
  // The table has 10,000 cells.
  timeout: 120_000,
}, async () => {
  const rows = `| a | b |\n| --- | --- |\n${"| 1 | 2 |\n".repeat(5_000)}`;
  let maxAddedElements = 0;
  const observer = new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
    const count = added.reduce((sum, element) => sum + 1 + element.querySelectorAll("*").length, 0);
    maxAddedElements = Math.max(maxAddedElements, count);
  });
  observer.observe(document.body, { subtree: true, childList: true });
  await showAnswer(`Marked: a${"\u0301".repeat(200_000)}.`, `${rows}\nThe last line`);
  await eventually(() => lastAnswer().element().querySelector("p")?.textContent).toMatch(/^Marked: a\u0301{30}$/);
  const answer = lastAnswer().element();
  await page.getByRole("button", { name: /^Show the rest \([\d,]+ characters\)$/ }).click();
  // Roles and names of 10,000 cells take long to find.
  await expect.poll(() => answer.textContent.includes("The last line"), { timeout: 40_000 }).toBe(true);
  observer.disconnect();
  expect(answer.contains(document.activeElement)).toBe(true);
  expect(answer.querySelectorAll("td")).toHaveLength(10_000);
  expect(maxAddedElements).toBeLessThan(4_000);
});

test("in a list or table of another direction, each text is ordered in its own, and stays beside its marker or in its column", async () => {
  await showAnswer("- First\n- שנייה!", "| Day | Note |\n|---|---:|\n| Sunday | one |\n| ראשון! | שתיים! |");
  const findPlaces = (text: string) => {
    const node = lastAnswer().getByText(text).element().firstChild ?? document.body;
    const place = (start: number, end: number) => {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      return range.getBoundingClientRect();
    };
    return { whole: place(0, text.length), letter: place(0, 1), mark: place(text.length - 1, text.length) };
  };
  for (const text of ["שנייה!", "ראשון!", "שתיים!"]) {
    const { letter, mark } = findPlaces(text);
    expect(mark.left, text).toBeLessThan(letter.left);
  }
  expect(findPlaces("שנייה!").whole.left).toBeCloseTo(findPlaces("First").whole.left, 0);
  expect(findPlaces("ראשון!").whole.left).toBeCloseTo(findPlaces("Sunday").whole.left, 0);
  expect(findPlaces("שתיים!").whole.right).toBeCloseTo(findPlaces("one").whole.right, 0);
});
