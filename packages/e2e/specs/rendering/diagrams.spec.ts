import { readFile } from "node:fs/promises";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { chooseTheme } from "../../support/pages/accountMenu.ts";
import { lastAnswer, openNewConversation, waitForAnswerEnd } from "../../support/pages/chatControls.ts";
import { ask, expectEventually, expectVisible, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;
const flowchartCode = "graph TD\n  accTitle: How it ends\n  A[Start] --> B{Is it?}\n  B --> C[End]";
const tallFlowchartCode = `${flowchartCode}\n  C --> D[More] --> E[Yet more] --> F[The rest]`;
const barChartCode = JSON.stringify({
  title: "Rain",
  data: { values: [{ a: "A", b: 28 }] },
  mark: "bar",
  encoding: { x: { field: "a" }, y: { field: "b", type: "quantitative" } },
});

/** Asks and returns the model's answer, which consists of these parts. */
async function askFor(page: Page, ...parts: string[]): Promise<Locator> {
  fixture.workspace.models.script({ answer: parts.join("\n\n") }, "scripted-large");
  await ask(page, "Show me");
  return lastAnswer(page);
}

const picture = (answer: Locator) => answer.getByRole("img", { name: /^(Diagram|Chart)/ });
const readSize = async (image: Locator) => {
  const box = await image.boundingBox();
  return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
};
const hasLoaded = (image: Locator) =>
  image.evaluate((element) => element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0);

async function save(page: Page, answer: Locator, what: string) {
  await answer.getByRole("button", { name: "Download" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: what }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("[C2.36a] a diagram has a size from 250 to 4000, its source and downloads, follows the colours of the page and on a phone, like a table, scrolls in its own box", async () => {
  const { page, context } = await fixture.openSignedIn({ hasTouch: true });
  await openNewConversation(page, fixture.url);
  const wideTable = `| ${"a long heading | ".repeat(12)}\n| ${"--- | ".repeat(12)}\n| ${"some words | ".repeat(12)}`;
  const longLine = fence("python", `total = ${"first_value + ".repeat(20)}last_value`);
  const answer = await askFor(
    page,
    fence("mermaid", tallFlowchartCode),
    fence("vega-lite", barChartCode),
    wideTable,
    longLine,
  );
  await expectEventually(() => picture(answer).count()).toBe(2);
  const diagramImage = picture(answer).first();
  await expectEventually(() => hasLoaded(diagramImage)).toBe(true);
  expect(await diagramImage.getAttribute("alt")).toBe("Diagram: How it ends");
  await checkSourceAndDownloads(page, context, answer.getByText("Mermaid", { exact: true }).locator("../.."));
  const slider = answer.getByRole("slider", { name: "Size" }).first();
  expect(await slider.evaluate((input) => ["min", "max", "value"].map((name) => Reflect.get(input, name)))).toEqual([
    "250",
    "4000",
    "500",
  ]);
  const readLongerSide = async () => Math.max(...Object.values(await readSize(diagramImage)));
  await expectEventually(readLongerSide).toBe(500);
  await slider.fill("4000");
  await expectEventually(readLongerSide).toBe(4000);
  await slider.press("Home");
  await expectEventually(readLongerSide).toBe(250);

  const darkSrc = await diagramImage.getAttribute("src");
  await chooseTheme(page, "Light");
  await expectEventually(() => diagramImage.getAttribute("src")).not.toBe(darkSrc);
  await expectEventually(() => hasLoaded(diagramImage)).toBe(true);

  await page.setViewportSize(narrowViewport);
  await slider.fill("1500");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrowViewport.width);
  for (const name of ["Diagram", "Table"]) {
    const box = answer.getByRole("region", { name, exact: true });
    await expectEventually(async () => (await box.boundingBox())?.width).toBeLessThan(narrowViewport.width);
    expect(await box.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  }
  // The line scrolls below its buttons, which stay in view.
  const codeButton = await answer.getByRole("button", { name: "Copy code" }).last().boundingBox();
  expect((codeButton?.x ?? 0) + (codeButton?.width ?? 0)).toBeLessThanOrEqual(narrowViewport.width);
});

/** Checks the buttons of a diagram: it shows and copies its source, and is saved as a picture in light colours. */
async function checkSourceAndDownloads(page: Page, context: BrowserContext, block: Locator): Promise<void> {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await block.getByRole("button", { name: "Copy code" }).click();
  await expectVisible(block, "Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(tallFlowchartCode);
  await block.getByRole("button", { name: "Source" }).click();
  expect(await block.getByRole("group", { name: "Code, Mermaid" }).textContent()).toBe(tallFlowchartCode);
  await block.getByRole("button", { name: "Source" }).click();
  const svg = await save(page, block, "Image (SVG)");
  expect(svg.name).toBe("diagram.svg");
  expect(svg.bytes.toString()).toMatch(/^<svg [^>]*><rect [^>]*fill="#ffffff"\/>/);
  expect(svg.bytes.toString()).not.toMatch(/<script|foreignObject|#14161a/);
  // Flat: no shadow and no gradient.
  expect(svg.bytes.toString()).not.toMatch(/drop-shadow\(|-gradient\)/);
  const png = await save(page, block, "Image (PNG)");
  expect(png.name).toBe("diagram.png");
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  await block.getByRole("button", { name: "Download" }).click();
  await page.getByRole("menuitem", { name: "Source…" }).click();
  expect(await page.getByRole("textbox", { name: "File name" }).inputValue()).toBe("code.mmd");
  await page.keyboard.press("Escape");
}

test("[C2.36a] [C8.31] a diagram shows its source while it streams and then its picture, and the reader's scroll position stays; what cannot be drawn shows its source and the reason", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const longText = "A line about the river.\n\n".repeat(60);
  models.script(
    { answer: `${longText}${fence("mermaid", flowchartCode)}\n\nThe end.`, hangAfter: 311 },
    "scripted-large",
  );
  await send(page, "Show me");
  await models.whenPaused();
  await lastAnswer(page).getByRole("group", { name: "Code, Mermaid" }).waitFor();
  const errors = lastAnswer(page).getByText(/not understood|has an error/);
  expect(await errors.count()).toBe(0);
  expect(await page.locator("iframe").count()).toBe(0);
  const visibleParagraph = lastAnswer(page).getByText("A line about the river.").nth(40);
  await visibleParagraph.scrollIntoViewIfNeeded();
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, -200);
  await expectEventually(() => page.getByRole("button", { name: /end|latest|down/i }).count()).toBeGreaterThan(0);
  const boxBefore = await visibleParagraph.boundingBox();
  models.resume();
  await waitForAnswerEnd(page);
  await expectEventually(() => picture(lastAnswer(page)).count()).toBe(1);
  expect(await visibleParagraph.boundingBox()).toEqual(boxBefore);

  const wordyChart = {
    data: [{ name: "t", transform: [{ type: "sequence", start: 0, stop: 3_000 }] }],
    marks: [{ type: "text", from: { data: "t" }, encode: { enter: { text: { value: "river ".repeat(300) } } } }],
  };
  const answer = await askFor(
    page,
    fence("vega-lite", barChartCode),
    fence("vega", barChartCode),
    // Almost JSON, which is repaired.
    fence("vega-lite", `${barChartCode.slice(0, -1)},}`),
    fence("vega", "rain, mostly"),
    fence("vega", JSON.stringify(wordyChart)),
    fence("vega-lite", barChartCode.replace(/"data":\{.*?\]\}/, '"data":{"url":"https://evil.example/x.csv"}')),
    fence("mermaid", "graph TD\n  A --> B\n  --> ["),
    "After",
  );
  await expectVisible(answer, "Line 3 of this diagram has an error. Here is its source.");
  await expectVisible(answer, "After");
  await expectVisible(answer, "Failed to parse Vega specification. Please check the JSON format.");
  await expectVisible(answer, "This chart is too large to draw. Here is its source.");
  await expectVisible(answer, "This chart needs content from the Internet, which isn’t loaded.");
  const names = await answer
    .getByRole("group", { name: /^Code/ })
    .evaluateAll((all) => all.map((code) => code.ariaLabel));
  expect(names).toEqual(["Code, Vega", "Code, Vega", "Code, Vega-Lite", "Code, Mermaid"]);
  expect(await answer.getByRole("group", { name: /^Code/ }).first().textContent()).toBe("rain, mostly");
  const charts = picture(answer);
  expect(await charts.count()).toBe(3);
  for (const chart of await charts.all()) {
    await expectEventually(() => hasLoaded(chart)).toBe(true);
    expect(await readSize(chart)).toEqual({ width: 550, height: 450 });
    expect(await chart.getAttribute("alt")).toBe("Chart: Rain");
  }
  expect(await answer.getByRole("slider").count()).toBe(0);
});
