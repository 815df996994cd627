import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { attach, type GivenFile, included, untilAttached } from "../../support/attachControls.ts";
import { lastAnswer, openNew, untilAnswerSays, untilDone } from "../../support/chatControls.ts";
import { openStage } from "../../support/openStage.ts";
import { see, send, soon } from "../../support/screen.ts";

const stage = openStage();

async function corpusFile(name: string, mimeType: string): Promise<GivenFile> {
  const content = await readFile(new URL(`../../../bench/corpus/documents/${name}`, import.meta.url));
  return { name, mimeType, content };
}

const mark = (page: Page, number: number) =>
  lastAnswer(page)
    .getByRole("button", { name: new RegExp(`^Source ${number},`) })
    .first();

const rules = "debian-constitution.txt";

test("[C1.03] a document is attached and asked about, and the answer's mark opens it at the passage", async () => {
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  await attach(page, await corpusFile("histoire-de-debian.pdf", "application/pdf"));
  await untilAttached(page, 1);
  await send(page, "Qui a fondé le projet Debian ? [[answer: Ian Murdock [1].]]");
  await untilAnswerSays(page, "Ian Murdock [1].");
  await untilDone(page);
  await see(included(page), "histoire-de-debian.pdf");
  const name = await mark(page, 1).getAttribute("aria-label");
  expect(name).toContain("histoire-de-debian.pdf");
  expect(name).toMatch(/Pages? 1/);

  await mark(page, 1).click();
  const viewer = page.getByRole("dialog", { name: "histoire-de-debian.pdf" });
  await soon(() => viewer.locator("mark").count()).toBeGreaterThan(0);
  await see(viewer, /^Source 1 · Page/);
});

test("what was attached before is searched for the next question, in a cloud conversation too, and after a reload", async () => {
  const { page } = await stage.enter();
  await openNew(page, stage.url, "cloud");
  await attach(page, await corpusFile(rules, "text/plain"));
  await untilAttached(page, 1);
  await send(page, "Read this [[answer: I have.]]");
  await untilAnswerSays(page, "I have.");
  await untilDone(page);
  await send(page, "How is the Project Leader elected? [[answer: By the Developers [1].]]");
  await untilAnswerSays(page, "By the Developers [1].");
  await untilDone(page);
  await page.reload();
  await untilAnswerSays(page, "By the Developers [1].");
  await page
    .getByRole("button", { name: /^Sources \d+$/ })
    .last()
    .click();
  const found = page.getByRole("region", { name: "Document Search Results (RAG)" });
  // Each shows its beginning only.
  const more = found.getByRole("button", { name: "Show all" });
  await more.first().waitFor();
  while ((await more.count()) > 0) await more.first().click();
  await see(found, /elect/i);
  await mark(page, 1).click();
  const viewer = page.getByRole("dialog", { name: rules });
  await soon(() => viewer.locator("mark").count()).toBeGreaterThan(0);
});

test("without a language model the built-in guide quotes the passages that fit, and its marks open them", async () => {
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option", { name: /^Built-in guide/ }).click();
  await attach(page, await corpusFile(rules, "text/plain"));
  await untilAttached(page, 1);
  await send(page, "How is the Project Leader elected?");
  await untilDone(page);
  await soon(() => lastAnswer(page).textContent()).toContain("not a language model");
  await soon(() =>
    lastAnswer(page)
      .getByRole("button", { name: /^Source \d+,/ })
      .count(),
  ).toBeGreaterThan(0);
});
