import type { Locator, Page } from "playwright-core";
import { recordExecutedScripts } from "../browser/hostilePage.ts";
import type { WorkspaceFixture } from "../servers/createWorkspaceFixture.ts";
import { lastAnswer, openNewConversation } from "./chatControls.ts";
import { ask } from "./screen.ts";

/**
 * Opens a new conversation. The frame that draws diagrams has its real page and policy, but its script is what `script`
 * returns each time the frame starts.
 */
export async function openWithFrameScript(
  fixture: WorkspaceFixture,
  script: () => string,
  expectedProblems = /(?!)/,
): Promise<{ page: Page; ran: string[] }> {
  const { page } = await fixture.openSignedIn({ expectedProblems });
  const ran = await recordExecutedScripts(page);
  await page.route(/\/drawing\/assets\/index-[^/]*\.js$/, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      headers: { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" },
      body: script(),
    }),
  );
  await openNewConversation(page, fixture.url);
  return { page, ran };
}

/** Asks for diagrams with these sources and returns the answer. */
export async function askForDiagrams(fixture: WorkspaceFixture, page: Page, ...sources: string[]): Promise<Locator> {
  const blocks = sources.map((source) => `\`\`\`mermaid\n${source}\n\`\`\``);
  fixture.workspace.models.script({ answer: [...blocks, "The end."].join("\n\n") }, "scripted-large");
  await ask(page, "Draw");
  return lastAnswer(page);
}

/**
 * Builds a frame script that answers every request. `reply` is the source of a function that takes the request's id and
 * source and returns the messages to post.
 */
export const buildFrameScript = (reply: string) => `
  addEventListener("message", ({ ports: [port] }) => {
    port.onmessage = async ({ data: { id, source } }) => {
      for (const answer of await (${reply})(id, source)) port.postMessage(answer);
    };
  });
  parent.postMessage("drawing-frame-ready", "*");
`;

export const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="100" height="50">${inside}</svg>`;
/** The source of a reply with a picture. */
export const buildDrawnMessage = (inside: string, title = "") =>
  `{ id, svg: ${JSON.stringify(svg(inside))}, title: ${JSON.stringify(title)}, description: "", isPartial: false }`;
