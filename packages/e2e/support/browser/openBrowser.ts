import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { stopMotion } from "../../../web/src/testing/stopMotion.ts";
import { oncePerWorker } from "../servers/workerResources.ts";

export const wideViewport = { width: 1280, height: 800 };
export const narrowViewport = { width: 390, height: 844 };

/** The Chromium of this worker. Its path comes from `CHROMIUM_PATH`, which `npm test` sets. */
export const getSharedBrowser = oncePerWorker(launchBrowser, (browser) => browser.close());

async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  if (!executablePath) throw new Error("CHROMIUM_PATH is not set: run the tests with `npm test`");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // As in desktop browsers, a sandboxed frame gets its own process.
      "--site-per-process",
      "--enable-features=IsolateSandboxedIframes",
    ],
  });
}

export interface PersonOptions {
  viewport?: { width: number; height: number };
  colorScheme?: "dark" | "light";
  userAgent?: string;
  /** For example `de-DE`. */
  locale?: string;
  hasTouch?: boolean;
  /** True: as on a phone, content that is wider than the screen makes the page wider. */
  isMobile?: boolean;
  /** Matches console messages about policy violations that the test provokes on purpose. They do not fail it. */
  expectedProblems?: RegExp;
}

/** A browser context for one person. It collects page errors and policy violations in `problems`. */
export async function createPersonContext(
  browser: Browser,
  { expectedProblems, ...options }: PersonOptions = {},
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport: wideViewport, colorScheme: "dark", ...options });
  await context.addInitScript(stopMotion);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`page error: ${error.message}`));
  page.on("console", (message) => {
    const isViolation = message.type() === "error" && /Content Security Policy|Refused to/.test(message.text());
    if (!isViolation || expectedProblems?.test(message.text())) return;
    // In the drawing frame, violations are expected.
    if (isDrawingFrameUrl(message.location().url)) return;
    problems.push(message.text());
  });
  return { context, page, problems };
}

/** True if the URL is the drawing frame's page or one of its scripts. */
export function isDrawingFrameUrl(frameUrl: string): boolean {
  return URL.canParse(frameUrl) && /^\/drawing(?:\.html$|\/)/.test(new URL(frameUrl).pathname);
}
