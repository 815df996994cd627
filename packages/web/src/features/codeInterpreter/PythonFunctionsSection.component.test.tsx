import {
  deletePythonFunction,
  getFeatureFlags,
  listPythonFunctions,
  type PythonFunction,
  registerPythonFunction,
} from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { dialogNamed, eventually } from "../../testing/screen.ts";
import { failOp, stubOp } from "../../testing/stubServer.ts";

const dialog = () => dialogNamed("Settings");
const list = () => dialog().getByRole("list", { name: "Python functions" });

/** Opens the settings of a person who has saved these functions. */
async function openSettings(...names: readonly string[]): Promise<() => string[]> {
  let stored = names.map(
    (name): PythonFunction => ({ name, code: `def ${name}(): pass`, updatedAt: "2026-12-01T09:41:00.000Z" }),
  );
  stubOp(getFeatureFlags, createFlags({ pythonFunction: true }));
  stubOp(listPythonFunctions, () => ({ functions: stored }));
  stubOp(deletePythonFunction, ({ function_name }) => {
    stored = stored.filter(({ name }) => name !== function_name);
    return {};
  });
  stubOp(registerPythonFunction, ({ function_name: name, code }) => {
    stored = [...stored, { name, code, updatedAt: "2026-12-01T09:42:00.000Z" }];
    return { name };
  });
  await renderApp();
  openDialog("settings");
  await expect.element(dialog().getByRole("heading", { name: "Python functions" })).toBeVisible();
  return () => stored.map(({ name }) => name);
}

test("the functions are listed with their code; one is deleted, which can be undone", async () => {
  const listStored = await openSettings("mean", "median");
  await list().getByText("median", { exact: true }).click();
  await expect.element(list().getByText("def median(): pass")).toBeVisible();
  await list().getByRole("button", { name: "Delete median" }).click();
  await expect.element(list().getByText("median", { exact: true })).not.toBeInTheDocument();
  expect(listStored()).toEqual(["mean"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(list().getByText("median", { exact: true })).toBeVisible();
  expect(listStored()).toEqual(["mean", "median"]);
});

test("without any, the section says how to save one; a list that cannot be loaded says so, and is loaded again", async () => {
  failOp(listPythonFunctions, "The server is busy.");
  stubOp(getFeatureFlags, createFlags({ pythonFunction: true }));
  await renderApp();
  openDialog("settings");
  await expect.element(dialog().getByText("Your functions couldn’t be loaded.")).toBeVisible();
  stubOp(listPythonFunctions, { functions: [] });
  await dialog().getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect.element(dialog().getByText("None yet. Save a function with the bookmark")).toBeVisible();
});

test("without the feature there is no section", async () => {
  stubOp(getFeatureFlags, createFlags({ pythonFunction: false }));
  await renderApp();
  openDialog("settings");
  await expect.element(dialog().getByRole("heading", { name: "Language" })).toBeVisible();
  await eventually(() => dialog().getByRole("heading", { name: "Python functions" }).elements()).toEqual([]);
});
