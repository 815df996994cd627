import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { getSharedBrowser } from "../../support/browser/openBrowser.ts";
import { expectEventually, PATIENCE_MS } from "../../support/pages/screen.ts";
import { brokenArtifacts } from "../../support/preview/brokenArtifacts.ts";
import { honestArtifacts } from "../../support/preview/honestArtifacts.ts";
import { createHostileArtifacts, createRunaways } from "../../support/preview/hostileArtifacts.ts";
import { type PreviewServer, startPreviewServer } from "../../support/preview/startPreviewServer.ts";

let server: PreviewServer;
/** A foreign server, and the connections that it gets. */
const foreign = createServer((_request, response) => response.end());
let foreignUrl = "";
let connectionCount = 0;

beforeAll(async () => {
  server = await startPreviewServer();
  foreign.on("connection", () => {
    connectionCount += 1;
  });
  await new Promise<void>((resolve) => foreign.listen(0, "127.0.0.1", resolve));
  // Another name than that of the preview's server.
  foreignUrl = `http://localhost:${(foreign.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await server?.close();
  foreign.close();
});

interface Artifact {
  name: string;
  type: string;
  contents: string;
}

async function openPage(): Promise<Page> {
  const context = await (await getSharedBrowser()).newContext({ viewport: { width: 1600, height: 800 } });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(server.url);
  await page.waitForFunction(() => "showArtifacts" in window);
  return page;
}

const show = (page: Page, artifacts: readonly Artifact[]) =>
  page.evaluate((shown) => {
    Object.assign(window, { lines0: [], errors0: [] });
    Reflect.get(window, "showArtifacts")(shown);
  }, artifacts);
const sectionOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const frameOf = (page: Page, name: string) => page.frameLocator(`iframe[title="Preview of ${name}"]`);

/** Divides a list into parts that are shown side by side. */
function divide<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

test("static, vanilla, React and Vue artifacts run as a person expects", async () => {
  const page = await openPage();
  for (const part of divide(honestArtifacts, 6)) {
    await show(page, part);
    for (const { name, uses = [], shows, selector } of part) {
      const frame = frameOf(page, name);
      for (const use of uses) {
        if (typeof use === "string") await frame.getByRole("button", { name: use, exact: true }).click();
        else await frame.getByLabel(use[0]).fill(use[1]);
      }
      for (const text of shows) await frame.getByText(text, { exact: true }).first().waitFor();
      if (selector) await frame.locator(selector).first().waitFor();
    }
    const lists = await page.getByRole("button", { name: "Errors Present" }).count();
    expect(lists, part.map(({ name }) => name).join()).toBe(0);
  }
});

test("errors are listed with their file and line under 'Errors:' [C2.34]", async () => {
  const page = await openPage();
  for (const part of divide(brokenArtifacts, 5)) {
    await show(page, part);
    for (const { name, error } of part) {
      const section = sectionOf(page, name);
      const button = section.getByRole("button", { name: "Errors Present", exact: true });
      await button.waitFor();
      // The list of an artifact that could not be started opens by itself.
      if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
      await section.getByRole("heading", { name: "Errors:", exact: true }).waitFor();
      await expectEventually(() => section.getByRole("listitem").first().textContent()).toMatch(error);
      await button.click();
      expect(await section.getByRole("heading", { name: "Errors:" }).count()).toBe(0);
    }
  }
});

test("hostile artifacts reach neither the network, storage, other windows nor the page", async () => {
  const page = await openPage();
  const popups: string[] = [];
  page.on("popup", (popup) => popups.push(popup.url()));
  const neighbour = { name: "neighbour", type: "static", contents: "<p>Neighbour</p>" };
  for (const [name, contents] of Object.entries(createHostileArtifacts(foreignUrl))) {
    // Twice, because the second one must not find what the first one stored.
    for (let run = 0; run < (name === "storage" ? 2 : 1); run += 1) {
      await show(page, [{ name, type: "static", contents }, neighbour]);
      await expectEventually(() =>
        page.evaluate(() =>
          Reflect.get(window, "lines0")
            ?.map(({ text }: { text: string }) => text)
            .at(-1),
        ),
      ).toMatch(/^reached: /);
      const texts = await page.evaluate(() => Reflect.get(window, "lines0").map(({ text }: { text: string }) => text));
      expect(texts.at(-1), name).toBe("reached: ");
    }
    await frameOf(page, "neighbour").getByText("Neighbour").waitFor();
    expect(await page.evaluate(() => JSON.stringify(Reflect.get(window, "errors0")))).not.toContain("forged");
    expect(page.url()).toBe(`${server.url}/`);
  }
  expect(popups).toEqual([]);
  expect(connectionCount).toBe(0);
});

test("an artifact that leaves its page, hangs or takes all memory is closed, and those beside it run again", async () => {
  const page = await openPage();
  for (const { name, script, told } of createRunaways(foreignUrl)) {
    const start = `<button id="start">Start</button><script>start.onclick = () => setTimeout(() => { ${script} }, 50);</script>`;
    await show(page, [
      { name, type: "static", contents: start },
      { name: "neighbour", type: "static", contents: "<p>Neighbour</p>" },
    ]);
    await frameOf(page, "neighbour").getByText("Neighbour").waitFor();
    await frameOf(page, name).getByRole("button", { name: "Start" }).click();
    await sectionOf(page, name).getByRole("alert").getByText(told, { exact: true }).waitFor();
    await frameOf(page, "neighbour").getByText("Neighbour").waitFor();
    expect(await page.locator("iframe").count()).toBe(1);
  }
  // The person can run it again.
  await sectionOf(page, "takes all memory").getByRole("button", { name: "Run again" }).click();
  await frameOf(page, "takes all memory").getByRole("button", { name: "Start" }).waitFor();
  expect(connectionCount).toBe(0);
});

test("data, pictures and texts have views of their own; other types are not supported", async () => {
  const page = await openPage();
  const rows = Array.from({ length: 100_000 }, (_, index) => `name ${index},${(index * 7919) % 100_000}`);
  await show(page, [
    { name: "table", type: "csv", contents: `name,value\n${rows.join("\n")}` },
    { name: "tree", type: "json", contents: '{"city":"Bern"}' },
    {
      name: "picture",
      type: "svg",
      contents:
        '<svg viewBox="0 0 10 10"><title>A dot</title><script>alert(1)</script><circle r="5" onload="alert(1)"/></svg>',
    },
    { name: "notes", type: "text", contents: "# Heading\n\nSome **bold** text <script>alert(1)</script>" },
    { name: "words", type: "text", contents: "only\n  words" },
    { name: "project", type: "next", contents: "export default function Page() {}" },
    { name: "unknown", type: "code", contents: "x" },
  ]);
  const table = sectionOf(page, "table");
  await table.getByRole("cell", { name: "name 0", exact: true }).waitFor();
  await table.getByText("100,000 rows").waitFor();
  await table.getByRole("button", { name: "value" }).click();
  await table.getByRole("button", { name: "value" }).click();
  await table.getByRole("cell", { name: "99999", exact: true }).waitFor();
  expect(await table.getByRole("columnheader", { name: "value" }).getAttribute("aria-sort")).toBe("descending");
  expect(await table.getByRole("row").count()).toBeLessThan(100);
  await sectionOf(page, "tree").getByText("Bern").waitFor();
  const image = sectionOf(page, "picture").getByRole("img", { name: "A dot" });
  const source = (await image.getAttribute("src")) ?? "";
  const svg = await page.evaluate(async (url) => {
    const response = await fetch(url).catch(() => null);
    return response ? response.text() : "";
  }, source);
  expect(source).toMatch(/^blob:/);
  expect(svg).not.toMatch(/script|onload/);
  await sectionOf(page, "notes").getByRole("heading", { name: "Heading" }).waitFor();
  await sectionOf(page, "words").getByText("only").waitFor();
  await sectionOf(page, "project")
    .getByText("Unsupported artifact type. You can download it and run it with Node.js.")
    .waitFor();
  await sectionOf(page, "unknown").getByText("Unsupported artifact type.", { exact: true }).waitFor();
});
