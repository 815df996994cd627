import { getMonthToDateCost } from "@lectern/contract";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { failOp } from "../../support/browser/interceptOp.ts";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import {
  alerts,
  chooseStorage,
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  startNewChat,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { answers, ask, expectEventually, expectVisible, questions, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";
import { openWorkspaceDatabase } from "../../support/servers/openWorkspaceDatabase.ts";
import { overrideFlags } from "../../support/servers/overrideFlags.ts";

// Each word of an answer costs a dollar, which `beforeAll` sets.
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

/** Backdates the person's usage, so that it counts in no current window. */
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

/** Checks that the header has room for the notice, which opens its details, in a narrow and in a wide window. */
async function checkNotice(page: Page): Promise<void> {
  for (const viewport of [narrowViewport, { width: 1280, height: 800 }]) {
    await page.setViewportSize(viewport);
    const getOverflow = () =>
      page.getByRole("banner").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expectEventually(getOverflow).toBe(0);
    const box = await notice(page).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? viewport.width + 1)).toBeLessThanOrEqual(viewport.width);
    await notice(page).click();
    await limitDetails(page).waitFor();
    await page.keyboard.press("Escape");
    await limitDetails(page).waitFor({ state: "detached" });
  }
}

test("[C8.47a] the header shows the cost of the month if its flag is on, and $0.00 if it cannot be fetched; a limit in money shows in the header before it is reached, fits every window and theme, and then refuses with the reason and the end of the period; the questions stay, also in the cloud and over a reload", async () => {
  const { page, userId } = await fixture.openSignedIn();
  await overrideFlags(page, { mtdCost: true });
  await openNewConversation(page, fixture.url);
  const readCost = () => page.getByRole("banner").getByLabel("Month-to-date cost").textContent();
  await ask(page, "[[tokens:39]]");
  expect(await notice(page).count()).toBe(0);
  await expectEventually(readCost).toBe("$39.00");
  const restoreOp = await failOp(page, getMonthToDateCost, "The costs are being counted.");
  await ask(page, "[[tokens:2]]");
  await expectEventually(readCost).toBe("$0.00");
  await restoreOp();
  await expectEventually(() => notice(page).textContent()).toMatch(/^\$9\.00 left\s+this month$/);
  await notice(page).click();
  await expectVisible(limitDetails(page), /^\$41\.00 of \$50\.00 used this month\. Resets (on \w+ 1 )?at \d\d:\d\d\.$/);
  await checkAxeInBothThemes(page, "the notice of the limit");
  await page.keyboard.press("Escape");
  await limitDetails(page).waitFor({ state: "detached" });
  await checkNotice(page);
  const localAddress = page.url();

  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  await chooseStorage(page, "cloud");
  await ask(page, "[[tokens:9]]");
  await expectEventually(() => notice(page).textContent()).toMatch(/^Limit reached\s*, resets/);
  await checkNotice(page);
  await send(page, "Still there?");
  await expectVisible(lastAnswer(page), /^You have used your \$50\.00 for this month\./);
  await page.reload();
  await expectVisible(lastAnswer(page), /^You have used your \$50\.00 for this month\./);
  expect(await questions(page).last().textContent()).toContain("Still there?");
  const cloudAddress = page.url();

  await page.goto(localAddress);
  await expectEventually(() => questions(page).last().textContent()).toContain("[[tokens:2]]");
  const calls = listLargeModelChats(fixture.workspace.models).length;
  await send(page, "One more? [[answer:Yes.]]");
  await expectVisible(
    lastAnswer(page),
    /^You have used your \$50\.00 for this month\. The limit resets (on \w+ 1 )?at \d\d:\d\d\.$/,
  );
  await waitForAnswerEnd(page);
  expect(await alerts(page).count()).toBe(0);
  expect(await questions(page).last().textContent()).toContain("One more?");
  expect(listLargeModelChats(fixture.workspace.models)).toHaveLength(calls);

  await backdateUsage(userId);
  await page.getByRole("button", { name: "Try again" }).click();
  await waitForAnswerText(page, "Yes.");
  await waitForAnswerEnd(page);
  expect(await answers(page).count()).toBe(3);
  await expectEventually(() => notice(page).count()).toBe(0);

  await page.goto(cloudAddress);
  await expectEventually(() => questions(page).last().textContent()).toContain("Still there?");
  await page.getByRole("button", { name: "Try again" }).click();
  await expectEventually(() => lastAnswer(page).textContent()).toContain("Scripted answer to: Still there?");
});
