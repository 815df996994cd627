import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { openStage } from "../../support/openStage.ts";
import { ask, listOf, openWorkspace, see } from "../../support/screen.ts";
import { untilAnswerSays, untilDone } from "../../support/chatControls.ts";

const stage = openStage();
const assets = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType("resource").map((e: any) => `${Math.round(e.startTime)}-${Math.round(e.responseEnd)} ${e.encodedBodySize} ${e.initiatorType} ${e.name.replace(/^https?:..[^/]+/, "")}`),
  );

test("first load", async () => {
  const { page } = await stage.enter();
  await page.goto(stage.url);
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  await page.waitForLoadState("networkidle");
  console.log("FIRST\n" + (await assets(page)).join("\n"));
  const before = (await assets(page)).length;
  await page.mouse.move(400, 300);
  await page.waitForTimeout(700);
  console.log("MOVED\n" + (await assets(page)).slice(before).join("\n"));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("button", { name: "Advanced settings" }).click();
  await page.waitForTimeout(900);
  await page.screenshot({ path: "/tmp/h/adv.png" });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.waitForTimeout(300);
  await page.screenshot({ path: "/tmp/h/adv390.png" });
  await page.getByRole("button", { name: "Advanced settings" }).click();
  await page.waitForTimeout(400);
  await page.screenshot({ path: "/tmp/h/closed390.png" });
  await page.setViewportSize({ width: 1280, height: 900 });
  await ask(page, "Say something short");
  await untilDone(page);
  await page.waitForTimeout(500);
  const n = (await assets(page)).length;
  await page.getByRole("button", { name: "Chat settings" }).hover();
  await page.getByRole("button", { name: "Chat settings" }).click();
  await page.waitForTimeout(400);
  await page.screenshot({ path: "/tmp/h/header.png" });
  await page.keyboard.press("Escape");
  const answer = page.getByRole("log").getByRole("article").last();
  await answer.hover();
  const more = page.getByRole("button", { name: /More actions for the answer/ });
  await more.hover();
  const t0 = Date.now();
  await more.click();
  await page.getByRole("menu").waitFor();
  console.log("message menu ms", Date.now() - t0, (await assets(page)).slice(n).join("\n"));
  await page.keyboard.press("Escape");
  const hash = await page.evaluate(() => location.href);
  await page.reload();
  await page.getByRole("log").getByRole("article").first().waitFor();
  console.log("OPENED " + hash + "\n" + (await assets(page)).join("\n"));
});

test("offline after a while", async () => {
  const { page, context } = (await stage.enter()) as any;
  await openWorkspace(page, stage.url);
  await ask(page, "Kept here");
  await untilDone(page);
  await page.goto("about:blank");
  await page.goto(stage.url);
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  await page.waitForTimeout(6000);
  await page.context().setOffline(true);
  await page.getByRole("treeitem").last().click();
  await page.getByRole("log").waitFor();
  expect(await page.getByRole("log").getByRole("article").count()).toBeGreaterThan(1);
  await page.context().setOffline(false);
});
