import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  adminButton,
  adminField,
  adminInterface,
  adminTab,
  answerQuestion,
  editorField,
  overviewRow,
  showAssistants,
} from "../../../testing/assistantScreen.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { stubGroups } from "../../../testing/stubGroups.ts";

const group = { id: "Logic_1", name: "Logic" };

test("after a reload, what was written for the assistants of a deleted group is offered, and deleted or saved as one's own", async () => {
  const groups = stubGroups([group]);
  const { get, remove, listNames } = stubAssistants([{ name: "Proofs", group }], { groups: [group] });
  await renderApp(`#admin=${group.id}`);
  await expect.element(overviewRow("Proofs")).toBeVisible();
  await adminButton("Create Assistant").click();
  await adminField("Description").fill("Finds fallacies.");
  await adminTab("Proofs").click();
  await expect.element(adminField("Assistant Name")).toHaveValue("Proofs");
  await adminField("Instructions").fill("By induction.");
  await expect.poll(() => JSON.stringify({ ...localStorage })).toContain("By induction.");
  groups.remove("Logic");
  remove(get("Proofs").assistantId);

  await reloadApp();
  const lost = page.getByRole("region", { name: "Unsaved drafts", exact: true });
  await expect.element(adminInterface().getByRole("button", { name: "Proofs", exact: true })).toBeVisible();
  await adminButton("Close").click();
  await showAssistants();
  await lost.getByRole("button", { name: "Untitled Assistant", exact: true }).click();
  const unnamed = page.getByRole("dialog", { name: "Untitled Assistant" });
  await expect.element(unnamed.getByText("Finds fallacies.")).toBeVisible();
  await unnamed.getByRole("button", { name: "Delete draft", exact: true }).click();
  await answerQuestion(/./, "Delete draft");
  await expect.element(lost.getByRole("button", { name: "Untitled Assistant" })).not.toBeInTheDocument();

  await lost.getByRole("button", { name: "Proofs", exact: true }).click();
  const draft = page.getByRole("dialog", { name: "Proofs", exact: true });
  await expect.element(draft.getByText("By induction.")).toBeVisible();
  await draft.getByRole("button", { name: "Save as your own assistant", exact: true }).click();
  await expect.element(editorField("Instructions")).toHaveValue("By induction.");
  await expect.element(lost).not.toBeInTheDocument();
  expect(listNames()).toEqual(["Proofs"]);
  expect(get("Proofs")).toMatchObject({ group: null, instructions: "By induction." });
});
