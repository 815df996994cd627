import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { lastAnswer, openNewConversation } from "../../support/pages/chatControls.ts";
import { ask, composer, expectEventually, expectVisible } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;
const flowchartCode = "graph TD\n  accTitle: How it ends\n  A[Start] --> B{Is it?}\n  B --> C[End]";
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

test("[C2.36a] a picture is drawn in its natural size at most and not wider than a phone; the slider enlarges it, and then it fades out where it goes on", async () => {
  const { page } = await fixture.openSignedIn({ hasTouch: true, viewport: narrowViewport });
  await openNewConversation(page, fixture.url);
  const answer = await askFor(page, fence("mermaid", flowchartCode), fence("vega-lite", barChartCode));
  await expectEventually(() => picture(answer).count()).toBe(2);
  for (const [index, name] of ["Diagram", "Chart"].entries()) {
    const image = picture(answer).nth(index);
    await expectEventually(() => hasLoaded(image)).toBe(true);
    const box = answer.getByRole("region", { name, exact: true });
    const readBox = () =>
      box.evaluate((element) => ({
        isScrollable: element.scrollWidth > element.clientWidth,
        fadeEnd: getComputedStyle(element).getPropertyValue("--fade-end"),
      }));
    const natural = await image.evaluate((element: HTMLImageElement) => ({
      width: element.naturalWidth,
      height: element.naturalHeight,
    }));
    const { width, height } = await readSize(image);
    if (name === "Diagram") expect({ width, height }).toEqual(natural);
    else expect(width).toBeLessThan(natural.width);
    expect(width / height).toBeCloseTo(natural.width / natural.height, 1);
    expect(await readBox()).toEqual({ isScrollable: false, fadeEnd: "0px" });
    const percentText = `${Math.round((width / natural.width) * 100)}%`;
    const slider = answer.getByRole("slider", { name: "Size" }).nth(index);
    await expectVisible(answer.locator("output").nth(index), percentText);
    expect(await slider.getAttribute("aria-valuetext")).toBe(percentText);

    await slider.fill("2000");
    await expectEventually(async () => (await readSize(image)).width).toBe(4 * width);
    await expectEventually(readBox).toEqual({ isScrollable: true, fadeEnd: "24px" });
    await box.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
    await expectEventually(readBox).toEqual({ isScrollable: true, fadeEnd: "0px" });
  }
});

test("a chart that hangs is abandoned, and neither the page nor the next drawing waits for it; a large diagram is drawn only on request", async () => {
  const tangle = Array.from({ length: 290 }, (_, n) => `  n${n % 40} --> n${(n * 7 + Math.floor(n / 40)) % 40}`);
  const endlessChart = {
    data: [{ name: "t", transform: [{ type: "sequence", start: 0, stop: 3e7 }] }],
    marks: [{ type: "symbol", from: { data: "t" } }],
  };
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await page.clock.install();
  const answer = await askFor(
    page,
    fence("vega", JSON.stringify(endlessChart)),
    fence("mermaid", ["graph TD", ...tangle].join("\n")),
    fence("mermaid", flowchartCode),
  );
  await expectVisible(answer, "This diagram is large and may take a while to draw.");
  // The page stays usable meanwhile.
  await composer(page).fill("Something else");
  const abandonedNotice = answer.getByText("Drawing this chart takes too long. Here is its source.");
  expect(await abandonedNotice.count()).toBe(0);
  // Time passes faster than in reality, but not so fast that the limit for loading the frame is reached.
  const passTime = async () => {
    await page.clock.fastForward(800);
    return abandonedNotice.count();
  };
  await expect.poll(passTime, { timeout: 30_000, interval: 250 }).toBe(1);
  await picture(answer).waitFor({ timeout: 30_000 });
  expect(await page.locator("iframe").count()).toBeLessThanOrEqual(1);
});
