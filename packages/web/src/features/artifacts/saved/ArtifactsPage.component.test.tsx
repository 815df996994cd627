import { deleteArtifact, getAllArtifacts, getArtifact, toArtifactVersion } from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  artifactPanel,
  artifactTool,
  createSaved,
  createVersion,
  storeArtifacts,
  stubArtifacts,
} from "../../../testing/artifacts.ts";
import { alertWithText } from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer, dialogNamed, eventually } from "../../../testing/screen.ts";
import { failOp, listInputs, stubOp } from "../../../testing/stubServer.ts";

const own = createSaved();
const received = createSaved({
  key: "bo/x/Plan:v1",
  name: "Plan",
  description: "Of a garden",
  sharedBy: "bo@example.org",
});
const list = () => page.getByRole("list", { name: "Saved artifacts" });

function stubContent(): void {
  stubOp(getArtifact, toArtifactVersion(createVersion()));
}

test("the page lists saved artifacts with who shared them, and searches them [C3.10]", async () => {
  stubArtifacts([own, received]);
  await renderApp("#page=artifacts");
  await expect.element(list().getByRole("button", { name: "Greeting Says hello Nov 29, 2026" })).toBeVisible();
  await expect.element(list().getByText("Nov 29, 2026 · shared by bo@example.org", { exact: true })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search artifacts" }).fill("garden");
  await expect.element(list().getByText("Greeting", { exact: true })).not.toBeInTheDocument();
  await expect.element(list().getByText("Plan", { exact: true })).toBeVisible();
});

test("a saved artifact is deleted after a confirmation that warns, and the list is read again 300 ms later [C5.42] [C8.28] [C8.30]", async () => {
  stubArtifacts([own]);
  await renderApp("#page=artifacts");
  await list().getByRole("button", { name: "Delete Greeting" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete artifact" });
  await expect.element(question.getByText("Delete “Greeting”? This cannot be undone.", { exact: true })).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(listInputs(deleteArtifact)).toEqual([]);
  failOp(deleteArtifact, "No.");
  await list().getByRole("button", { name: "Delete Greeting" }).click();
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect
    .element(alertWithText("Unable to delete the artifact at this time. Please try again later."))
    .toBeVisible();
  stubOp(deleteArtifact, {});
  const readsBefore = listInputs(getAllArtifacts).length;
  await list().getByRole("button", { name: "Delete Greeting" }).click();
  stubOp(getAllArtifacts, []);
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.element(page.getByText("Artifact successfully deleted", { exact: true })).toBeVisible();
  await eventually(() => listInputs(getAllArtifacts).length).toBe(readsBefore + 1);
  await expect.element(list()).not.toBeInTheDocument();
});

test("a saved artifact opens beside the list, or says why it does not [C8.26] [C8.27]", async () => {
  stubArtifacts([own, received]);
  stubContent();
  await renderApp("#page=artifacts");
  await list().getByText("Greeting", { exact: true }).click();
  await expect.element(artifactPanel().getByText("Version 1 · Nov 29, 2026")).toBeVisible();
  failOp(getArtifact, "No.", { status: 500 });
  await list().getByText("Plan", { exact: true }).click();
  await expect
    .element(artifactPanel().getByText("Unable to retrieve the artifact at this time. Please try again later."))
    .toBeVisible();
  failOp(getArtifact, "Artifact not found.", { status: 404, code: "notFound" });
  await artifactPanel().getByRole("button", { name: "Try again" }).click();
  await expect.element(artifactPanel().getByText("Artifact not found.", { exact: true })).toBeVisible();
});

test("a saved artifact opens in a new chat, of which it is a part", async () => {
  stubArtifacts([own]);
  stubContent();
  await renderApp("#page=artifacts");
  await list().getByRole("button", { name: "Open Greeting in a new chat" }).click();
  await expect.element(composer()).toBeVisible();
  await expect.element(artifactPanel().getByText("Version 1 · Nov 29, 2026")).toBeVisible();
  await expect.element(artifactTool("Edit")).toBeVisible();
});

test("the picker in the header lists the artifacts of the chat and the saved ones, and adds a saved one to the chat [C2.04]", async () => {
  stubArtifacts([received]);
  stubContent();
  await storeArtifacts({ versions: [createVersion()] });
  await renderApp("#c=stored");
  await page.getByRole("banner").getByRole("button", { name: "Artifacts", exact: true }).click();
  const menu = page.getByRole("listbox", { name: "Artifacts" });
  await expect.element(menu.getByRole("option", { name: "Greeting Version 1" })).toBeVisible();
  expect(getComputedStyle(menu.element()).maxHeight).toBe("200px");
  await menu.getByRole("option", { name: /^Plan/ }).click();
  await expect.element(artifactPanel().getByText("Version 1 · Nov 29, 2026")).toBeVisible();
  await expect
    .element(page.getByRole("list", { name: "Artifacts of this answer" }).getByRole("listitem"))
    .toHaveLength(2);
  await page.getByRole("banner").getByRole("button", { name: "Artifacts", exact: true }).click();
  await page.getByRole("button", { name: "All saved artifacts" }).click();
  await expect.element(page.getByRole("heading", { name: "Saved artifacts" })).toBeVisible();
  expect(dialogNamed("Send Artifact").elements()).toHaveLength(0);
});

test("without the flag there is neither picker nor button [C2.04]", async () => {
  await storeArtifacts({ versions: [createVersion()] });
  await renderApp("#c=stored");
  await expect.element(page.getByRole("button", { name: "Share this chat" })).toBeVisible();
  expect(page.getByRole("button", { name: "Artifacts", exact: true }).elements()).toHaveLength(0);
  expect(page.getByRole("list", { name: "Artifacts of this answer" }).elements()).toHaveLength(0);
});
