import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lastAnswer, openNewConversation, waitForAnswerEnd } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrow } from "../../support/openBrowser.ts";
import { ask, composer, expectEventually, expectVisible, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;
const flow = "graph TD\n  accTitle: How it ends\n  A[Start] --> B{Is it?}\n  B --> C[End]";
const bars = JSON.stringify({
  title: "Rain",
  data: { values: [{ a: "A", b: 28 }] },
  mark: "bar",
  encoding: { x: { field: "a" }, y: { field: "b", type: "quantitative" } },
});

/** Opens a conversation in which the model has just answered with `markdown`. */
async function openAnswer(markdown: string, options: Parameters<typeof fixture.openSignedIn>[0] = {}) {
  const visitor = await fixture.openSignedIn(options);
  await openNewConversation(visitor.page, fixture.url);
  fixture.workspace.models.script({ answer: markdown }, "scripted-large");
  await ask(visitor.page, "Show me");
  return { ...visitor, answer: lastAnswer(visitor.page) };
}

const picture = (answer: Locator) => answer.getByRole("img", { name: /^(Diagram|Chart)/ });
const sizeOf = async (image: Locator) => {
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

describe("a diagram", () => {
  test("[C2.36a] of Mermaid is drawn, with a size from 250 to 4000 that is initially 500", async () => {
    const { answer } = await openAnswer(fence("mermaid", flow));
    const drawn = picture(answer);
    await expectEventually(() => hasLoaded(drawn)).toBe(true);
    expect(await drawn.getAttribute("alt")).toBe("Diagram: How it ends");
    const slider = answer.getByRole("slider", { name: "Size" });
    expect(await slider.evaluate((input) => ["min", "max", "value"].map((name) => Reflect.get(input, name)))).toEqual([
      "250",
      "4000",
      "500",
    ]);
    const longest = async () => Math.max(...Object.values(await sizeOf(drawn)));
    await expectEventually(longest).toBe(500);
    await slider.fill("4000");
    await expectEventually(longest).toBe(4000);
    await slider.press("Home");
    await expectEventually(longest).toBe(250);
  });

  test("shows and copies its source, and is saved as a picture in light colours", async () => {
    const { page, context, answer } = await openAnswer(fence("mermaid", flow));
    await picture(answer).waitFor();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await answer.getByRole("button", { name: "Copy code" }).click();
    await expectVisible(answer, "Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(flow);
    await answer.getByRole("button", { name: "Source" }).click();
    expect(await answer.getByRole("group", { name: "Code, Mermaid" }).textContent()).toBe(flow);
    await answer.getByRole("button", { name: "Source" }).click();
    const svg = await save(page, answer, "Image (SVG)");
    expect(svg.name).toBe("diagram.svg");
    expect(svg.bytes.toString()).toMatch(/^<svg [^>]*><rect [^>]*fill="#ffffff"\/>/);
    expect(svg.bytes.toString()).not.toMatch(/<script|foreignObject|#14161a/);
    const png = await save(page, answer, "Image (PNG)");
    expect(png.name).toBe("diagram.png");
    expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
    await answer.getByRole("button", { name: "Download" }).click();
    await page.getByRole("menuitem", { name: "Source…" }).click();
    expect(await page.getByRole("textbox", { name: "File name" }).inputValue()).toBe("code.mmd");
  });

  test("shows its source without an error while it streams and is then drawn; the reader's scroll position stays", async () => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    const long = "A line about the river.\n\n".repeat(60);
    models.script({ answer: `${long}${fence("mermaid", flow)}\n\nThe end.`, hangAfter: 311 }, "scripted-large");
    await send(page, "Show me");
    await models.whenPaused();
    await lastAnswer(page).getByRole("group", { name: "Code, Mermaid" }).waitFor();
    expect(
      await lastAnswer(page)
        .getByText(/not understood/)
        .count(),
    ).toBe(0);
    expect(await page.locator("iframe").count()).toBe(0);
    const read = lastAnswer(page).getByText("A line about the river.").nth(40);
    await read.scrollIntoViewIfNeeded();
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, -200);
    await expectEventually(() => page.getByRole("button", { name: /end|latest|down/i }).count()).toBeGreaterThan(0);
    const before = await read.boundingBox();
    models.resume();
    await waitForAnswerEnd(page);
    await expectEventually(() => picture(lastAnswer(page)).count()).toBe(1);
    expect(await read.boundingBox()).toEqual(before);
  });

  test("that cannot be parsed shows its source and the line of the error", async () => {
    const { answer } = await openAnswer(`${fence("mermaid", "graph TD\n  A --> B\n  --> [")}\n\nAfter`);
    await expectVisible(answer, "Line 3 of this diagram has an error, so only its source is shown.");
    await answer.getByRole("group", { name: "Code, Mermaid" }).waitFor();
    await expectVisible(answer, "After");
  });

  test("is drawn in the colours of the page and redrawn when they change", async () => {
    const { page, answer } = await openAnswer(fence("mermaid", flow));
    await picture(answer).waitFor();
    const dark = await picture(answer).getAttribute("src");
    await page.getByRole("button", { name: /light/i }).first().click();
    await expectEventually(() => picture(answer).getAttribute("src")).not.toBe(dark);
    await expectEventually(() => hasLoaded(picture(answer))).toBe(true);
  });

  test("that hangs is abandoned, and neither the page nor the next drawing waits for it", {
    timeout: 60_000,
  }, async () => {
    const tangle = Array.from({ length: 290 }, (_, n) => `  n${n % 40} --> n${(n * 7 + Math.floor(n / 40)) % 40}`);
    const endless = {
      data: [{ name: "t", transform: [{ type: "sequence", start: 0, stop: 3e7 }] }],
      marks: [{ type: "symbol", from: { data: "t" } }],
    };
    const { page, answer } = await openAnswer(
      [
        fence("vega", JSON.stringify(endless)),
        fence("mermaid", ["graph TD", ...tangle].join("\n")),
        fence("mermaid", flow),
      ].join("\n\n"),
    );
    // The large diagram is drawn only on request.
    await expectVisible(answer, "This diagram is large and may take a while to draw.");
    // The page stays usable meanwhile.
    await composer(page).fill("Something else");
    expect(await answer.getByText("This chart takes too long").count()).toBe(0);
    await answer
      .getByText("This chart takes too long to draw, so only its source is shown.")
      .waitFor({ timeout: 30_000 });
    await picture(answer).first().waitFor({ timeout: 30_000 });
    expect(await page.locator("iframe").count()).toBeLessThanOrEqual(1);
  });
});

describe("a chart", () => {
  test.each(["vega-lite", "vega"])("[C2.36a] of %s is drawn 550 wide and 450 high", async (language) => {
    const { answer } = await openAnswer(fence(language, bars));
    const drawn = picture(answer);
    await expectEventually(() => hasLoaded(drawn)).toBe(true);
    expect(await sizeOf(drawn)).toEqual({ width: 550, height: 450 });
    expect(await drawn.getAttribute("alt")).toBe("Chart: Rain");
    expect(await answer.getByRole("slider").count()).toBe(0);
  });

  test("[C8.31] that is almost JSON is repaired; one that cannot be repaired shows its source below the specified message", async () => {
    const { answer } = await openAnswer(
      `${fence("vega-lite", `${bars.slice(0, -1)},}`)}\n\n${fence("vega", "rain, mostly")}`,
    );
    await expectVisible(answer, "Failed to parse Vega specification. Please check the JSON format.");
    expect(await answer.getByRole("group", { name: "Code, Vega", exact: true }).textContent()).toBe("rain, mostly");
    await picture(answer).waitFor();
    expect(await picture(answer).count()).toBe(1);
  });

  test("whose picture is too large shows its source and says so", async () => {
    const wordy = {
      data: [{ name: "t", transform: [{ type: "sequence", start: 0, stop: 3_000 }] }],
      marks: [{ type: "text", from: { data: "t" }, encode: { enter: { text: { value: "river ".repeat(300) } } } }],
    };
    const { answer } = await openAnswer(fence("vega", JSON.stringify(wordy)));
    await expectVisible(answer, "This chart is too large to draw, so only its source is shown.");
  });

  test("loads no data from other servers, and says so", async () => {
    const { answer } = await openAnswer(
      fence("vega-lite", bars.replace(/"data":\{.*?\]\}/, '"data":{"url":"https://evil.example/x.csv"}')),
    );
    await expectVisible(answer, "This chart needs external content, which is not loaded.");
    await answer.getByRole("group", { name: "Code, Vega-Lite" }).waitFor();
  });
});

