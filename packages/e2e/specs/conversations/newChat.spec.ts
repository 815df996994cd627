import { expect, test } from "vitest";
import { openStage } from "../../support/openStage.ts";
import { ask, composer, names, openWorkspace, panelOf, questions, rowOf, see, soon } from "../../support/screen.ts";

const stage = openStage();

const isNew = "Start a new conversation.";

test("what is searched for stays while one after the other of what was found is opened", async () => {
  const { page } = await stage.enter();
  await openWorkspace(page, stage.url);
  await ask(page, "Entropy of a gas");
  await page.getByRole("button", { name: "New chat" }).click();
  await see(page, isNew);
  await ask(page, "Enthalpy of a gas");
  await soon(() => names(page)).toHaveLength(2);
  const [, older = ""] = await names(page);
  // Nothing of what was opened before is known after this.
  await openWorkspace(page, stage.url);
  const search = panelOf(page).getByRole("searchbox", { name: "Search conversations" });
  await search.fill(older.slice(0, 4));
  await rowOf(page, older).click();
  await questions(page).first().waitFor();
  expect(await search.inputValue()).toBe(older.slice(0, 4));
  expect(await page.evaluate(() => document.activeElement?.getAttribute("data-row"))).not.toBe("");
});

test("a new chat of another tab stays empty when this one sends, and keeps what was typed there", async () => {
  const { context, page } = await stage.enter();
  await openWorkspace(page, stage.url);
  const other = await context.newPage();
  await openWorkspace(other, stage.url);
  await composer(other).fill("Not sent yet");
  await ask(page, "Sent from the first tab");
  await soon(() => names(other)).toHaveLength(1);
  await see(other, isNew);
  await composer(other).waitFor();
  expect(await composer(other).inputValue()).toBe("Not sent yet");
  expect(await questions(other).count()).toBe(0);
  await other.reload();
  await soon(() => composer(other).inputValue()).toBe("Not sent yet");
  await ask(other, "Sent from the second tab");
  await soon(() => names(page)).toHaveLength(2);
  await see(page.getByRole("log"), "Sent from the first tab");
  expect(await questions(page).count()).toBe(1);
});

test("where new conversations are kept is remembered over a reload", async () => {
  const { page } = await stage.enter();
  await openWorkspace(page, stage.url);
  const region = page.getByRole("region", { name: "New conversation" });
  await region.getByRole("button", { name: /^Private/ }).click();
  await region.getByRole("button", { name: /^Cloud/ }).waitFor();
  await ask(page, "The first that goes to the cloud");
  // Its draft is used up: the next one is made while the page does not know yet what the person may use.
  await page.route("**/api/requestOp", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await openWorkspace(page, stage.url);
  await region.getByRole("button", { name: /^Cloud/ }).waitFor();
  await composer(page).fill("kept as it was typed");
  expect(await region.getByRole("button", { name: /^Private/ }).count()).toBe(0);
});
