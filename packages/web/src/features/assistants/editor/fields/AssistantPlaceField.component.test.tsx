import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { useDialogs } from "../../../../entities/shell/dialogs.ts";
import {
  adminButton,
  adminField,
  adminInterface,
  assistantEditor,
  editorField,
  openAssistantEditor,
  overviewRow,
} from "../../../../testing/assistantScreen.ts";
import { chooseFiles, textFile, waitForAttachments } from "../../../../testing/attachFiles.ts";
import { reloadApp } from "../../../../testing/reloadApp.ts";
import { renderApp } from "../../../../testing/renderApp.tsx";
import { composer } from "../../../../testing/screen.ts";
import { getSelectField, listChoices, selectChoice } from "../../../../testing/selectField.ts";
import { stubAssistants } from "../../../../testing/stubAssistants.ts";
import { stubFiles } from "../../../../testing/stubFiles.ts";
import { stubGroups } from "../../../../testing/stubGroups.ts";

const group = { id: "CourseX_1", name: "Course X" };
const restored = "Your unsaved changes were restored.";

function stubCourse() {
  stubGroups([group]);
  return stubAssistants([], { groups: [group] });
}

test("whoever may edit the assistants of a group chooses for whom a new one is, and goes on with what was typed in the form of the group, which leads back", async () => {
  stubCourse();
  await renderApp();
  await openAssistantEditor();
  await expect.element(getSelectField(assistantEditor(), "For")).toBeVisible();
  expect(await listChoices(assistantEditor(), "For")).toEqual(["Me", "Course X"]);
  await editorField("Assistant Name").fill("Acids");
  await selectChoice(assistantEditor(), "For", "Course X");
  await expect.element(assistantEditor()).not.toBeInTheDocument();
  await expect.element(adminField("Assistant Name")).toHaveValue("Acids");
  expect(decodeURIComponent(location.hash)).toContain(`admin=${group.id}&ast=new`);
  // Nothing was lost, so nothing is said to be restored.
  expect(page.getByText(restored).elements()).toEqual([]);

  await adminField("Assistant Name").fill("Acids and bases");
  await selectChoice(adminInterface(), "For", "Me");
  await expect.element(adminInterface()).not.toBeInTheDocument();
  await expect.element(editorField("Assistant Name")).toHaveValue("Acids and bases");
  await expect.element(getSelectField(assistantEditor(), "For")).toHaveValue("Me");
  expect(page.getByText(restored).elements()).toEqual([]);
  // What is left by closing the page is still said to be restored.
  useDialogs.setState(useDialogs.getInitialState(), true);
  await reloadApp();
  await openAssistantEditor();
  await expect.element(page.getByText(restored)).toBeVisible();
  await expect.element(editorField("Assistant Name")).toHaveValue("Acids and bases");
});

test("what is typed until the form of the group opens is carried over, and saved there", async () => {
  const { get } = stubCourse();
  await renderApp();
  await openAssistantEditor();
  await getSelectField(assistantEditor(), "For").click();
  const option = page.getByRole("option", { name: "Course X" });
  await expect.element(option).toBeVisible();
  const [field, choice] = [editorField("Assistant Name").element(), option.element()];
  if (!(choice instanceof HTMLElement)) throw new Error("the choice is no element of the page");
  choice.click();
  // React ignores a value that is set in another way.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "Acids");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await expect.element(assistantEditor()).not.toBeInTheDocument();
  await expect.element(adminField("Assistant Name")).toHaveValue("Acids");
  await adminButton("Save").click();
  await expect.element(overviewRow("Acids")).toBeVisible();
  expect(get("Acids").group).toMatchObject({ id: group.id });
  await adminButton("Close").click();
  await expect.element(adminInterface()).not.toBeInTheDocument();
  await openAssistantEditor();
  await expect.element(editorField("Assistant Name")).toHaveValue("Assistant 1");
});

test("once documents were added, a new assistant stays where it is", async () => {
  stubCourse();
  stubFiles();
  await renderApp();
  await openAssistantEditor();
  await expect.element(getSelectField(assistantEditor(), "For")).toBeEnabled();
  await assistantEditor().getByRole("button", { name: "Attach documents" }).click();
  const upload = page.getByRole("menuitem", { name: /^Upload from this device/ });
  await chooseFiles(() => upload.click(), textFile("acids.txt"));
  await waitForAttachments(1);
  await expect.element(getSelectField(assistantEditor(), "For")).toBeDisabled();
});

test("people who may edit the assistants of no group are not asked for whom a new one is", async () => {
  stubGroups([{ ...group, level: "read" }]);
  stubAssistants([]);
  await renderApp();
  await expect.element(composer()).toBeVisible();
  await openAssistantEditor();
  await expect.element(assistantEditor().getByRole("button", { name: "Attach documents" })).toBeVisible();
  expect(getSelectField(assistantEditor(), "For").elements()).toEqual([]);
});
