import { fileTexts } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { attach, chipOf, chips, included, pngFile, shelf, untilAttached } from "../../support/attachControls.ts";
import { openNew, untilAnswerSays, untilDone } from "../../support/chatControls.ts";
import { openStage } from "../../support/openStage.ts";
import { alertSaying, composer, send, soon } from "../../support/screen.ts";

const stage = openStage({ models: ["scripted-large", "gpt-4o"] });

async function choose(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option", { name }).first().click();
}

const widthOf = (picture: ReturnType<Page["locator"]>) =>
  picture.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0));

test("a picture goes to a model that sees it, and is shown small before and after it is sent", async () => {
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  await choose(page, /4o/);
  await attach(page, pngFile("photo.png"));
  await untilAttached(page, 1);
  await soon(() => widthOf(shelf(page).locator("img"))).toBe(8);
  await send(page, "What is it? [[answer: A square.]]");
  await untilAnswerSays(page, "A square.");
  await untilDone(page);
  const asked = stage.workspace.models.chats().find(({ body }) => body?.model === "gpt-4o");
  expect(JSON.stringify(asked?.body?.messages)).toMatch(/data:image\/(png|jpeg);base64,/);
  await soon(() => widthOf(included(page).locator("img"))).toBe(8);
  await page.reload();
  await soon(() => widthOf(included(page).locator("img"))).toBe(8);
});

test("[C5.09] with a picture attached, a model that does not see it is refused at sending, and nothing is lost", async () => {
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  await choose(page, /4o/);
  await attach(page, pngFile("photo.png"));
  await untilAttached(page, 1);
  await choose(page, /scripted-large/);
  await send(page, "What is it? [[answer: Nothing.]]");
  await alertSaying(page, fileTexts.imagesNotSeen).waitFor();
  expect(await composer(page).inputValue()).toBe("What is it? [[answer: Nothing.]]");
  expect(await chips(page).count()).toBe(1);
  await chipOf(page, "photo.png").getByRole("button", { name: "Remove photo.png" }).click();
  await composer(page).press("Enter");
  await untilAnswerSays(page, "Nothing.");
});
