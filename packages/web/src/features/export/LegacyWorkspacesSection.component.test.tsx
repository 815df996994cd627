import { type LegacyWorkspace, listLegacyWorkspaces, loadLegacyWorkspace, loadShare } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { formatDay } from "../../entities/files/formatDay.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { queryClient } from "../../lib/queryClient.ts";
import { readLocalConversations } from "../../testing/chatList.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { composer, dialogNamed, eventually } from "../../testing/screen.ts";
import { selectChoice } from "../../testing/selectField.ts";
import { failOp, listInputs, stubOp } from "../../testing/stubServer.ts";

const settings = () => dialogNamed("Settings");
const tab = () => settings().getByRole("tab", { name: "Legacy Workspaces" });
const importDialog = () => dialogNamed("Import a workspace");
const file = {
  version: 3,
  history: [{ id: "lenses", name: "Lenses", messages: [{ role: "user", content: "Hi" }] }],
  folders: [],
  prompts: [],
};
const workspaces: LegacyWorkspace[] = [
  { key: "new", note: "From the seminar", sharedAt: "2024-06-01T08:00:00.000Z" },
  { key: "old", note: "Before the exam", sharedAt: "2024-05-01T08:00:00.000Z", name: "Optics" },
];

async function openSettings(): Promise<void> {
  await queryClient.invalidateQueries();
  await renderApp();
  await expect.element(composer()).toBeVisible();
  await userEvent.keyboard("{Control>},{/Control}");
  await expect.element(settings()).toBeVisible();
}

test("[A2.32] [A2.66] who has workspaces of an earlier product chooses one in the settings and imports its items, in a dialog like that of shared items", async () => {
  stubOp(listLegacyWorkspaces, { items: workspaces });
  stubOp(loadLegacyWorkspace, { item: JSON.stringify(file) });
  await openSettings();
  await tab().click();
  await selectChoice(settings(), "Workspace", `Optics · ${formatDay("2024-05-01T08:00:00.000Z")}`);
  await settings().getByRole("button", { name: "Import Items" }).click();
  await expect.element(importDialog().getByText("Optics", { exact: true })).toBeVisible();
  await expect.element(importDialog().getByText("Before the exam")).toBeVisible();
  await expect.element(importDialog().getByText("1 chat.")).toBeVisible();
  await importDialog().getByRole("button", { name: "Import", exact: true }).click();
  await expect.element(importDialog().getByText("Imported 1 chat.")).toBeVisible();
  expect(listInputs(loadLegacyWorkspace)).toEqual([{ key: "old" }]);
  expect((await readLocalConversations()).map(({ name }) => name)).toContain("Lenses");

  stubOp(loadShare, { item: JSON.stringify(file) });
  const share = {
    key: crypto.randomUUID(),
    sharedBy: "ada@example.org",
    senderName: "Ada",
    sharedAt: "2024-06-01T08:00:00.000Z",
  };
  const counts = { conversations: 1, prompts: 0, folders: 0 };
  const times = { names: [], fileCount: 0, expiresAt: "2027-05-20T09:30:00.000Z", openedAt: null, importedAt: null };
  openDialog("receivedShare", { share: { ...share, note: "For you", counts, ...times } });
  await expect.element(dialogNamed("Import shared items").getByText("1 chat.")).toBeVisible();
});

test("without workspaces the settings have no tab for them", async () => {
  await openSettings();
  await expect.element(settings().getByRole("tab", { name: "General" })).toBeVisible();
  await eventually(() => listInputs(listLegacyWorkspaces)).toHaveLength(1);
  await expect.element(tab()).not.toBeInTheDocument();
});

test("[A8.25] a workspace that is gone cannot be found", async () => {
  stubOp(listLegacyWorkspaces, { items: workspaces });
  failOp(loadLegacyWorkspace, "Not found.", { status: 404, code: "notFound" });
  await openSettings();
  await tab().click();
  await settings().getByRole("button", { name: "Import Items" }).click();
  await expect
    .element(page.getByRole("alert").getByText("Unable to find item. It may have been removed."))
    .toBeVisible();
});
