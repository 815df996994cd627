import { createAssistant, createGroup, listGroups } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { assistantEditor, openAssistantEditor } from "../../support/assistantControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp } from "../../support/interceptOp.ts";
import { expectVisible, openWorkspace, sidePanel } from "../../support/screen.ts";

// Site administrators have all features, so that they can create groups.
const ADMIN = "head@example.org";
const fixture = createWorkspaceFixture({ environment: { ADMINS: ADMIN } });

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const keepEditing = async (page: Page, press: "click" | "Escape") => {
  const question = page.getByRole("alertdialog", { name: "Unsaved changes" });
  await question.waitFor();
  if (press === "Escape") await page.keyboard.press("Escape");
  else await question.getByRole("button", { name: "Keep editing" }).click();
  await question.waitFor({ state: "detached" });
};

/** Enters two people and part of a third, then tries every way to close the dialog, and at last discards everything. */
async function expectNothingLost(page: Page, form: Locator, label: string): Promise<void> {
  const people = form.getByRole("combobox", { name: label });
  await people.pressSequentially("carol@example.org,Bad Person,");
  await expectVisible(form, "Bad Person");
  await people.pressSequentially("bo");
  const list = form.getByRole("listbox", { name: /^Suggested people/ });
  await list.getByRole("option", { name: "bob@example.org" }).waitFor();
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  expect(await people.inputValue()).toBe("bo");
  await page.keyboard.press("Escape");
  await keepEditing(page, "Escape");
  await form.getByRole("button", { name: "Close", exact: true }).first().click();
  await keepEditing(page, "click");
  await page.mouse.click(4, 4);
  await keepEditing(page, "click");
  expect(await people.inputValue()).toBe("bo");
  await expectVisible(form, "carol@example.org");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard changes" }).click();
  await form.waitFor({ state: "detached" });
}

test("Esc closes the suggestions first; no dialog loses the people who were entered without a question, and none closes with the dialog above it", async () => {
  await fixture.openSignedIn({ email: "bob@example.org" });
  const { page, api } = await fixture.openSignedIn({ email: ADMIN });
  await api.call(createGroup, { group_name: "Physics" });
  await api.call(createAssistant, { name: "Lenses" });
  await openWorkspace(page, fixture.url);

  await openAssistantEditor(page, "Lenses");
  await assistantEditor(page).getByRole("button", { name: "Share", exact: true }).click();
  await expectNothingLost(page, dialog(page, "Share “Lenses”"), "People and groups");
  await page.keyboard.press("Escape");
  await assistantEditor(page).waitFor({ state: "detached" });

  await sidePanel(page).getByRole("tab", { name: "More" }).click();
  await sidePanel(page).getByRole("button", { name: "Your groups" }).click();
  const groups = dialog(page, "Your groups");
  await groups.getByRole("button", { name: "Add members" }).click();
  const adding = dialog(page, "Add members to “Physics”");
  await expectNothingLost(page, adding, "Members");
  await groups.getByRole("button", { name: "Add members" }).click();
  await expectVisible(adding, /Choose a group to add its members/);
  expect(await adding.getByText("carol@example.org").count()).toBe(0);
  await page.keyboard.press("Escape");
  await adding.waitFor({ state: "detached" });
  await groups.getByRole("button", { name: "Create a group" }).click();
  await page.getByLabel("Group Name").fill("Chemistry");
  await page.keyboard.press("Escape");
  await keepEditing(page, "click");
  expect(await page.getByLabel("Group Name").inputValue()).toBe("Chemistry");
  await expectNothingLost(page, dialog(page, "Create Group"), "Add Members");
});

test("the dialog that shares an assistant says when the groups could not be loaded, and offers them after another try", async () => {
  const { page, api } = await fixture.openSignedIn({ email: ADMIN });
  await api.call(createGroup, { group_name: "Optics" });
  await api.call(createAssistant, { name: "Mirrors" });
  const release = await failOp(page, listGroups, "The database is being updated.");
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page, "Mirrors");
  await assistantEditor(page).getByRole("button", { name: "Share", exact: true }).click();
  const sharing = dialog(page, "Share “Mirrors”");
  const failure = sharing.getByRole("alert").filter({ hasText: "Couldn’t load your groups." });
  await expectVisible(failure, "The database is being updated.");
  const people = sharing.getByRole("combobox", { name: "People and groups" });
  await release();
  await failure.getByRole("button", { name: "Try again" }).click();
  await failure.waitFor({ state: "detached" });
  await people.fill("Opti");
  await page
    .getByRole("option", { name: /^Optics/ })
    .first()
    .click();
  await expectVisible(sharing, "Optics");
});
