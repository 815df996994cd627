import type { Browser, Page } from "playwright-core";
import { buildWeb } from "../../../scripts/buildWeb.ts";
import { startPreviewServer } from "../../e2e/support/preview/startPreviewServer.ts";
import type { Figure } from "../report.ts";
import { openMeasuredBrowser, openMeasuredPage, readLongestTask, watchLongTasks } from "../support/measuredBrowser.ts";
import { median } from "../support/percentile.ts";
import type { Scenario } from "../support/scenario.ts";

const rounds = 5;
const warmRounds = 4;

/** A React artifact with state, icons and a chart. */
const createArtifact = (text: string) => `import { useState } from "react";
import { Heart } from "lucide-react";
import { Line, LineChart, XAxis } from "recharts";
export default function App() {
  const [count, setCount] = useState(0);
  return <div><h1>${text}</h1><button onClick={() => setCount(count + 1)}>{count}</button><Heart />
    <LineChart width={300} height={200} data={[{ a: 1, b: 2 }, { a: 2, b: 5 }]}><XAxis dataKey="a" /><Line dataKey="b" /></LineChart></div>;
}`;

/** Measures the time from showing an artifact until a person sees it: the first one of a visit, and later ones. */
export const preview: Scenario = async (resources, progress) => {
  buildWeb();
  const server = await resources.use(startPreviewServer(), (started) => started.close());
  const browser = await openMeasuredBrowser(resources);
  const cold: number[] = [];
  const warm: number[] = [];
  const bare: number[] = [];
  const longestTasks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    progress(`round ${round + 1} of ${rounds}`);
    const { page, close } = await openHarness(browser, server.url);
    await watchLongTasks(page);
    cold.push(await timePreview(page, "Artifact 0"));
    for (let index = 1; index <= warmRounds; index += 1) warm.push(await timePreview(page, `Artifact ${index}`));
    longestTasks.push(await readLongestTask(page));
    await close();
    const plain = await openHarness(browser, server.url);
    bare.push(await timeBare(plain.page));
    await plain.close();
  }
  const figure = (variant: string, times: number[], aim: Figure["aim"]): Figure => ({
    name: "shown artifact",
    variant,
    unit: "ms",
    ours: median(times),
    floor: median(bare),
    ...(aim ? { aim } : {}),
  });
  return {
    scenario: "preview",
    floor: "the page itself imports the same libraries and renders the same component, which is compiled already",
    figures: [
      figure("first of a visit", cold, { atMost: 3_000 }),
      figure("later", warm, { atMost: 600 }),
      {
        name: "longest task of the page (0: none of 50 ms)",
        variant: "all",
        unit: "ms",
        ours: Math.max(...longestTasks),
        floor: null,
        aim: { atMost: 100 },
      },
    ],
    notes: [
      `Medians of ${rounds} visits with ${warmRounds} later artifacts each; the artifact uses Recharts and lucide.`,
    ],
  };
};

async function openHarness(browser: Browser, url: string) {
  const opened = await openMeasuredPage(browser, url, null);
  await opened.page.goto(url);
  await opened.page.waitForFunction(() => "showArtifacts" in window);
  return opened;
}

async function timePreview(page: Page, name: string): Promise<number> {
  const startedAt = performance.now();
  const artifact = { name, type: "react", contents: createArtifact(name) };
  await page.evaluate((shown) => Reflect.get(window, "showArtifacts")([shown]), artifact);
  await page.frameLocator(`iframe[title="Preview of ${name}"]`).getByText(name).waitFor();
  return performance.now() - startedAt;
}

async function timeBare(page: Page): Promise<number> {
  const startedAt = performance.now();
  await page.evaluate(async () => {
    const { entries } = await (await fetch("/preview/libraries.json")).json();
    const load = (name: string) => import(`/preview/${entries[name]}`);
    const [{ createElement }, { createRoot }, { Heart }, { Line, LineChart, XAxis }] = await Promise.all(
      ["react", "react-dom/client", "lucide-react", "recharts"].map(load),
    );
    const data = [
      { a: 1, b: 2 },
      { a: 2, b: 5 },
    ];
    const chart = createElement(
      LineChart,
      { width: 300, height: 200, data },
      createElement(XAxis, { dataKey: "a" }),
      createElement(Line, { dataKey: "b" }),
    );
    const root = document.body.appendChild(document.createElement("div"));
    createRoot(root).render(createElement("div", null, createElement("h1", null, "Bare"), createElement(Heart), chart));
  });
  await page.getByText("Bare").waitFor();
  return performance.now() - startedAt;
}
