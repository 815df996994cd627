import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  attach,
  type FileToAttach,
  includedDocuments,
  waitForAttachments,
} from "../../support/pages/attachControls.ts";
import {
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  startNewChat,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { documentViewer } from "../../support/pages/documentViewer.ts";
import { ask, expectEventually, expectVisible, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

async function readCorpusFile(name: string, mimeType: string): Promise<FileToAttach> {
  const content = await readFile(new URL(`../../../bench/corpus/documents/${name}`, import.meta.url));
  return { name, mimeType, content };
}

const citation = (page: Page, number: number) =>
  lastAnswer(page)
    .getByRole("button", { name: new RegExp(`^Source ${number},`) })
    .first();

/** The messages of the last request to the model, with white space collapsed. */
const readLastInput = () =>
  (listLargeModelChats(fixture.workspace.models).at(-1)?.body?.messages ?? [])
    .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)))
    .join("\n")
    .replace(/\s+/g, " ");

const rulesFileName = "debian-constitution.txt";
/** Its last sentence, which no question is about. */
const rulesEnd = "It may be used only to aid interpretation in cases of doubt.";

test("[C1.03] a document is attached and asked about, and the answer's citation opens it at the passage; without a language model the built-in guide quotes it", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const history = await readCorpusFile("histoire-de-debian.pdf", "application/pdf");
  await attach(page, history);
  await waitForAttachments(page, 1);
  await send(page, "Qui a fondé le projet Debian ? [[answer: Ian Murdock [1].]]");
  await waitForAnswerText(page, "Ian Murdock [1].");
  await waitForAnswerEnd(page);
  await expectVisible(includedDocuments(page), "histoire-de-debian.pdf");
  expect(readLastInput()).toContain("Debian a été créée en août 1993 par Ian Murdock");
  const name = await citation(page, 1).getAttribute("aria-label");
  expect(name).toContain("histoire-de-debian.pdf");
  expect(name).toMatch(/Pages? 1/);

  await citation(page, 1).click();
  const viewer = documentViewer(page, "histoire-de-debian.pdf");
  await expectEventually(() => viewer.locator("mark").count()).toBeGreaterThan(0);
  await expectVisible(viewer, /^Source 1 · Page/);
  await page.keyboard.press("Escape");
  await viewer.waitFor({ state: "detached" });

  await startNewChat(page);
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option", { name: /^Built-in guide/ }).click();
  await attach(page, history);
  await waitForAttachments(page, 1);
  await ask(page, "Qui a fondé le projet Debian ?");
  await expectEventually(() => lastAnswer(page).textContent()).toContain("not a language model");
  await expectEventually(() => citation(page, 1).count()).toBe(1);
});

test("[C1.03] earlier attachments are searched for the next question, also in a cloud conversation and after a reload", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await attach(page, await readCorpusFile(rulesFileName, "text/plain"));
  await waitForAttachments(page, 1);
  await send(page, "Read this [[answer: I have.]]");
  await waitForAnswerText(page, "I have.");
  await waitForAnswerEnd(page);
  expect(readLastInput()).toContain(rulesEnd);
  await send(page, "How is the Project Leader elected? [[answer: By the Developers [1].]]");
  await waitForAnswerText(page, "By the Developers [1].");
  await waitForAnswerEnd(page);
  expect(readLastInput()).toContain("Project Leader is elected by the Developers");
  expect(readLastInput()).not.toContain(rulesEnd);
  await page.reload();
  await waitForAnswerText(page, "By the Developers [1].");
  await page
    .getByRole("button", { name: /^\d+ sources?$/ })
    .last()
    .click();
  const resultsRegion = page.getByRole("region", { name: "Document Search Results (RAG)" });
  // Each passage shows only its beginning.
  const showMoreButton = resultsRegion.getByRole("button", { name: "Show more" });
  await showMoreButton.first().waitFor();
  while ((await showMoreButton.count()) > 0) await showMoreButton.first().click();
  await expectVisible(resultsRegion, /elect/i);
  await citation(page, 1).click();
  const viewer = documentViewer(page, rulesFileName);
  await expectEventually(() => viewer.locator("mark").count()).toBeGreaterThan(0);
});
