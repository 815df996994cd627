import { getFeatureFlags } from "@lectern/contract";
import { expect, test } from "vitest";
import { holdOp } from "../../support/interceptOp.ts";
import { openStage } from "../../support/openStage.ts";
import { ask, composer, listOf, names, openWorkspace, panelOf, questions, see, soon } from "../../support/screen.ts";

const stage = openStage();

const isNew = "Start a new conversation.";

test("what is searched for stays while one after the other of what was found is opened", async () => {
  const { page } = await stage.enter();
  await openWorkspace(page, stage.url);
  await ask(page, "Entropy of a gas");
  await page.getByRole("button", { name: "New chat" }).click();
  await see(page, isNew);
  await ask(page, "Enthalpy of a gas");
  await soon(() => names(page)).toEqual(["A scripted title", "A scripted title"]);
  // Nothing of what was opened before is known after this.
  await openWorkspace(page, stage.url);
  const search = panelOf(page).getByRole("searchbox", { name: "Search conversations" });
  const found = listOf(page).locator("[data-row]");
  await search.fill("titl");
  await found.nth(1).click();
  await see(page.getByRole("log"), "Entropy of a gas");
  await found.nth(0).click();
  await see(page.getByRole("log"), "Enthalpy of a gas");
  expect(await search.inputValue()).toBe("titl");
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
  // Its draft is used up: the next one is asked for while the page does not know yet what the person may use.
  const flags = await holdOp(page, getFeatureFlags);
  await page.goto(stage.url);
  await flags.held;
  await soon(() => names(page)).toHaveLength(1);
  expect(await region.count()).toBe(0);
  flags.release();
  await region.getByRole("button", { name: /^Cloud/ }).waitFor();
});
