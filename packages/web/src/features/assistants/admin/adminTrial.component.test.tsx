import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { adminButton, adminField, adminInterface, overviewRow } from "../../../testing/assistantScreen.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf } from "../../../testing/screen.ts";
import { getSelectField } from "../../../testing/selectField.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { stubChat } from "../../../testing/stubChat.ts";
import { stubGroups } from "../../../testing/stubGroups.ts";
import { answers, questionField, trialChat } from "../trial/testing/trialControls.ts";

const group = { id: "Library_1", name: "Library", groupTypes: ["Art", "Law"] };

/** Opens the editor of an assistant of the group. */
async function openDesk(): Promise<void> {
  stubGroups([group]);
  stubAssistants([{ assistantId: "astgp/desk", name: "Desk", group }], { groups: [group] });
  await renderApp(`#admin=${group.id}&ast=${encodeURIComponent("astgp/desk")}`);
  await expect.element(adminField("Assistant Name")).toHaveValue("Desk");
}

test("in the admin interface, the title, the tabs and the links to the sections start at one edge, also beside a trial; on a phone so do the title and the choice of the group", async () => {
  await page.viewport(1440, 900);
  await openDesk();
  const choice = getSelectField(adminInterface(), "Group");
  const tabs = adminInterface().getByRole("tablist", { name: "Assistants" });
  const leftOf = (locator: typeof choice) => Math.round(boxOf(locator).left);
  const title = adminInterface().getByRole("heading", { name: "Assistant Admin Interface" });
  const link = adminInterface().getByRole("navigation", { name: "Sections" }).getByText("Documents");
  const linkPadding = () => Number.parseFloat(getComputedStyle(link.element()).paddingInlineStart);
  const readEdges = () => new Set([leftOf(title), leftOf(tabs), leftOf(link) + linkPadding()]).size;
  await expect.poll(readEdges).toBe(1);
  await adminButton("Try it").click();
  await expect.element(questionField()).toBeVisible();
  await expect.poll(readEdges).toBe(1);
  await page.viewport(390, 844);
  openAssistantAdmin({ groupId: group.id });
  await expect.element(overviewRow("Desk")).toBeVisible();
  await expect.poll(() => leftOf(title) - leftOf(choice)).toBe(0);
});

test("in the admin interface, a trial asks for the type of the group if the draft defines one; a type that cannot chat sends nothing", async () => {
  const chat = stubChat((answer) => {
    answer.write("At nine.");
    answer.end();
  });
  await openDesk();
  await adminButton("Try it").click();
  await expect.element(questionField()).toBeVisible();
  expect(trialChat().getByRole("radio").elements()).toHaveLength(0);
  const art = [...adminInterface().element().querySelectorAll("summary")].find((each) => each.textContent === "Art");
  art?.click();
  await adminInterface()
    .getByRole("checkbox", { name: "People of this type can’t chat with the assistant" })
    .first()
    .click();
  await adminInterface().getByRole("textbox", { name: "Message they see instead" }).first().fill("Ask the faculty.");
  const question = trialChat().getByRole("radiogroup", {
    name: "Please select the group you best identify with to start chatting.",
  });
  await expect.element(question.getByRole("radio", { name: "Law" })).toBeChecked();
  expect(question.getByRole("radio").elements()).toHaveLength(2);
  await question.getByRole("radio", { name: "Art" }).click();
  await expect.element(question.getByText("Ask the faculty.")).toBeVisible();
  await questionField().fill("When does it open?");
  await userEvent.keyboard("{Enter}");
  await expect.element(questionField()).toHaveValue("When does it open?");
  expect(chat.answers).toHaveLength(0);
  await question.getByRole("radio", { name: "Law" }).click();
  await questionField().click();
  await userEvent.keyboard("{Enter}");
  await expect.element(answers().last().getByText("At nine.")).toBeVisible();
  expect(chat.answers[0]?.request.options).toMatchObject({ groupType: "Law", assistantDraft: { name: "Desk" } });
});
