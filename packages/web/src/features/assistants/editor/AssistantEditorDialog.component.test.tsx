import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { assistantsQuery } from "../../../entities/assistants/useAssistants.ts";
import { queryClient } from "../../../lib/queryClient.ts";
import { assistantEditor, editorField } from "../../../testing/assistantScreen.ts";
import { boxOf } from "../../../testing/screen.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { editorButton, pressKeys, renderEditor } from "../testing/editorControls.ts";

const readWidth = () => Math.round(boxOf(assistantEditor()).width);

test("[G2.02] [G2.03] the editor has 60 percent of the window's width and fills a narrow one; a new assistant is filled in from another one, which can be undone", async () => {
  stubAssistants([{ name: "Heat tutor", instructions: "Be patient.", tags: ["physics"] }]);
  await renderEditor();
  await expect.poll(readWidth).toBe(Math.round(innerWidth * 0.6));
  await expect.element(editorField("Assistant Name")).toHaveValue("Assistant 1");
  for (const name of ["Description", "Disclaimer to Append to Responses"])
    await expect.element(editorField(name)).toHaveValue("");
  await expect.element(editorField("Instructions")).toHaveAttribute("rows", "15");
  await expect.element(assistantEditor().getByRole("group", { name: "Upload Data Sources" })).toBeVisible();

  await assistantEditor().getByRole("combobox", { name: "Auto-Populate From Existing Assistant" }).click();
  await page.getByRole("option", { name: "Heat tutor" }).click();
  await expect.element(editorField("Assistant Name")).toHaveValue("Heat tutor (Copy)");
  await expect.element(editorField("Instructions")).toHaveValue("Be patient.");
  await editorButton("Undo").click();
  await expect.element(editorField("Assistant Name")).toHaveValue("Assistant 1");
  await page.viewport(390, 844);
  await expect.poll(readWidth).toBe(390);
});

test("[A9.12] a new assistant is called 'Assistant {n}', with the first number not in use, until something else is typed", async () => {
  stubAssistants([{ name: "Assistant 1" }, { name: "Assistant 3" }]);
  await queryClient.fetchQuery(assistantsQuery);
  await renderEditor();
  await expect.element(editorField("Assistant Name")).toHaveValue("Assistant 2");
  await expect.element(editorField("Assistant Name")).toHaveFocus();
  await userEvent.keyboard("Tutor");
  await expect.element(editorField("Assistant Name")).toHaveValue("Tutor");
});

test("beside Save, the editor says that an assistant needs a name, then how many optional steps are left, and after a try to save how many points to check, and leads to each", async () => {
  stubAssistants([]);
  await renderEditor();
  const sections = assistantEditor().getByRole("navigation", { name: "Sections" });
  const marked = sections.getByRole("button", { name: /to check/ });
  await editorField("Assistant Name").fill("");
  await expect.element(editorButton("Needs a name")).toBeVisible();
  expect(marked.elements()).toHaveLength(0);
  await editorField("Instructions").fill("Be patient.");
  await editorButton("Needs a name").click();
  await expect.element(editorButton("It needs a name")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(editorField("Assistant Name")).toHaveFocus();
  await userEvent.keyboard("Tutor");
  await expect.element(editorButton("1 optional step left")).toBeVisible();
  await editorField("Assistant Name").fill("");
  await editorButton("Save").click();
  await expect.element(assistantEditor().getByText("Please enter a name.")).toBeVisible();
  await expect.element(editorField("Assistant Name")).toHaveFocus();
  await expect.element(editorButton("2 items to check")).toBeVisible();
  expect(marked.elements()).toHaveLength(1);
  await userEvent.keyboard("{Tab}");
  await pressKeys(sections.getByRole("button", { name: "Name, to check", exact: true }), "{Enter}");
  await expect.element(editorField("Assistant Name")).toHaveFocus();
  await userEvent.keyboard("Heat tutor");
  await editorButton("1 item to check").click();
  await expect.element(editorButton("It has no description to tell people what it is for")).toHaveFocus();
});

test("in a narrow window, the points to check lead from the trial chat back to the fields, and so does a try to save", async () => {
  await page.viewport(390, 844);
  stubAssistants([{ assistantId: "astp/1", name: "Heat tutor", instructions: "Be patient." }]);
  await renderEditor("astp/1");
  const openTrial = async () => {
    await editorButton("Try it").click();
    await expect.element(page.getByRole("region", { name: "Trial chat", exact: true })).toBeVisible();
    await expect.element(editorField("Description")).not.toBeInTheDocument();
  };
  await openTrial();
  await editorButton("1 item to check").click();
  await expect.element(editorButton("It has no description to tell people what it is for")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(editorField("Description")).toHaveFocus();
  await userEvent.keyboard("Explains heat");
  await expect.element(assistantEditor().getByRole("status").getByText("Ready", { exact: true })).toBeVisible();
  await editorField("Assistant Name").fill("");
  await openTrial();
  await editorButton("Save").click();
  await expect.element(editorField("Assistant Name")).toHaveFocus();
});
