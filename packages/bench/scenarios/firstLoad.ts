import { fileURLToPath } from "node:url";
import type { Browser, CDPSession } from "playwright-core";
import { buildWeb } from "../../../scripts/buildWeb.ts";
import { signInByHttp } from "../../e2e/support/content/signInByHttp.ts";
import { startLectern } from "../../e2e/support/servers/startLectern.ts";
import type { Figure } from "../report.ts";
import { openMeasuredBrowser, openMeasuredPage } from "../support/measuredBrowser.ts";
import { median } from "../support/percentile.ts";
import type { Scenario } from "../support/scenario.ts";
import { startNode } from "../support/startNode.ts";
import { watchRequests } from "../support/watchRequests.ts";

const bareServerPath = fileURLToPath(new URL("../support/bareServer.ts", import.meta.url));
const rounds = 7;
/** Code for the next clicks is loaded a few seconds after the first screen, even if the person does nothing. */
const firstSecondsMs = 6_000;
const kibibyte = 1_024;

interface Load {
  /** Compressed size of all scripts, without headers. */
  scriptBytes: number;
  /** Compressed size of all style sheets, without headers. */
  styleBytes: number;
  /** Size of all fonts, which are compressed files. Text is shown without them. */
  fontBytes: number;
  /** Size of all responses received until the network was idle, including headers. */
  allBytes: number;
  requests: number;
  /** URLs requested from other origins. */
  foreignUrls: string[];
  /** The time from the start of the navigation until the composer accepts text. */
  usableMs: number;
}

/** Measures the loading of the signed-in chat screen in a real browser with an empty cache. */
export const firstLoad: Scenario = async (resources, progress) => {
  buildWeb();
  const lectern = await resources.use(startLectern(), (running) => running.close());
  const bareProcess = await resources.use(startNode({ file: bareServerPath, until: /at (http\S+)/ }), (child) =>
    child.stop(),
  );
  const person = await signInByHttp(lectern.url, "measured@example.org");
  const browser = await openMeasuredBrowser(resources);
  const lecternLoads: Load[] = [];
  const plainLoads: Load[] = [];
  for (let round = 0; round < rounds; round++) {
    progress(`round ${round + 1} of ${rounds}`);
    plainLoads.push(await measureLoad(browser, bareProcess.match, null));
    lecternLoads.push(await measureLoad(browser, lectern.url, person.cookie));
  }
  progress("the first six seconds");
  const firstSeconds = await measureLoad(browser, lectern.url, person.cookie, firstSecondsMs);
  const foreignUrls = new Set(lecternLoads.flatMap((one) => one.foreignUrls));
  const medianOf = (samples: Load[], part: Exclude<keyof Load, "foreignUrls">) =>
    median(samples.map((one) => one[part]));
  const toKibFigure = (name: string, part: "scriptBytes" | "styleBytes" | "fontBytes" | "allBytes"): Figure => ({
    name,
    variant: "cold cache",
    unit: "KiB",
    ours: medianOf(lecternLoads, part) / kibibyte,
    floor: part === "allBytes" ? medianOf(plainLoads, part) / kibibyte : null,
  });
  const scriptAndStyleKib = (medianOf(lecternLoads, "scriptBytes") + medianOf(lecternLoads, "styleBytes")) / kibibyte;
  return {
    scenario: "firstLoad",
    floor: "a page of one text box, without script or style, from a bare server",
    figures: [
      { ...toKibFigure("script and style, compressed", "scriptBytes"), ours: scriptAndStyleKib, aim: { atMost: 240 } },
      toKibFigure("script", "scriptBytes"),
      toKibFigure("style", "styleBytes"),
      { ...toKibFigure("fonts", "fontBytes"), aim: { atMost: 60 } },
      toKibFigure("everything, with headers", "allBytes"),
      {
        name: "requests",
        variant: "cold cache",
        unit: "",
        ours: medianOf(lecternLoads, "requests"),
        floor: medianOf(plainLoads, "requests"),
      },
      {
        name: "everything in the first six seconds",
        variant: "cold cache",
        unit: "KiB",
        ours: firstSeconds.allBytes / kibibyte,
        floor: null,
        aim: { atMost: 600 },
      },
      {
        name: "requests in the first six seconds",
        variant: "cold cache",
        unit: "",
        ours: firstSeconds.requests,
        floor: null,
        aim: { atMost: 110 },
      },
      {
        name: "composer usable",
        variant: "cold cache",
        unit: "ms",
        ours: medianOf(lecternLoads, "usableMs"),
        floor: medianOf(plainLoads, "usableMs"),
        aim: { atMost: 400 },
      },
      {
        name: "requests to other origins",
        variant: "cold cache",
        unit: "",
        ours: foreignUrls.size,
        floor: 0,
        aim: { atMost: 0 },
      },
    ],
    notes: [
      `Medians of ${rounds} loads, each in a new browser context, until the network is idle; bytes are those on the wire.`,
      "The first six seconds are those of one load in which the person does nothing.",
      ...[...foreignUrls].map((url) => `Foreign: ${url}`),
    ],
  };
};

/** Measures a load until the network is idle, and for at least `minMs`. */
async function measureLoad(browser: Browser, url: string, cookie: string | null, minMs = 0): Promise<Load> {
  const { page, session, close } = await openMeasuredPage(browser, url, cookie);
  try {
    const readTraffic = await watchTraffic(session, url);
    const whenIdle = watchRequests(page);
    await page.goto(url, { waitUntil: "commit" });
    await page.getByRole("textbox", { name: "Message" }).and(page.locator(":enabled")).waitFor();
    // Read the page's own clock. Our figure and the floor both include the delay of the remote call.
    const usableMs = await page.evaluate(() => performance.now());
    await page.waitForTimeout(Math.max(0, minMs - usableMs));
    await whenIdle();
    return { ...readTraffic(), usableMs };
  } finally {
    await close();
  }
}

/** Records what a page transfers. Returns a function that reads the totals. */
async function watchTraffic(session: CDPSession, url: string): Promise<() => Omit<Load, "usableMs">> {
  const requests = new Map<string, { type: string; url: string; bodyBytes: number; allBytes: number }>();
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    if (!/^https?:/.test(request.url)) return;
    requests.set(requestId, { type: type ?? "Other", url: request.url, bodyBytes: 0, allBytes: 0 });
  });
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bodyBytes += encodedDataLength;
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.allBytes = encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: false });
  const { origin } = new URL(url);
  return () => {
    const allRequests = [...requests.values()];
    const bodiesOf = (wantedType: string) =>
      allRequests.filter(({ type }) => type === wantedType).reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
    return {
      scriptBytes: bodiesOf("Script"),
      styleBytes: bodiesOf("Stylesheet"),
      fontBytes: bodiesOf("Font"),
      allBytes: allRequests.reduce((sum, request) => sum + request.allBytes, 0),
      requests: allRequests.length,
      foreignUrls: allRequests.map((one) => one.url).filter((one) => new URL(one).origin !== origin),
    };
  };
}
