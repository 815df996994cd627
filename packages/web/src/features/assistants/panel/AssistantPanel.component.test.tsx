import { getFeatureFlags } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  adminButton,
  adminInterface,
  assistantTree,
  openAssistantMenu,
  overviewRow,
  showAssistants,
} from "../../../testing/assistantScreen.ts";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, composer, dialogNamed, sidePanel } from "../../../testing/screen.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { groupFlags, stubGroups } from "../../../testing/stubGroups.ts";
import { getPerson, stubOp } from "../../../testing/stubServer.ts";

const group = { id: "Physics_1", name: "Physics" };
const cleo = { name: "Cleo", email: "cleo@example.org" };
/** What the server says of an assistant that somebody else owns and shares. */
const lent = { owner: cleo, noEdit: true, noShare: true, noCopy: true, noDelete: true } as const;

const adminOption = () => page.getByRole("option", { name: "Assistant Admin Interface" });
const adminEntry = () => sidePanel().getByRole("button", { name: "Assistant Admin Interface", exact: true });

async function openMore(): Promise<void> {
  await sidePanel().getByRole("tab", { name: "More" }).click();
  await expect.element(sidePanel().getByRole("button", { name: "Your groups" })).toBeVisible();
}

async function searchForGroups(): Promise<void> {
  await userEvent.keyboard("{Control>}k{/Control}");
  await page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox").fill("group");
  await expect.element(page.getByRole("option", { name: "Your groups" })).toBeVisible();
}

test("[C5.30] the list offers for an assistant of one's own what its flags allow", async () => {
  const flags = ["noEdit", "noShare", "noDelete", "noCopy"] as const;
  stubAssistants([{ name: "Free" }, ...flags.map((flag) => ({ name: flag, fields: { [flag]: true } }))]);
  await renderApp();
  await showAssistants();
  const all = ["Start", "Pin", "Edit", "Copy link", "Share…", "Delete"];
  const expected: Record<string, string[]> = {
    Free: all,
    noEdit: all.with(2, "View"),
    noShare: all.filter((action) => action !== "Share…"),
    noDelete: all.filter((action) => action !== "Delete"),
    noCopy: all,
  };
  for (const [name, actions] of Object.entries(expected)) {
    expect(await openAssistantMenu(name)).toEqual(actions);
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  }
});

test("[C5.30] none of a group's assistants is deleted, shared or copied in the list, also not by writers", async () => {
  stubGroups([{ ...group, level: "write" }]);
  stubAssistants([{ name: "Lenses", group, isPublished: true }]);
  await renderApp();
  await showAssistants();
  expect(await openAssistantMenu("Lenses")).toEqual(["Start", "Pin", "Edit", "Copy link"]);
});

test("[C5.30] an assistant that somebody shares with the person is viewed, without what would change it, and removed from the list", async () => {
  const fields = { ...lent, role: "read", isRemovable: true } as const;
  stubAssistants([{ name: "Borrowed", instructions: "Be brief.", fields }]);
  await renderApp();
  await showAssistants();
  expect(await openAssistantMenu("Borrowed")).toEqual([
    "Start",
    "Pin",
    "View",
    "Copy link",
    "Remove from your assistants",
  ]);
  await page.getByRole("menuitem", { name: "View" }).click();
  const view = page.getByRole("dialog", { name: "Borrowed", exact: true });
  await expect.element(view.getByText("Be brief.")).toBeVisible();
  for (const name of ["Save", "Share", "Delete"]) expect(view.getByRole("button", { name }).elements()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(view).not.toBeInTheDocument();
});

test("an assistant that the person may only use is viewed in a small dialog, which starts a chat with it", async () => {
  const description = "Answers questions about lenses.";
  stubAssistants([{ name: "Lent", description, fields: { ...lent, role: "use", isRemovable: true } }]);
  await renderApp();
  await showAssistants();
  const row = assistantTree().getByRole("row").filter({ hasText: "Lent" });
  // Who shares it follows the heading that says that it is shared.
  expect(row.element().textContent).not.toContain("Shared by");
  await openAssistantMenu("Lent");
  await page.getByRole("menuitem", { name: "View" }).click();
  const view = page.getByRole("dialog", { name: "Lent", exact: true });
  await expect.element(view.getByText(description)).toBeVisible();
  await expect.poll(() => boxOf(view).height).toBeLessThan(300);
  await view.getByRole("button", { name: "Start chat", exact: true }).click();
  await expect.element(view).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "Lent", exact: true })).toBeVisible();
});

test("what was shared with a group is in its folder, and says who shares it; writers open the interface from a folder that has nothing else", async () => {
  stubGroups([{ ...group, level: "write" }]);
  const sharedWith = { [group.id]: "use" } as const;
  const fields = { ...lent, role: "use" } as const;
  stubAssistants(
    [
      { name: "Echoes", sharedWith, fields },
      { name: "Organs", sharedWith, fields: { ...fields, isRemovable: true } },
      { name: "Strings", sharedWith },
    ],
    { groups: [group] },
  );
  await renderApp();
  await showAssistants();
  expect(await openAssistantMenu("Physics")).toEqual(["Hide", "Open In Assistant Admin Interface"]);
  await userEvent.keyboard("{Escape}");
  const readRows = () =>
    [...document.querySelectorAll('[role="treegrid"][aria-label="Assistants"] [data-tree-row]')].map(
      ({ textContent }) => textContent.trim().replaceAll(/\s+/g, " "),
    );
  await expect
    .poll(readRows)
    .toEqual(["Strings", "Organs Cleo", "Physics 3", "Strings You", "Echoes Cleo", "Organs Cleo"]);
});

test("[G6.05] the tab More and the command palette offer the Assistant Admin Interface only to people who may edit the assistants of a group, also if they may create groups", async () => {
  const { change } = stubGroups([{ ...group, level: "write" }]);
  await renderApp();
  await openMore();
  await expect.element(adminEntry()).toBeVisible();
  await searchForGroups();
  await expect.element(adminOption()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  change("Physics", { level: "read", members: { [getPerson().email]: "read" } });
  await expect.element(adminEntry(), { timeout: 10_000 }).not.toBeInTheDocument();
  await searchForGroups();
  expect(adminOption().elements()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await sidePanel().getByRole("button", { name: "Your groups" }).click();
  await expect.element(dialogNamed("Your groups").getByRole("button", { name: "Create a group" })).toBeVisible();
  expect(adminEntry().elements()).toEqual([]);
});

test("[A2.20] the tab More opens the Assistant Admin Interface, with its feature only", async () => {
  stubGroups([group]);
  stubAssistants([{ name: "Birds", group }]);
  await renderApp();
  await openMore();
  (adminEntry().element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(overviewRow("Birds")).toBeVisible();
  await adminButton("Close").click();
  await expect.element(adminInterface()).not.toBeInTheDocument();
  await expect.element(adminEntry()).toHaveFocus();
  stubOp(getFeatureFlags, createFlags({ ...groupFlags, assistantAdminInterface: false }));
  await reloadApp();
  await expect.element(composer()).toBeVisible();
  await openMore();
  expect(adminEntry().elements()).toEqual([]);
});