describe("on a phone", () => {
  test("diagrams, charts and tables stay within the page, each in a box that scrolls", async () => {
    const wide = `| ${"a long heading | ".repeat(12)}\n| ${"--- | ".repeat(12)}\n| ${"some words | ".repeat(12)}`;
    const { page, answer } = await openAnswer([fence("mermaid", flow), fence("vega-lite", bars), wide].join("\n\n"), {
      viewport: narrow,
      hasTouch: true,
    });
    await expectEventually(() => picture(answer).count()).toBe(2);
    await answer.getByRole("slider", { name: "Size" }).fill("1500");
    await answer.getByRole("table").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrow.width);
    for (const name of ["Diagram", "Chart", "Table"]) {
      const box = answer.getByRole("region", { name, exact: true });
      expect((await box.boundingBox())?.width).toBeLessThan(narrow.width);
      expect(await box.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
    }
  });
});

test("a toggle block is titled Source, an apiResult block Result; both are initially collapsed", async () => {
  const { answer } = await openAnswer(`${fence("toggle", "some **words**")}\n\n${fence("apiResult", '{"a": 1}')}`);
  for (const [title, text] of [
    ["Source", "some **words**"],
    ["Result", '{"a": 1}'],
  ] as const) {
    const opener = answer.getByRole("button", { name: title, exact: true });
    await opener.waitFor();
    expect(await opener.getAttribute("aria-expanded")).toBe("false");
    expect(await answer.getByText(text).count()).toBe(0);
    await opener.click();
    await expectEventually(() => answer.getByRole("group", { name: /^Code/ }).allTextContents()).toContain(text);
  }
});

test("[C5.41] JSON that does not parse has its sandbox view disabled with the reason; valid JSON opens in it", async () => {
  const { page, answer } = await openAnswer(
    `${fence("json", '{"lake": {"depth": 230}}')}\n\n${fence("json", '{"lake": ')}`,
  );
  const views = answer.getByRole("button", { name: "Sandbox view" });
  await expectEventually(() => views.count()).toBe(2);
  expect(await views.evaluateAll((all) => all.map((button) => button.getAttribute("aria-disabled")))).toEqual([
    "false",
    "true",
  ]);
  await expectVisible(answer, "Not valid JSON");
  await views.last().click({ force: true });
  expect(await answer.getByRole("region", { name: "Sandbox view" }).count()).toBe(0);
  await views.first().click();
  const tree = answer.getByRole("region", { name: "Sandbox view" });
  await tree.getByText("lake: object, 1 entry").click();
  await expectVisible(tree, "depth: ");
  await views.first().press("Enter");
  await answer.getByRole("group", { name: "Code, JSON" }).first().waitFor();
  expect(await page.getByRole("region", { name: "Sandbox view" }).count()).toBe(0);
});
