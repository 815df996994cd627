import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";
import { findChromium } from "../../../scripts/findChromium.ts";
import type { Resources } from "./resources.ts";

/** Launches a Chromium with an empty home folder and without background requests. */
export async function openMeasuredBrowser(resources: Resources): Promise<Browser> {
  const homeFolder = await resources.use(mkdtemp(join(tmpdir(), "lectern-bench-")), (folder) =>
    rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  );
  return resources.use(
    chromium.launch({
      executablePath: await findChromium(),
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // As on a desktop, the drawing frame gets its own process.
        "--site-per-process",
        "--enable-features=IsolateSandboxedIframes",
      ],
      env: { ...process.env, HOME: homeFolder },
    }),
    (running) => running.close(),
  );
}

export interface MeasuredPage {
  context: BrowserContext;
  page: Page;
  session: CDPSession;
  close(): Promise<void>;
}

/** Opens a blank page with an empty cache, signed in to `url` if there is a `cookie`. */
export async function openMeasuredPage(browser: Browser, url: string, cookie: string | null): Promise<MeasuredPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  if (cookie !== null) {
    const name = cookie.slice(0, cookie.indexOf("="));
    await context.addCookies([{ name, value: cookie.slice(name.length + 1), url, httpOnly: true, sameSite: "Lax" }]);
  }
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  return { context, page, session, close: () => context.close() };
}

/** Returns the total time that the page's main thread has been busy, in ms. */
export async function readMainThreadMs(session: CDPSession): Promise<number> {
  return (await readMainThread(session)).taskMs;
}

/**
 * Returns the total busy time and CPU time of the page's main thread, in ms. On a busy machine, the busy time includes
 * waiting for the CPU.
 */
export async function readMainThread(session: CDPSession): Promise<{ taskMs: number; cpuMs: number }> {
  const { metrics } = await session.send("Performance.getMetrics");
  const ms = (wanted: string) => {
    const seconds = metrics.find(({ name }) => name === wanted)?.value;
    if (seconds === undefined) throw new Error(`Chromium does not report ${wanted}`);
    return seconds * 1_000;
  };
  return { taskMs: ms("TaskDuration"), cpuMs: ms("ThreadTime") };
}

/** Starts recording long tasks (50 ms or more). Call it after the page has loaded. */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const longTasks: number[] = [];
    Object.assign(window, { longTasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration);
    }).observe({ type: "longtask" });
  });
}

/** Returns the longest task since the last call, in ms; 0 if none took 50 ms. Call `watchLongTasks` first. */
export async function readLongestTask(page: Page): Promise<number> {
  // Performance entries arrive slightly after their task.
  await page.waitForTimeout(200);
  return page.evaluate(() => {
    const longTasks: number[] = Reflect.get(window, "longTasks");
    return Math.max(0, ...longTasks.splice(0));
  });
}
