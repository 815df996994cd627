import { getAvailableModels } from "@lectern/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { createModel, createModels } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { banner, boxOf, composer } from "../../../testing/screen.ts";
import { stubConfig, stubOp } from "../../../testing/stubServer.ts";

const tools = () => page.getByRole("region", { name: "New chat" });
const modelField = () => tools().getByRole("combobox", { name: "Model" });
const _settingsButton = () => tools().getByRole("button", { name: "Advanced settings" });
const _starter = (name: string) => tools().getByRole("list", { name: "Ways to start" }).getByRole("button", { name });
const storageQuestion = () => page.getByRole("group", { name: "Where should your chats be stored?" });
const _fieldTop = () => boxOf(composer()).top;
const starters = () => tools().getByRole("list", { name: "Ways to start" });
const phone = { width: 390, height: 844 };

test("on a phone, everything before the first message is as wide as the field, also with a long name of a model, which is shown whole; the storage is named in the header", async () => {
  await page.viewport(phone.width, phone.height);
  const longName = "llama-3.3-70b-instruct-awq";
  const veryLongName = "an-open-model-of-a-long-name-3.3-70b-instruct-awq";
  const models = ["scripted-large", longName, veryLongName].map((name) =>
    createModel({ id: `local/${name}`, name, isDefault: name === "scripted-large" }),
  );
  stubOp(getAvailableModels, createModels(models));
  stubConfig({ defaultStorage: null });
  await renderApp();
  await expect.element(storageQuestion()).toBeVisible();
  const choose = async (name: string) => {
    await modelField().click();
    await page.getByRole("option", { name }).click();
    await expect.element(modelField()).toHaveValue(name);
  };
  const readSides = (locator: Locator) => [boxOf(locator).left, boxOf(locator).right];
  await choose(veryLongName);
  const fieldSides = readSides(page.getByRole("form", { name: "Message" }));
  expect(readSides(tools())).toEqual(fieldSides);
  expect(readSides(storageQuestion().getByRole("button", { name: /^Cloud/ }))).toEqual(fieldSides);
  expect(document.documentElement.scrollWidth).toBe(phone.width);
  await choose(longName);
  const field = modelField().element();
  expect(field.scrollWidth - field.clientWidth).toBe(0);
  await storageQuestion()
    .getByRole("button", { name: /^This browser/ })
    .click();
  await expect.element(banner().getByText("This browser", { exact: true })).toBeVisible();
});

test("on a phone, the question where chats are stored stays until the first message is sent, also with a text or documents in the field, which take the place of the ways to start", async () => {
  await page.viewport(phone.width, phone.height);
  stubConfig({ defaultStorage: null });
  await renderApp();
  await expect.element(storageQuestion()).toBeVisible();
  await expect.element(starters()).toBeVisible();
  await composer().fill("When is high tide?");
  await expect.element(starters()).not.toBeInTheDocument();
  await expect.element(storageQuestion()).toBeVisible();
  await storageQuestion()
    .getByRole("button", { name: /^This browser/ })
    .click();
  await expect.element(banner().getByText("This browser", { exact: true })).toBeVisible();
  await expect.element(composer()).toHaveValue("When is high tide?");
  await expect.element(storageQuestion()).not.toBeInTheDocument();
  await expect.element(starters()).not.toBeInTheDocument();
});
