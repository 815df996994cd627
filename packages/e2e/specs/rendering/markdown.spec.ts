import { readFile } from "node:fs/promises";
import { appendMessages, createConversation } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { lastAnswer, openNewConversation, waitForAnswerEnd } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrowViewport, wideViewport } from "../../support/openBrowser.ts";
import { ask, expectEventually, expectVisible, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

/** Asks and returns the model's answer, which is `markdown`. */
async function askFor(page: Page, markdown: string): Promise<Locator> {
  fixture.workspace.models.script({ answer: markdown }, "scripted-large");
  await ask(page, "Show me");
  return lastAnswer(page);
}

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;
const countColours = (block: Locator) =>
  block.locator("span").evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size);

test("[C2.08] an answer has tables, links, formulas, highlighted code that can be copied and saved, and its action buttons", async () => {
  const table = "| Name | Depth |\n| --- | ---: |\n| Loch | 230 m |\n| Pond | 2 m |";
  const formulas = "Energy is $E = mc^2$ and costs $5 to $10.\n\n$$\n\\sum_{k=1}^{n} k\n$$";
  const code = 'def greet(name):\n    return f"Hello {name}"';
  const typeScript = 'const name: string = "x"; // said\nexport function f() {}';
  const { page, context } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const answer = await askFor(
    page,
    [
      `# Lakes\n\n${formulas}\n\n${table}\n\n[more](https://example.org)`,
      fence("python", code),
      fence("ts", typeScript),
      ...["op", "APIdoc"].map((language) => fence(language, '{ "name": "x" }')),
    ].join("\n\n"),
  );
  await answer.getByRole("heading", { name: "Lakes" }).waitFor();
  expect(await answer.getByRole("columnheader").allInnerTexts()).toEqual(["Name", "Depth"]);
  expect(await answer.getByRole("cell").allInnerTexts()).toEqual(["Loch", "230 m", "Pond", "2 m"]);
  await answer.getByRole("link", { name: "more" }).waitFor();
  for (const name of ["Copy the answer", "Answer again"]) await answer.getByRole("button", { name }).waitFor();
  await page.getByRole("article", { name: "You" }).getByRole("button", { name: "Copy the message" }).waitFor();
  // Amounts of money stay text.
  await expectEventually(() => answer.locator("math").count()).toBe(2);
  await answer.getByRole("group", { name: "Formula" }).waitFor();
  expect(await answer.getByRole("paragraph").first().textContent()).toContain("costs $5 to $10.");

  const blocks = answer.getByRole("group", { name: /^Code/ });
  await expectEventually(() => blocks.allTextContents()).toEqual([
    code,
    typeScript,
    ...Array(2).fill('{ "name": "x" }'),
  ]);
  await expectEventually(() => countColours(blocks.nth(1))).toBeGreaterThanOrEqual(3);
  const python = answer.getByRole("group", { name: "Code, Python" }).locator("..");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await python.getByRole("button", { name: "Copy code" }).click();
  await expectVisible(python, "Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  // The buttons for Python need the flag pythonFunction, which is off.
  expect(await python.getByRole("button").count()).toBe(2);

  await python.getByRole("button", { name: "Download code" }).click();
  const dialog = page.getByRole("dialog", { name: "Download code" });
  const name = dialog.getByRole("textbox", { name: "File name" });
  expect(await name.inputValue()).toBe("code.py");
  await name.fill("../greet");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toBe("greet.py");
  expect(await readFile(await download.path(), "utf8")).toBe(`${code}\n`);
  await dialog.waitFor({ state: "detached" });
});

test("text, tables, code and drawings end at the same edge; what is wider scrolls", async () => {
  const { page } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
  await openNewConversation(page, fixture.url);
  const names = Array.from({ length: 8 }, (_, index) => `A long name ${index}`);
  const toRow = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const table = [toRow(names), toRow(names.map(() => "---")), toRow(names)].join("\n");
  const code = `call(${names.join(", ")})`;
  const diagram = fence("mermaid", "flowchart LR\nA --> B");
  const answer = await askFor(page, ["A paragraph.", table, fence("python", code), diagram].join("\n\n"));
  const getRight = async (part: Locator) => {
    const box = await part.boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  const right = await getRight(answer.locator("p", { hasText: "A paragraph." }));
  const tableBox = answer.getByRole("region", { name: "Table" });
  const codeBox = answer.getByRole("group", { name: "Code, Python" });
  for (const part of [tableBox, codeBox]) {
    expect(await getRight(part)).toBe(right);
    expect(await part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeGreaterThan(0);
  }
  const diagramHead = answer.getByRole("button", { name: "Copy code" }).last().locator("..");
  expect(await getRight(diagramHead)).toBe(right);
});

test.each([narrowViewport, wideViewport])(
  "a wide table, code or formula fades at the sides to which it scrolls, $width px wide",
  async (viewport) => {
    const { page } = await fixture.openSignedIn({ viewport });
    await openNewConversation(page, fixture.url);
    const sum = Array.from({ length: 20 }, (_, index) => `long_${index}`).join(" + ");
    const cells = Array.from({ length: 8 }, (_, index) => `A long name ${index}`).join(" | ");
    const table = [`| ${cells} |`, `|${" --- |".repeat(8)}`, `| ${cells} |`].join("\n");
    const answer = await askFor(
      page,
      [table, fence("python", `call(${sum})`), `$$\n${sum}\n$$`, "$$\nx\n$$"].join("\n\n"),
    );
    const readFades = (box: Locator) =>
      box.evaluate((element) => {
        const style = getComputedStyle(element);
        return ["--fade-start", "--fade-end"].map((name) => style.getPropertyValue(name));
      });
    const formulas = answer.getByRole("group", { name: "Formula" });
    await formulas.first().locator(".katex").first().waitFor();
    const wide = [
      answer.getByRole("region", { name: "Table" }),
      answer.getByRole("group", { name: "Code, Python" }),
      formulas.first(),
    ];
    for (const box of wide) {
      await expectEventually(() => readFades(box)).toEqual(["0px", "24px"]);
      await box.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
      await expectEventually(() => readFades(box)).toEqual(["24px", "0px"]);
    }
    await expectEventually(() => readFades(formulas.last())).toEqual(["0px", "0px"]);
  },
);

test("[C2.11] an unclosed table or code block is shown as one while it streams; links with # act in the app, http and https open a new tab, mailto stays, all else is text", async () => {
  const { models } = fixture.workspace;
  const { context, page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.script({ answer: "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |", hangAfter: 16 }, "scripted-large");
  await send(page, "A table");
  await models.whenPaused();
  await expectEventually(() => lastAnswer(page).getByRole("cell").count()).toBeGreaterThanOrEqual(2);
  models.resume();
  await waitForAnswerEnd(page);
  models.script({ answer: "```python\nfor x in range(3):\n    print(x)\n```\nAfter", hangAfter: 4 }, "scripted-large");
  await send(page, "Code");
  await models.whenPaused();
  await lastAnswer(page).getByRole("group", { name: "Code, Python" }).waitFor();
  models.resume();
  await waitForAnswerEnd(page);
  await expectVisible(lastAnswer(page), "After");

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
  const markdown = Object.entries(targets).map(([name, target]) => `[${name}](${target})`);
  const answer = await askFor(page, markdown.join("\n\n"));
  const links = answer.getByRole("link");
  expect(await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute("href")]))).toEqual([
    ["secure", "https://example.org/a?b=c"],
    ["plain", "http://example.org/"],
    ["mail", "mailto:ann@example.org"],
  ]);
  for (const name of ["secure", "plain"]) {
    const link = answer.getByRole("link", { name });
    expect(await link.getAttribute("target")).toBe("_blank");
    expect(await link.getAttribute("rel")).toMatch(/\bnoopener\b/);
  }
  for (const name of ["script", "data", "file", "relative", "ftp"]) {
    expect(await answer.getByRole("button", { name, exact: true }).count()).toBe(0);
    await answer.getByText(name, { exact: true }).click();
  }
  expect(new URL(page.url()).origin).toBe(fixture.url);
  expect(context.pages()).toHaveLength(1);
  await answer.getByRole("button", { name: "files" }).click();
  await expectEventually(() => page.url()).toContain("page=home");
  expect(context.pages()).toHaveLength(1);
});

test("a stored answer with 200,000 combining marks and a huge table is rendered in small parts, and its rest on demand", async () => {
  const { page, api } = await fixture.openSignedIn();
  const table = `| a | b |\n| --- | --- |\n${"| 1 | 2 |\n".repeat(5_000)}`;
  const content = `Marked: a${"\u0301".repeat(200_000)}.\n\n${table}\nThe last line`;
  const message = { id: "heavy-answer", parentId: null, role: "assistant" as const, content };
  await api.call(createConversation, { conversation: { id: "heavy", name: "Heavy" } });
  await api.call(appendMessages, { conversationId: "heavy", messages: [message], headId: message.id });
  await openNewConversation(page, fixture.url);
  await page.evaluate(() => {
    const state = { maxAddedElements: 0 };
    Object.assign(window, { state });
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
      const count = added.reduce((sum, element) => sum + 1 + element.querySelectorAll("*").length, 0);
      state.maxAddedElements = Math.max(state.maxAddedElements, count);
    }).observe(document.body, { subtree: true, childList: true });
    location.hash = "#c=heavy";
  });
  await expectEventually(() => lastAnswer(page).getByRole("paragraph").first().textContent()).toMatch(
    /^Marked: a\u0301{30}$/,
  );
  await page.getByRole("button", { name: /^Show the rest \([\d,]+ characters\)$/ }).click();
  await expectVisible(page, "The last line");
  expect(await lastAnswer(page).evaluate((answer) => answer.contains(document.activeElement))).toBe(true);
  expect(await page.getByRole("cell").count()).toBe(10_000);
  const { maxAddedElements } = await page.evaluate(() => Reflect.get(window, "state"));
  expect(maxAddedElements).toBeLessThan(4_000);
});
