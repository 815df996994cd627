import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { chooseLocale } from "../../../lib/i18n/i18n.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { dialogNamed } from "../../../testing/screen.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";

test.each([
  {
    locale: "en" as const,
    picker: "Select Assistants",
    list: "Assistants",
    show: /^Show Prompts/,
    actions: /^Actions for Assistant Creator/,
    view: "View",
    description: "Asks a few questions, then creates an assistant for you.",
  },
  {
    locale: "de" as const,
    picker: "Assistenten auswählen",
    list: "Assistenten",
    show: /anzeigen$/,
    actions: /^Aktionen für Assistant Creator/,
    view: "Ansehen",
    description: "Hilft Ihnen, mit wenigen Fragen einen Assistenten zu planen, und erstellt ihn.",
  },
])(
  "the built-in assistants are described in the person's language in the picker and from the panel, under one name, $locale",
  async (texts) => {
    const { locale, picker, list, show, actions, view, description } = texts;
    stubAssistants([
      {
        name: "Assistant Creator",
        description: "Asks a few questions, then creates an assistant for you.",
        group: { id: "AmplifyAssistants_1", name: "Amplify Assistants" },
        fields: { isSystem: true, role: "use", noEdit: true, noShare: true, noDelete: true },
      },
    ]);
    await chooseLocale(locale);
    await renderApp();
    await page.getByRole("button", { name: picker, exact: true }).click();
    const option = page.getByRole("listbox", { name: list }).getByRole("option", { name: "Assistant Creator" });
    await expect.element(option.getByText(description)).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(option).not.toBeInTheDocument();
    await page.getByRole("button", { name: show }).click();
    await page.getByRole("tab", { name: list }).click();
    const tree = page.getByRole("treegrid", { name: list });
    await tree.getByRole("row").filter({ hasText: "Assistant Creator" }).first().hover();
    await tree.getByRole("button", { name: actions }).click();
    await page.getByRole("menuitem", { name: view, exact: true }).click();
    await expect.element(dialogNamed("Assistant Creator").getByText(description)).toBeVisible();
  },
);
