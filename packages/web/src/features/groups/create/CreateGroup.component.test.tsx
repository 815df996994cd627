import { createGroup } from "@lectern/contract";
import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { alertWithText } from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, composer, dialogNamed } from "../../../testing/screen.ts";
import { stubGroups } from "../../../testing/stubGroups.ts";
import { failOp, getPerson, listInputs, pauseOp } from "../../../testing/stubServer.ts";

const [bob, bonnie, boris] = ["bob@example.org", "bonnie@example.org", "boris@example.org"] as const;
const form = () => page.getByRole("dialog", { name: "Create Group", exact: true });
const nameField = () => form().getByLabelText("Group Name");
const people = () => form().getByRole("combobox", { name: "Add Members" });
const submit = () => form().getByRole("button", { name: "Create Group", exact: true });
const access = (address: string) => page.getByRole("combobox", { name: `Access for ${address}`, exact: true });
const options = () => form().getByRole("listbox").getByRole("option");

async function openForm(): Promise<ReturnType<typeof stubGroups>> {
  const groups = stubGroups([], { signedInEmails: [bob, bonnie, boris] });
  await renderApp();
  await expect.element(composer()).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  await dialogNamed("Command palette").getByRole("combobox").fill("Create a group");
  await expect.element(page.getByRole("option", { name: "Create a group" }).first()).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(nameField()).toBeVisible();
  return groups;
}

function paste(field: Locator, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  const element = field.element() as HTMLElement;
  element.focus();
  element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}

test("[G2.15] the dialog is as high as its few fields, needs a name, and has the types among more options", async () => {
  await openForm();
  await expect.poll(() => boxOf(form()).height).toBeLessThan(innerHeight / 2);
  await nameField().click();
  await userEvent.keyboard("{Enter}");
  await expect
    .element(form().getByText("Group name is required. Please add a group name to create the group."))
    .toBeVisible();
  expect(form().getByLabelText("Group Types").elements()).toEqual([]);
  await form().getByRole("button", { name: "More options" }).click();
  await expect.element(form().getByLabelText("Group Types").first()).toBeVisible();
  expect(listInputs(createGroup)).toEqual([]);
});

test("[G5.12] [G9.11] addresses are pasted in lower case and suggested by their beginning, without those that were entered; two rows of 30 pixels are shown", async () => {
  await openForm();
  paste(people(), "Carol@example.org; dora@example.org\ncarol@example.org, nobody");
  await expect
    .element(
      form()
        .getByText(/Enter an email address, a program’s system ID, or # and a group’s name\./)
        .first(),
    )
    .toBeVisible();
  await people().click();
  await userEvent.keyboard("BO");
  const option = form().getByRole("option", { name: bob });
  await expect.element(option).toBeVisible();
  await expect.poll(() => options().elements().length).toBe(3);
  expect([boxOf(option).height, boxOf(form().getByRole("listbox")).height]).toEqual([30, 60]);
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(people()).toHaveAttribute("aria-activedescendant", option.element().id);
  await userEvent.keyboard("{Enter}");
  // One of the four entries cannot be used.
  await expect.element(form().getByText("3 entries")).toBeVisible();
  for (const address of [bob, "carol@example.org", "dora@example.org"])
    await expect.element(access(address)).toHaveTextContent("Can chat");
  await userEvent.keyboard("bo");
  await expect
    .poll(() =>
      options()
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([bonnie, boris]);
});

test("[G2.15] a group is created with its people, their access and its types once the entries that cannot be used are removed; it then offers its first assistant", async () => {
  const groups = await openForm();
  await nameField().fill("Physics");
  await form().getByRole("button", { name: "More options" }).click();
  await form().getByRole("combobox", { name: "Group Types" }).click();
  await userEvent.keyboard("Teachers,Students,");
  paste(people(), "carol@example.org, bob@example.org, nobody");
  await expect.element(access(bob)).toBeVisible();
  await access(bob).click();
  await page.getByRole("option", { name: "Can edit", exact: true }).click();
  await submit().click();
  await expect.element(form().getByText("Correct or remove 1 entry.")).toBeVisible();
  (form().getByRole("button", { name: "Remove nobody" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await submit().click();
  await expect.element(page.getByText("Group successfully created.")).toBeVisible();
  expect(groups.get("Physics")).toMatchObject({
    groupTypes: ["Teachers", "Students"],
    members: { [getPerson().email]: "admin", "carol@example.org": "read", [bob]: "write" },
  });
  await expect.element(page.getByText("“Physics” has no assistants yet")).toBeVisible();
  const admin = dialogNamed("Assistant Admin Interface");
  expect(admin.getByRole("button", { name: "Add members" }).elements()).toEqual([]);
  await admin.getByRole("button", { name: "Create the first assistant" }).click();
  await expect.element(admin.getByRole("textbox", { name: "Assistant Name", exact: true })).toHaveFocus();
  await expect.element(admin.getByText("In the group Physics")).toBeVisible();
});

test("[G8.08] a group that cannot be created although its dialog was closed opens the dialog again with everything that was entered", async () => {
  await openForm();
  await nameField().fill("Physics");
  paste(people(), `${bob},`);
  await expect.element(access(bob)).toBeVisible();
  await access(bob).click();
  await page.getByRole("option", { name: "Can edit", exact: true }).click();
  failOp(createGroup, "The disk is full.");
  const creating = pauseOp(createGroup);
  await submit().click();
  await creating.reached;
  await form().getByRole("button", { name: "Cancel" }).click();
  await expect.element(form()).not.toBeInTheDocument();
  creating.release();
  await expect.element(form()).toBeVisible();
  const failure = alertWithText("We are unable to create the group at this time. Please try again later.");
  await expect.element(failure.getByText("The disk is full.")).toBeVisible();
  await expect.element(nameField()).toHaveValue("Physics");
  await expect.element(access(bob)).toHaveTextContent("Can edit");
});

test("a group that was created without members offers to add some", async () => {
  await openForm();
  await nameField().fill("Algebra");
  await userEvent.keyboard("{Enter}");
  const admin = dialogNamed("Assistant Admin Interface");
  await admin.getByRole("button", { name: "Add members" }).click();
  await expect.element(admin.getByText("1 member", { exact: true })).toBeVisible();
});
