import { createAssistant } from "@lectern/contract";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import {
  adminButton,
  adminField,
  adminForm,
  adminInterface,
  overviewRow,
  renderAdmin,
} from "../../../../testing/assistantScreen.ts";
import { selectChoice } from "../../../../testing/selectField.ts";
import { stubAssistants } from "../../../../testing/stubAssistants.ts";
import { stubGroups } from "../../../../testing/stubGroups.ts";
import { listInputs } from "../../../../testing/stubServer.ts";

const group = { id: "Physics_1", name: "Physics" };
const extras = () => adminForm().getByRole("group", { name: "In the group Physics", exact: true });
const check = (name: string) => extras().getByRole("checkbox", { name, exact: true });

test("[G2.05] an assistant of a group is published, and has an enforced model, categories for the analysis, and contents for each type", async () => {
  stubGroups([{ ...group, groupTypes: ["Student", "Staff"], supportConvAnalysis: true }]);
  stubAssistants([{ name: "Heat", instructions: "Help.", group }], { groups: [group] });
  await renderAdmin(`#admin=${group.id}&tab=edit_assistant`);
  await overviewRow("Heat").click();
  await check("Published").click();
  await selectChoice(extras(), "Enforced model", "scripted-small");
  await expect.element(extras().getByText("Categories", { exact: true })).not.toBeInTheDocument();
  await check("Conversation analysis").click();
  await extras().getByLabelText("Categories", { exact: true }).fill("Exams");
  await userEvent.keyboard("{Enter}");
  await adminField("Question for the group type").fill("Who are you?");
  const type = (name: string) => extras().getByRole("group").filter({ hasText: name });
  const summaries = adminForm().element().querySelectorAll<HTMLElement>("[data-draft-field='groupTypeData'] summary");
  for (const summary of summaries) summary.click();
  await type("Student").getByRole("textbox", { name: "Additional instructions" }).fill("Explain more.");
  await type("Staff").getByRole("checkbox", { name: "People of this type can’t chat with the assistant" }).click();
  await type("Staff").getByRole("textbox", { name: "Message they see instead" }).fill("For students only.");
  await adminButton("Save").click();
  await expect.poll(() => listInputs(createAssistant)).toHaveLength(1);
  expect(listInputs(createAssistant)[0]).toMatchObject({
    isPublished: true,
    data: {
      model: "local/scripted-small",
      supportConvAnalysis: true,
      analysisCategories: ["Exams"],
      groupUserTypeQuestion: "Who are you?",
      groupTypeData: {
        Student: { additionalInstructions: "Explain more.", isDisabled: false },
        Staff: { isDisabled: true, disabledMessage: "For students only." },
      },
    },
  });
});

test("in a group without analysis or types, an assistant has no fields for them", async () => {
  stubGroups([group]);
  stubAssistants([{ name: "Heat", group }], { groups: [group] });
  await renderAdmin(`#admin=${group.id}&tab=edit_assistant`);
  await overviewRow("Heat").click();
  await expect.element(check("Published")).toBeVisible();
  expect(check("Conversation analysis").elements()).toEqual([]);
  expect(adminInterface().getByText("Group types", { exact: true }).elements()).toEqual([]);
});
