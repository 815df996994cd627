import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { lastAnswer, openNewConversation, waitForAnswerEnd, waitForAnswerText } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrowViewport, wideViewport } from "../../support/openBrowser.ts";
import { expectEventually, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

/** Lists the elements of an answer that end with the caret, a bar of two pixels. */
const listCarets = (answer: Locator): Promise<string[]> =>
  answer.evaluate((article) =>
    [...article.querySelectorAll("*")]
      .filter((element) => {
        const { content, width } = getComputedStyle(element, "::after");
        return content === '""' && width === "2px";
      })
      .map(({ localName }) => localName),
  );

test("an answer that is being written has exactly one caret, also in nested lists, tables and code, and none at its end", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  for (const [source, element] of [
    ["One two three", "p"],
    ["- a\n  - b\n- c\n  - d\n    - e f g", "li"],
    ["- a\n  - b\n\n  c d e", "p"],
    ["- [x] a\n- [ ] b c", "div"],
    ["> a\n>\n> - b c", "li"],
    ["| a | b |\n|---|---|\n| c | d", "td"],
    ["```js\nconst a = 1;\nconst b", "code"],
    ["1. a\n\n   ```js\n   const b", "code"],
  ] as const) {
    await send(page, `Go on [[pace: 200]] [[answer: ${source}]]`);
    await expectEventually(() => lastAnswer(page).getAttribute("aria-busy")).toBe("true");
    await expectEventually(() => listCarets(lastAnswer(page)), 30_000).toEqual([element]);
    await page.getByRole("textbox", { name: "Message", exact: true }).press("Escape");
    await waitForAnswerEnd(page);
    expect(await listCarets(lastAnswer(page))).toEqual([]);
  }
});

test.each([false, true])(
  "nothing moves when an answer ends: the place of its actions is reserved (touch: %s)",
  async (hasTouch) => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn({ hasTouch, viewport: hasTouch ? narrowViewport : wideViewport });
    await openNewConversation(page, fixture.url);
    models.script({ answer: "One two three", hangAfter: 3 }, "scripted-large");
    await send(page, "Count");
    await waitForAnswerText(page, "One two three");
    const readHeight = async () => (await lastAnswer(page).boundingBox())?.height;
    const height = await readHeight();
    models.resume();
    await waitForAnswerEnd(page);
    await lastAnswer(page).getByRole("button", { name: "Copy the answer" }).waitFor();
    expect(await readHeight()).toBe(height);
  },
);
