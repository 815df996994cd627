import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer } from "../../../testing/screen.ts";
import { stubConfig } from "../../../testing/stubServer.ts";

const starters = () => page.getByRole("list", { name: "Ways to start" });

test("the institution’s ways to start replace the examples; choosing one puts its text into the field", async () => {
  stubConfig({ starters: [{ text: "Summarize this lecture for an exam:" }, { text: "Write to my tutor about" }] });
  await renderApp();
  await expect.element(starters().getByRole("button", { name: "Write to my tutor about" })).toBeVisible();
  expect(starters().getByRole("listitem").elements()).toHaveLength(2);
  await starters().getByRole("button", { name: "Summarize this lecture for an exam:" }).click();
  await expect.element(composer()).toHaveTextContent("Summarize this lecture for an exam:");
  await expect.element(composer()).toHaveFocus();
});

test("without them there are examples", async () => {
  await renderApp();
  await expect.element(starters().getByRole("button", { name: "Explain a concept" })).toBeVisible();
  expect(starters().getByRole("listitem").elements()).toHaveLength(4);
});
