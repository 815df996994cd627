import { listGroups } from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { assistantEditor, openAssistantEditor } from "../../../testing/assistantScreen.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { sidePanel } from "../../../testing/screen.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { stubGroups } from "../../../testing/stubGroups.ts";
import { failOp } from "../../../testing/stubServer.ts";

const group = { id: "Physics_1", name: "Physics" };
const dialog = (name: string) => page.getByRole("dialog", { name, exact: true });

beforeEach(() => {
  stubGroups([group], { signedInEmails: ["bob@example.org"] });
  stubAssistants([{ name: "Lenses" }], { groups: [group] });
});

async function keepEditing(press: "click" | "Escape"): Promise<void> {
  const question = page.getByRole("alertdialog", { name: "Unsaved changes" });
  await expect.element(question).toBeVisible();
  if (press === "Escape") await userEvent.keyboard("{Escape}");
  else await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(question).not.toBeInTheDocument();
}

/** Enters two people and part of a third, then tries every way to close the dialog, and at last discards everything. */
async function expectNothingLost(form: Locator, label: string): Promise<void> {
  const people = form.getByRole("combobox", { name: label });
  await people.click();
  await userEvent.keyboard("carol@example.org,Bad Person,");
  await expect.element(form.getByText("Bad Person").first()).toBeVisible();
  await userEvent.keyboard("bo");
  const list = form.getByRole("listbox", { name: /^Suggested people/ });
  await expect.element(list.getByRole("option", { name: "bob@example.org" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(people).toHaveValue("bo");
  await userEvent.keyboard("{Escape}");
  await keepEditing("Escape");
  await form.getByRole("button", { name: "Close", exact: true }).first().click();
  await keepEditing("click");
  const overlay = document.elementFromPoint(4, 4);
  if (overlay instanceof HTMLElement) overlay.click();
  await keepEditing("click");
  await expect.element(people).toHaveValue("bo");
  await expect.element(form.getByText("carol@example.org").first()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard changes" }).click();
  await expect.element(form).not.toBeInTheDocument();
}

async function openGroups(): Promise<void> {
  await renderApp();
  await sidePanel().getByRole("tab", { name: "More" }).click();
  await sidePanel().getByRole("button", { name: "Your groups" }).click();
}

test("the dialog that shares an assistant loses nobody who was entered without a question", async () => {
  await renderApp();
  await openAssistantEditor("Lenses");
  await assistantEditor().getByRole("button", { name: "Share", exact: true }).click();
  await expectNothingLost(dialog("Share “Lenses”"), "People and groups");
});

test("the dialog that adds members loses nobody who was entered without a question, and opens empty again", async () => {
  await openGroups();
  const groups = dialog("Your groups");
  await groups.getByRole("button", { name: "Add members" }).click();
  const adding = dialog("Add members to “Physics”");
  await expectNothingLost(adding, "Members");
  await groups.getByRole("button", { name: "Add members" }).click();
  await expect.element(adding.getByText(/Choose a group to add its members/).first()).toBeVisible();
  expect(adding.getByText("carol@example.org").elements()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(adding).not.toBeInTheDocument();
  await expect.element(groups).toBeVisible();
});

test("the dialog that creates a group loses neither its name nor the people without a question", async () => {
  await openGroups();
  await dialog("Your groups").getByRole("button", { name: "Create a group" }).click();
  const name = page.getByLabelText("Group Name");
  await name.fill("Chemistry");
  await userEvent.keyboard("{Escape}");
  await keepEditing("click");
  await expect.element(name).toHaveValue("Chemistry");
  await expectNothingLost(dialog("Create Group"), "Add Members");
});

test("the dialog that shares an assistant says when the groups could not be loaded, and offers them after another try", async () => {
  failOp(listGroups, "The database is being updated.");
  await renderApp();
  await openAssistantEditor("Lenses");
  await assistantEditor().getByRole("button", { name: "Share", exact: true }).click();
  const sharing = dialog("Share “Lenses”");
  const failure = sharing.getByRole("alert").filter({ hasText: "Couldn’t load your groups." });
  await expect.element(failure.getByText("The database is being updated.")).toBeVisible();
  stubGroups([group]);
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect.element(failure).not.toBeInTheDocument();
  await sharing.getByRole("combobox", { name: "People and groups" }).fill("Phys");
  await page
    .getByRole("option", { name: /^Physics/ })
    .first()
    .click();
  await expect.element(sharing.getByRole("button", { name: "Remove Physics" })).toBeVisible();
});

test("a whole group is found and entered in the field for people, by keyboard; # still stands for its members", async () => {
  const { getShare } = stubAssistants([{ name: "Lenses" }], { groups: [group] });
  await renderApp();
  await openAssistantEditor("Lenses");
  await assistantEditor().getByRole("button", { name: "Share", exact: true }).click();
  const sharing = dialog("Share “Lenses”");
  const people = sharing.getByRole("combobox", { name: "People and groups" });
  const suggestion = sharing.getByRole("option", { name: "Physics Group", exact: true });
  await people.click();
  await expect.element(suggestion).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(suggestion).not.toBeInTheDocument();
  await userEvent.keyboard("phy");
  await expect.element(suggestion).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  const remove = sharing.getByRole("button", { name: "Remove Physics", exact: true });
  await expect.element(remove).toBeVisible();
  await expect.element(sharing.getByText("A group’s current and future members get access.")).toBeVisible();
  await expect.element(people).toHaveFocus();
  await userEvent.keyboard("{Backspace}");
  await expect.element(remove).toHaveFocus();
  await userEvent.keyboard("{Delete}");
  await expect.element(remove).not.toBeInTheDocument();
  await expect.element(people).toHaveFocus();
  for (const text of ["#Physics", "phy"]) {
    await people.fill(text);
    await expect.element(sharing.getByRole("option", { name: /^Physics.*current member/ })).toBeVisible();
  }
  // A part of a list is never taken for a group, even if it has the name of one.
  await people.fill("Physics, newcomer@example.org");
  await expect
    .element(sharing.getByRole("alert").filter({ hasText: "Choose the group from the suggestions." }))
    .toBeVisible();
  await sharing.getByRole("button", { name: "Correct Physics" }).click();
  // A name that is typed in full needs no choice.
  await people.fill("physics");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(sharing.getByRole("button", { name: "Remove access for Physics" })).toBeVisible();
  await expect.element(sharing.getByRole("button", { name: "Remove access for newcomer@example.org" })).toBeVisible();
  expect([getShare("Lenses", group.id), getShare("Lenses", "newcomer@example.org")]).toEqual(["use", "use"]);
});

test("whoever shares an assistant with a group can create one there, which is then entered, and shares nothing yet", async () => {
  await renderApp();
  await openAssistantEditor("Lenses");
  await assistantEditor().getByRole("button", { name: "Share", exact: true }).click();
  const sharing = dialog("Share “Lenses”");
  await sharing.getByRole("combobox", { name: "People and groups" }).fill("ann@example.org, be");
  await sharing.getByRole("button", { name: "Create a group…" }).click();
  const creation = dialog("Create Group");
  await creation.getByLabelText("Group Name").fill("Seminar");
  await creation.getByRole("button", { name: "Create Group" }).click();
  await expect.element(creation).not.toBeInTheDocument();
  await expect.element(sharing.getByRole("button", { name: "Remove Seminar" })).toBeVisible();
  await expect.element(sharing.getByRole("button", { name: "Remove ann@example.org" })).toBeVisible();
  await expect.element(sharing.getByText("Only you. Share it with people or groups above.")).toBeVisible();
});
