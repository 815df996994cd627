import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderApp } from "../../testing/renderApp.tsx";
import { composer, dialogNamed } from "../../testing/screen.ts";

const germanSettings = () => dialogNamed("Einstellungen");

test("another language applies at once and keeps the focus and typed text; keys are named as on its keyboards", async () => {
  await renderApp();
  await composer().fill("Typed meanwhile");
  await userEvent.keyboard("{Control>},{/Control}");
  await dialogNamed("Settings").getByText("Deutsch", { exact: true }).click();
  await expect.element(germanSettings()).toBeVisible();
  expect(document.documentElement.lang).toBe("de");
  await expect.element(germanSettings().getByRole("radio", { name: "Deutsch" })).toBeChecked();
  await expect.element(germanSettings().getByRole("radio", { name: "Deutsch" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(germanSettings()).not.toBeInTheDocument();
  await expect.element(page.getByRole("textbox", { name: "Nachricht", exact: true })).toHaveValue("Typed meanwhile");
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(page.getByRole("dialog").getByText("Strg", { exact: true }).first()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await userEvent.keyboard("{Control>},{/Control}");
  await germanSettings().getByText("English", { exact: true }).click();
  await expect.element(dialogNamed("Settings")).toBeVisible();
  expect(document.documentElement.lang).toBe("en");
});
