import { getFeatureFlags } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { confirmWith } from "../../../testing/chatList.ts";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import {
  chooseForPrompt,
  contentField,
  openNewPrompt,
  openPrompts,
  promptEditor,
  promptRow,
  promptTree,
  savePrompt,
} from "../../../testing/promptPanel.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, eventually } from "../../../testing/screen.ts";
import { listChoices, selectChoice } from "../../../testing/selectField.ts";
import { stubPrompts } from "../../../testing/stubFolders.ts";
import { stubOp } from "../../../testing/stubServer.ts";

const nameField = () => promptEditor().getByRole("textbox", { name: "Name", exact: true });

async function renderPanel(): Promise<void> {
  stubPrompts();
  await renderApp();
  await openPrompts();
}

test("[A9.12] a new prompt has a name, which is replaced by what is typed, and is checked before it is saved", async () => {
  await renderPanel();
  await openNewPrompt();
  await expect.element(nameField()).toHaveValue("Prompt 1");
  await expect.element(promptEditor().getByRole("textbox", { name: "Description" })).toHaveAttribute("rows", "3");
  await expect.element(contentField()).toHaveAttribute("rows", "10");
  await nameField().fill(" ");
  await promptEditor().getByRole("button", { name: "Save" }).click();
  await expect.element(promptEditor().getByText("Please enter a name.")).toBeVisible();
  await expect.element(promptEditor().getByText("Please enter the content.")).toBeVisible();
  await expect.element(nameField()).toHaveFocus();
  await nameField().fill("x".repeat(401));
  await expect.element(promptEditor().getByText("At most 400 characters. This has 401.")).toBeVisible();
  await nameField().fill("Prompt 1");
  await contentField().fill("One");
  await savePrompt();
  await expect.element(promptRow("Prompt 1")).toBeVisible();

  await openNewPrompt();
  await expect.element(nameField()).toHaveValue("Prompt 2");
  await expect.element(nameField()).toHaveFocus();
  await userEvent.keyboard("My own name");
  await expect.element(nameField()).toHaveValue("My own name");
  await userEvent.keyboard("{Escape}");
  await confirmWith("Discard changes");
  await expect.element(promptEditor()).not.toBeInTheDocument();
});

test("a prompt is closed with Esc, which asks before it discards changes; unsaved ones are restored after a reload", async () => {
  await renderPanel();
  await openNewPrompt();
  // Esc closes the editor only once the focus is in it.
  await expect.element(nameField()).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(promptEditor()).not.toBeInTheDocument();
  await openNewPrompt();
  await contentField().fill("Half a thought");
  await userEvent.keyboard("{Escape}");
  await confirmWith("Keep editing");
  await expect.element(contentField()).toHaveValue("Half a thought");
  await cleanup();
  await renderApp();
  await expect.element(promptTree()).toBeVisible();
  await openNewPrompt();
  await expect.element(promptEditor().getByText("Your unsaved changes were restored.")).toBeVisible();
  await expect.element(contentField()).toHaveValue("Half a thought");
  await promptEditor().getByRole("button", { name: "Cancel" }).click();
  await confirmWith("Discard changes");
  await expect.element(promptEditor()).not.toBeInTheDocument();
  await openNewPrompt();
  await expect.element(contentField()).toHaveValue("");
});

test("[G9.10] the editor is half as wide and four fifths as high as the window, and fills a narrow screen", async () => {
  await renderPanel();
  await openNewPrompt();
  await page.viewport(1400, 900);
  await eventually(() => boxOf(promptEditor())).toMatchObject({ width: 700, height: 720 });
  await page.viewport(390, 844);
  await eventually(() => boxOf(promptEditor())).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  expect(document.documentElement.scrollWidth).toBe(390);
});

test("[A9.18] [A9.19] [A9.20] [A9.22] [C5.27] [C3.14] [C1.12] [A1.10] offers the types whose flag is on, edits the options of the variables in the content, and writes them into the content", async () => {
  stubOp(getFeatureFlags, createFlags({ rootPromptCreate: false, followUpCreate: false }));
  await renderPanel();
  await openNewPrompt();
  expect(await listChoices(promptEditor(), "Type")).toEqual(["Prompt", "Automation"]);
  await contentField().fill("About {{Topic:text(weight: 0.5)}} for {{Who}}.");
  const variables = page.getByRole("group", { name: "Variables" });
  const readSummaries = () =>
    [...variables.element().querySelectorAll("summary")].map(({ textContent }) => textContent);
  await eventually(readSummaries).toEqual(["TopicText", "WhoText"]);
  await variables.getByText("Topic", { exact: true }).click();
  await variables.getByRole("checkbox", { name: "Optional" }).first().click();
  await expect.element(contentField()).toHaveValue("About {{Topic:text(weight: 0.5, optional: true)}} for {{Who}}.");

  const regexField = variables.getByRole("textbox", { name: "Pattern (regex)" }).first();
  await regexField.fill("[");
  await expect.element(variables.getByText("Invalid regex pattern")).toBeVisible();
  await promptEditor().getByRole("button", { name: "Save" }).click();
  await expect.element(promptEditor().getByText("Invalid regex pattern of “Topic”.")).toBeVisible();
  await regexField.fill("[a-z ]+");
  await expect.element(promptEditor().getByText("Invalid regex pattern")).not.toBeInTheDocument();

  const cut = variables.getByRole("textbox", { name: "Maximum characters" }).first();
  await cut.click();
  await userEvent.keyboard("-0");
  await expect.element(cut).toHaveValue("");
  await expect.element(contentField()).toHaveValue(expect.stringContaining("truncate: 0"));
  await cut.fill("1x20");
  await expect.element(cut).toHaveValue("120");
  await userEvent.keyboard("{End}5");
  await expect.element(cut).toHaveValue("1205");
  await userEvent.keyboard("{Backspace}");
  await variables.getByRole("textbox", { name: "weight" }).fill("1,5");
  await variables.getByRole("textbox", { name: "Must begin with" }).first().fill("in ");

  await variables.getByText("Who", { exact: true }).click();
  await selectChoice(variables, "Type of value for Who", "A choice");
  await variables.getByRole("textbox", { name: "Choices" }).click();
  await userEvent.keyboard("pupils , students, ");
  await selectChoice(variables, "Default choice", "students");
  await expect
    .element(contentField())
    .toHaveValue(
      'About {{Topic:text(optional: true, regex: "[a-z ]+", truncate: 120, weight: 1.5, startsWith: "in ")}} for ' +
        '{{Who:options[pupils, students](default: "students")}}.',
    );
  await savePrompt();
  await chooseForPrompt("Prompt 1", "Edit");
  await eventually(readSummaries).toEqual(["TopicText", "WhoA choice"]);
});
