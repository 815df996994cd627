import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { assistantTree, openAssistantMenu, showAssistants } from "../../../testing/assistantScreen.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer } from "../../../testing/screen.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { stubGroups } from "../../../testing/stubGroups.ts";
import { stubSettings } from "../../../testing/stubSettings.ts";

test("the folder of a group can only be hidden by its members, and is shown again", async () => {
  const group = { id: "Course_1", name: "Course" };
  stubGroups([{ ...group, level: "read" }]);
  stubAssistants([{ name: "Library guide", group, isPublished: true, fields: { role: "use" } }], { groups: [group] });
  const readSettings = stubSettings();
  await renderApp();
  await expect.element(composer()).toBeVisible();
  await showAssistants();
  const folder = assistantTree()
    .getByRole("row")
    .filter({ hasText: /^Course/ });
  expect(await openAssistantMenu("Course")).toEqual(["Hide"]);
  await page.getByRole("menuitem", { name: "Hide" }).click();
  await expect.element(folder).not.toBeInTheDocument();
  await expect.poll(() => readSettings()?.hiddenGroupFolderIds).toEqual(["Course_1"]);
  const showHidden = page.getByRole("button", { name: "Show hidden folders" });
  await showHidden.click();
  expect(await openAssistantMenu("Course")).toEqual(["Unhide"]);
  await page.getByRole("menuitem", { name: "Unhide" }).click();
  await expect.element(showHidden).not.toBeInTheDocument();
  await expect.element(folder).toBeVisible();
});
