import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../../server/src/testing/modelServer/startModelServer.ts";
import { getPreparedDataFolder } from "../../../server/src/testing/testDatabase.ts";
import { openPages } from "../../support/browser/openPages.ts";
import { lastAnswer, startNewChat, waitForAnswerText } from "../../support/pages/chatControls.ts";
import { ask, composer, expectEventually, expectVisible } from "../../support/pages/screen.ts";
import { type RunningLectern, startLectern } from "../../support/servers/startLectern.ts";

const key = "the-key-of-the-model-server";
let lectern: RunningLectern;
let models: ModelServer;
const pages = openPages(() => lectern.url);
beforeAll(async () => {
  models = await startModelServer({ key });
  // The server discovers no models at its start, because nothing answers at this URL.
  lectern = await startLectern(
    { OPENAI_COMPATIBLE_URL: "http://127.0.0.1:9/v1" },
    { template: await getPreparedDataFolder() },
  );
});
afterAll(async () => {
  await lectern?.close();
  await models?.close();
});
afterEach(() => models.reset());

const guideHint = "The built-in guide answers until an administrator connects a language model.";

/** Signs in a new person through the sign-in page. */
async function signIn(email: string): Promise<Page> {
  const { page } = await pages.openSignedOut();
  await page.goto(lectern.url);
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Sign in" }).click();
  await composer(page).waitFor();
  return page;
}

test("only the first person to sign in is an administrator, who connects a model and uses it; the page tells everybody else who can", async () => {
  const page = await signIn("first@example.org");
  await page.getByRole("button", { name: "Connect a model" }).waitFor();
  const otherPage = await signIn("second@example.org");
  await expectVisible(otherPage, guideHint);
  expect(await otherPage.getByRole("button", { name: "Connect a model" }).count()).toBe(0);
  await ask(otherPage, "What can you do?");
  await expectEventually(() => lastAnswer(otherPage).textContent()).toContain("not a language model");

  await page.getByRole("button", { name: "Connect a model" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect a model" });
  const urlField = dialog.getByRole("textbox", { name: "Address" });
  const keyField = dialog.getByRole("textbox", { name: "Key" });
  const test = dialog.getByRole("button", { name: "Test" });
  await urlField.fill("no address");
  await test.click();
  await expectVisible(dialog, "The address must begin with http:// or https://.");
  await urlField.fill(models.url);
  await keyField.fill("another-key");
  await test.click();
  await expectVisible(dialog, `The server at ${models.url} rejected the key.`);
  await keyField.fill(key);
  await test.click();
  await dialog.getByRole("group", { name: /^2 models found/ }).waitFor();
  await dialog.getByRole("checkbox", { name: "scripted-small" }).uncheck();
  await expectVisible(dialog, "1 selected");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await expectVisible(page.getByRole("status"), "scripted-large is connected.");
  await expectEventually(() => page.getByRole("combobox", { name: "Model" }).inputValue()).toBe("scripted-large");
  expect(await page.getByRole("button", { name: "Connect a model" }).count()).toBe(0);
  expect(await page.content()).not.toContain(key);

  await ask(page, "Are you there? [[answer: I am here.]]");
  await waitForAnswerText(page, "I am here.");
  expect(models.chats().at(-1)?.headers.authorization).toBe(`Bearer ${key}`);

  await otherPage.reload();
  await startNewChat(otherPage);
  await expectEventually(() => otherPage.getByRole("combobox", { name: "Model" }).count()).toBe(1);
  await expectVisible(otherPage, "Start a new conversation.");
  expect(await otherPage.getByText(guideHint).count()).toBe(0);
});
