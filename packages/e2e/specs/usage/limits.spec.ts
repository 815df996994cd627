import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import {
  largeModelChats,
  lastAnswer,
  openNewConversation,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrow } from "../../support/openBrowser.ts";
import { openWorkspaceDatabase } from "../../support/openWorkspaceDatabase.ts";
import {
  alertWithText,
  answers,
  ask,
  composer,
  expectEventually,
  expectVisible,
  questions,
  send,
} from "../../support/screen.ts";

// Each word of an answer costs a dollar.
const fixture = createWorkspaceFixture({ kind: "postgres", environment: { LIMIT_MONTHLY: "50" } });

beforeAll(async () => {
  const { db, close } = await openWorkspaceDatabase(fixture.workspace);
  await db
    .updateTable("models")
    .set({ input_token_cost: "0", output_token_cost: "1000" })
    .where("upstream_id", "=", "scripted-large")
    .execute();
  await close();
});

/** Backdates all spending, as if months had passed. */
async function backdateUsage(userId: string): Promise<void> {
  const { db, close } = await openWorkspaceDatabase(fixture.workspace);
  await db
    .updateTable("usage")
    .set({ opened_at: new Date(0) })
    .where("user_id", "=", userId)
    .execute();
  await close();
}

const notice = (page: Page) => page.getByRole("banner").getByRole("button", { name: /left this month|^Limit reached/ });

/** The dialog has the same name as the notice that opens it. */
const limitDetails = (page: Page) => page.getByRole("dialog", { name: /left this month|^Limit reached/ });

async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`));
}

describe("a limit in money", () => {
  test("shows in the header before it is reached, and then refuses with the reason and the end of the period", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url);
    await ask(page, "[[tokens:39]]");
    expect(await notice(page).count()).toBe(0);
    await ask(page, "[[tokens:2]]");
    await expectEventually(() => notice(page).textContent()).toMatch(/^\$9\.00 left\s+this month$/);
    await notice(page).click();
    const details = limitDetails(page);
    await expectVisible(details, /^\$41\.00 of \$50\.00 used this month\. Resets (on \w+ 1 )?at \d\d:\d\d\.$/);
    await page.keyboard.press("Escape");
    await details.waitFor({ state: "detached" });
    await ask(page, "[[tokens:9]]");
    await expectEventually(() => notice(page).textContent()).toMatch(/^Limit reached\s*, resets/);

    const calls = largeModelChats(fixture.workspace.models).length;
    await send(page, "One more? [[answer:Yes.]]");
    await alertWithText(page, "Too Many Requests").waitFor();
    await expectVisible(lastAnswer(page), "Error communicating with the server. Please try again in a minute.");
    await expectVisible(
      lastAnswer(page),
      /^You have used your \$50\.00 for this month\. The limit resets (on \w+ 1 )?at \d\d:\d\d\.$/,
    );
    await waitForAnswerEnd(page);
    expect(await questions(page).last().textContent()).toContain("One more?");
    expect(largeModelChats(fixture.workspace.models)).toHaveLength(calls);

    await backdateUsage(userId);
    await page.getByRole("button", { name: "Try again" }).click();
    await waitForAnswerText(page, "Yes.");
    await waitForAnswerEnd(page);
    expect(await answers(page).count()).toBe(4);
    await expectEventually(() => notice(page).count()).toBe(0);
  });

  test("leaves the question in a cloud conversation too, over a reload", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, "cloud");
    await ask(page, "[[tokens:50]]");
    await send(page, "Still there?");
    await expectVisible(lastAnswer(page), /^You have used your \$50\.00 for this month\./);
    await page.reload();
    await expectVisible(lastAnswer(page), /^You have used your \$50\.00 for this month\./);
    expect(await questions(page).last().textContent()).toContain("Still there?");
    await backdateUsage(userId);
    await page.getByRole("button", { name: "Try again" }).click();
    await expectEventually(() => lastAnswer(page).textContent()).toContain("Scripted answer to: Still there?");
  });

  test.each([
    { theme: "dark", viewport: narrow },
    { theme: "light", viewport: narrow },
    { theme: "dark", viewport: { width: 1280, height: 800 } },
    { theme: "light", viewport: { width: 1280, height: 800 } },
  ] as const)(
    "its notice fits $viewport.width px in the $theme theme, and axe finds no serious violation",
    async (look) => {
      const { page } = await fixture.openSignedIn({ viewport: look.viewport });
      await page.addInitScript((chosen) => {
        if (location.protocol.startsWith("http")) localStorage.setItem("mantine-color-scheme-value", chosen);
      }, look.theme);
      await openNewConversation(page, fixture.url);
      for (const tokens of [45, 5]) {
        await ask(page, `[[tokens:${tokens}]]`);
        await expectEventually(() => notice(page).textContent()).toContain(
          tokens === 45 ? "$5.00 left" : "Limit reached",
        );
        const head = await page
          .getByRole("banner")
          .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        expect(head).toBe(0);
        const box = await notice(page).boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(look.viewport.width);
        await notice(page).click();
        await limitDetails(page).waitFor();
        // During the transition its colours are blended.
        await expectEventually(() => limitDetails(page).evaluate((shown) => getComputedStyle(shown).opacity)).toBe("1");
        expect(await seriousFindings(page)).toEqual([]);
        await page.keyboard.press("Escape");
      }
      await composer(page).focus();
    },
  );
});
