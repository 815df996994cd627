import { test } from "vitest";
import { keepLocal, localConversation } from "../../support/browserStorage.ts";
import { openStage } from "../../support/openStage.ts";
import { listOf, openWorkspace } from "../../support/screen.ts";
const stage = openStage();
test("10,000", async () => {
  const { page, userId } = await stage.enter();
  await openWorkspace(page, stage.url);
  const filler = "Thermodynamics of herons and other wading birds, at length. ".repeat(100);
  for (let part = 0; part < 20; part += 1)
    await keepLocal(page, userId, Array.from({ length: 500 }, (_, i) => {
      const c = localConversation(`c${part}-${i}`, `Number ${part}-${i}`);
      return { ...c, messages: c.messages.map((m) => ({ ...m, content: filler + m.content })) };
    }));
  await page.reload();
  await page.waitForTimeout(2000);
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((e) => Math.round(e.duration)))).observe({ type: "longtask" });
  });
  const search = page.getByRole("searchbox", { name: "Search conversations" });
  const start = Date.now();
  await search.fill("answer of number 0-499 zzz");
  await page.waitForTimeout(350);
  await page.getByText(/No message has/).waitFor();
  console.log("all looked at, nothing found, ms", Date.now() - start, JSON.stringify(await page.evaluate(() => (globalThis as never as { tasks: number[] }).tasks.splice(0))));
  const again = Date.now();
  await search.fill("answer of number 0-499");
  await listOf(page).getByRole("button", { name: /^Number 0-499 ?.*Answer of Number/ }).waitFor();
  console.log("hit ms", Date.now() - again, JSON.stringify(await page.evaluate(() => (globalThis as never as { tasks: number[] }).tasks.splice(0))));
  const many = Date.now();
  await search.fill("herons");
  await listOf(page).getByRole("button", { name: /herons/ }).first().waitFor();
  console.log("first of many ms", Date.now() - many);
  await page.waitForTimeout(4000);
  console.log("many", JSON.stringify(await page.evaluate(() => (globalThis as never as { tasks: number[] }).tasks.splice(0))));
}, 120_000);
