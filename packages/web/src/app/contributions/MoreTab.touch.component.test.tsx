import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { stubArtifacts } from "../../testing/artifacts.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { accountButton, dialogNamed, sidePanel } from "../../testing/screen.ts";

test("on a touch device, shortcuts of a keyboard and dropping files are not offered", async () => {
  await renderApp();
  await page.getByRole("tab", { name: "More" }).click();
  await expect.element(sidePanel().getByRole("button", { name: "Your files" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Keyboard shortcuts" })).not.toBeInTheDocument();
  await sidePanel()
    .getByRole("button", { name: /^Import/ })
    .click();
  await expect.element(dialogNamed("Import").getByText("Choose a file from this device.")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialogNamed("Import")).not.toBeInTheDocument();
  await accountButton().click();
  await expect.element(page.getByRole("menuitem", { name: "Settings" })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "Keyboard shortcuts" })).not.toBeInTheDocument();
});

test("the tab leads to the saved artifacts, if the person has them", async () => {
  stubArtifacts();
  await renderApp();
  await page.getByRole("tab", { name: "More" }).click();
  await sidePanel().getByRole("button", { name: "Saved artifacts" }).click();
  await expect.element(page.getByRole("heading", { name: "Saved artifacts" })).toBeVisible();
});
