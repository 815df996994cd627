import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type CDPSession, chromium } from "playwright-core";
import { buildWeb } from "../../../scripts/buildWeb.ts";
import { findChromium } from "../../../scripts/findChromium.ts";
import { signInByHttp } from "../../e2e/support/signInByHttp.ts";
import { startLectern } from "../../e2e/support/startLectern.ts";
import type { Figure } from "../report.ts";
import { median } from "../support/percentile.ts";
import type { Scenario } from "../support/scenario.ts";
import { startNode } from "../support/startNode.ts";

const bareServer = fileURLToPath(new URL("../support/bareServer.ts", import.meta.url));
const rounds = 7;
const kibibyte = 1_024;

interface Load {
  scriptBytes: number;
  styleBytes: number;
  /** All that was transferred until the composer could be used, headers included. */
  allBytes: number;
  requests: number;
  foreign: string[];
  /** From the navigation's start until the composer takes text. */
  usableMs: number;
}

/** The signed-in chat screen in a real browser with an empty cache. */
export const firstLoad: Scenario = async (resources, progress) => {
  buildWeb();
  const lectern = await resources.use(startLectern(), (running) => running.close());
  const bare = await resources.use(startNode({ file: bareServer, until: /at (http\S+)/ }), (child) => child.stop());
  const person = await signInByHttp(lectern.url, "measured@example.org");
  const profile = await resources.use(mkdtemp(join(tmpdir(), "lectern-bench-")), (folder) =>
    rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  );
  const browser = await resources.use(
    chromium.launch({
      executablePath: await findChromium(),
      args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
      env: { ...process.env, HOME: profile },
    }),
    (running) => running.close(),
  );
  const loads: Load[] = [];
  const plain: Load[] = [];
  for (let round = 0; round < rounds; round++) {
    progress(`round ${round + 1} of ${rounds}`);
    plain.push(await load(browser, bare.found, null));
    loads.push(await load(browser, lectern.url, person.cookie));
  }
  const [first] = loads;
  if (!first) throw new Error("nothing was loaded");
  const foreign = new Set(loads.flatMap((one) => one.foreign));
  const middle = (of: Load[], part: "scriptBytes" | "styleBytes" | "allBytes" | "requests" | "usableMs") =>
    median(of.map((one) => one[part]));
  const kib = (name: string, part: "scriptBytes" | "styleBytes" | "allBytes"): Figure => ({
    name,
    variant: "cold cache",
    unit: "KiB",
    ours: middle(loads, part) / kibibyte,
    floor: part === "allBytes" ? middle(plain, part) / kibibyte : null,
  });
  const scriptAndStyle = (middle(loads, "scriptBytes") + middle(loads, "styleBytes")) / kibibyte;
  return {
    scenario: "firstLoad",
    floor: "a page of one text box, without script or style, from a bare server",
    figures: [
      { ...kib("script and style, as transferred", "scriptBytes"), ours: scriptAndStyle, aim: { atMost: 240 } },
      kib("script", "scriptBytes"),
      kib("style", "styleBytes"),
      kib("everything until the composer is usable", "allBytes"),
      {
        name: "requests",
        variant: "cold cache",
        unit: "",
        ours: middle(loads, "requests"),
        floor: middle(plain, "requests"),
      },
      {
        name: "composer usable",
        variant: "cold cache",
        unit: "ms",
        ours: middle(loads, "usableMs"),
        floor: middle(plain, "usableMs"),
        aim: { atMost: 400 },
      },
      {
        name: "requests to other origins",
        variant: "cold cache",
        unit: "",
        ours: foreign.size,
        floor: 0,
        aim: { atMost: 0 },
      },
    ],
    notes: [
      `Medians of ${rounds} loads, each in a browser context of its own; bytes are those on the wire, headers included.`,
      ...[...foreign].map((url) => `Foreign: ${url}`),
    ],
  };
};

async function load(browser: Browser, url: string, cookie: string | null): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    if (cookie !== null) {
      const name = cookie.slice(0, cookie.indexOf("="));
      await context.addCookies([{ name, value: cookie.slice(name.length + 1), url, httpOnly: true, sameSite: "Lax" }]);
    }
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await watchTraffic(session, url);
    await page.goto(url, { waitUntil: "commit" });
    await page.getByRole("textbox", { name: "Message" }).and(page.locator(":enabled")).waitFor();
    // The page's own clock; the way from the browser to here is in it on both sides.
    const usableMs = await page.evaluate(() => performance.now());
    await page.waitForLoadState("networkidle");
    return { ...traffic(), usableMs };
  } finally {
    await context.close();
  }
}

/** Counts what a page transfers. Gives the reading of it. */
async function watchTraffic(session: CDPSession, url: string): Promise<() => Omit<Load, "usableMs">> {
  const requests = new Map<string, { type: string; url: string; bytes: number }>();
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    if (/^https?:/.test(request.url)) requests.set(requestId, { type: type ?? "Other", url: request.url, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: false });
  const { origin } = new URL(url);
  return () => {
    const all = [...requests.values()];
    const bytesOf = (wanted: (type: string) => boolean) =>
      all.filter(({ type }) => wanted(type)).reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      scriptBytes: bytesOf((type) => type === "Script"),
      styleBytes: bytesOf((type) => type === "Stylesheet"),
      allBytes: bytesOf(() => true),
      requests: all.length,
      foreign: all.map((one) => one.url).filter((one) => new URL(one).origin !== origin),
    };
  };
}
