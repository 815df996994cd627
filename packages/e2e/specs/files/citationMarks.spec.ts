import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { buildCitedPassage, createAnsweredConversation, uploadRiver } from "../../support/content/riverDocument.ts";
import { lastAnswer } from "../../support/pages/chatControls.ts";
import { expectEventually, openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();
const buttons = (page: Page) => lastAnswer(page).getByRole("button", { name: /^Source \d+,/ });

/** The boxes of the numbers, also of those that are not buttons yet, in reading order. */
const measureNumbers = (page: Page) =>
  lastAnswer(page)
    .locator("sup > *")
    .evaluateAll((elements) =>
      elements
        .filter(({ textContent }) => /^\d+$/.test(textContent))
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [x, y, width, height].map(Math.round);
        }),
    );

test("the numbers of sources stay text if their code cannot be loaded, are in place before their sources are known, and become buttons without a shift", async () => {
  const { page, api } = await fixture.openSignedIn();
  const file = await uploadRiver(api, fixture.url);
  const sources = [1, 2, 12].map((number) => buildCitedPassage(file, number, number));
  const id = await createAnsweredConversation(api, "The river carries sand [1][2], and stones [12].", {
    rag: { sources },
  });
  const citationsPattern = /createCitations[^/]*\.js/;
  await page.route(citationsPattern, (route) => route.abort());
  await openWorkspace(page, fixture.url, `#c=${id}`);
  await lastAnswer(page).getByText("The river carries sand [1][2], and stones [12].", { exact: true }).waitFor();
  await expectEventually(() => lastAnswer(page).locator("sup").count()).toBe(0);

  await page.unroute(citationsPattern);
  const { promise: release, resolve } = Promise.withResolvers<void>();
  await page.route(citationsPattern, async (route) => {
    await release;
    await route.continue();
  });
  await page.reload();
  await expectEventually(async () => (await measureNumbers(page)).length).toBe(3);
  expect(await buttons(page).count()).toBe(0);
  const before = await measureNumbers(page);
  resolve();
  await expectEventually(() => buttons(page).count()).toBe(3);
  expect(await measureNumbers(page)).toEqual(before);
});
