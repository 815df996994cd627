import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { buildWeb } from "../../../scripts/buildWeb.ts";
import { type ApiClient, createApiClient } from "../../e2e/support/content/createApiClient.ts";
import { type HttpPerson, signInByHttp } from "../../e2e/support/content/signInByHttp.ts";
import { startLectern } from "../../e2e/support/servers/startLectern.ts";
import { type MeasuredPage, openMeasuredBrowser, openMeasuredPage } from "./measuredBrowser.ts";
import type { Resources } from "./resources.ts";
import { startNode } from "./startNode.ts";

/** Our server, the scripted model server, the server of the plain page and a Chromium, each in its own process. */
export interface ChatSetup {
  /** Origin of our server. */
  url: string;
  /** Origin of `support/plainPage.ts`. */
  plainUrl: string;
  /** Origin of the scripted model server. */
  modelsUrl: string;
  person: HttpPerson;
  userId: string;
  api: ApiClient;
  browser: Browser;
  /** Opens the workspace in a signed-in page, at a fragment if given, and waits for the message field. */
  open(fragment?: string): Promise<MeasuredPage>;
  /** Opens the plain page. */
  openPlain(): Promise<MeasuredPage>;
}

const modelServerPath = fileURLToPath(new URL("../../server/src/testing/modelServer/main.ts", import.meta.url));
const plainPagePath = fileURLToPath(new URL("plainPage.ts", import.meta.url));

export async function startChatSetup(resources: Resources): Promise<ChatSetup> {
  buildWeb();
  const stop = (child: { stop(): Promise<void> }) => child.stop();
  const models = await resources.use(
    startNode({ file: modelServerPath, args: ["0"], until: /at (http\S+)\/v1/ }),
    stop,
  );
  const plainServer = await resources.use(startNode({ file: plainPagePath, until: /at (http\S+)/ }), stop);
  const lectern = await resources.use(startLectern({ OPENAI_COMPATIBLE_URL: `${models.match}/v1` }), (running) =>
    running.close(),
  );
  const person = await signInByHttp(lectern.url, "measured@example.org");
  if (!person.session.user) throw new Error("nobody is signed in");
  const browser = await openMeasuredBrowser(resources);
  return {
    url: lectern.url,
    plainUrl: plainServer.match,
    modelsUrl: models.match,
    person,
    userId: person.session.user.id,
    api: createApiClient(lectern.url, person.accessToken),
    browser,
    async open(fragment = "") {
      const measuredPage = await openMeasuredPage(browser, lectern.url, person.cookie);
      await measuredPage.page.goto(`${lectern.url}/${fragment}`);
      await composerOf(measuredPage.page).waitFor();
      await measuredPage.session.send("Performance.enable");
      return measuredPage;
    },
    async openPlain() {
      const measuredPage = await openMeasuredPage(browser, plainServer.match, null);
      await measuredPage.page.goto(plainServer.match);
      await measuredPage.session.send("Performance.enable");
      return measuredPage;
    },
  };
}

export const composerOf = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

/** Sends a message as soon as a model is available. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text);
  await page.locator("button[aria-label='Send message']:not([aria-disabled])").waitFor();
  await composerOf(page).press("Enter");
}

/** Waits until no answer is being generated. */
export async function waitUntilAnswered(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send message" }).waitFor({ timeout: 120_000 });
  await page.locator("[role=log] article[aria-busy=true]").waitFor({ state: "detached", timeout: 120_000 });
}
