import {
  deleteGroup,
  type GroupLevel,
  leaveGroup,
  listGroups,
  updateGroupMembers,
  updateGroupPermissions,
  updateGroupTypes,
} from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { alertWithText } from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, composer, dialogNamed, sidePanel } from "../../../testing/screen.ts";
import { selectChoice } from "../../../testing/selectField.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { stubGroups } from "../../../testing/stubGroups.ts";
import { Failure, failOp, getPerson, listInputs, stubOp } from "../../../testing/stubServer.ts";
import { waitUntilStill } from "../../../testing/waitUntilStill.ts";

const ivy = "ivy@example.org";
const ixia = "ixia@example.org";

const management = () => dialogNamed("Your groups");
const memberRow = (address: string) => page.getByRole("row").filter({ hasText: address });
const access = (address: string) => page.getByRole("combobox", { name: `Access for ${address}`, exact: true });
const levelList = (address: string) => page.getByRole("listbox", { name: `Access for ${address}`, exact: true });
const withMe = (members: Record<string, GroupLevel>, level: GroupLevel = "admin") => ({
  [getPerson().email]: level,
  ...members,
});

async function openGroups(): Promise<void> {
  await renderApp();
  await sidePanel().getByRole("tab", { name: "More" }).click();
  await sidePanel().getByRole("button", { name: "Your groups" }).click();
}

async function chooseAccess(address: string, level: string): Promise<void> {
  await access(address).click();
  await levelList(address).getByRole("option", { name: level, exact: true }).click();
  await expect.element(levelList(address)).not.toBeInTheDocument();
}

async function press(name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
}

async function confirm(button: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: new RegExp(`^${button}( |$)`) }).click();
  await expect.element(question).not.toBeInTheDocument();
}

test("the level of a member is chosen by the keys of a native field; each way to leave it changes nothing", async () => {
  stubGroups([{ name: "Aster", members: withMe({ [ixia]: "read" }) }]);
  await openGroups();
  const field = access(ixia);
  const list = levelList(ixia);
  const expectActive = (level: string) =>
    expect
      .poll(() => document.getElementById(field.element().getAttribute("aria-activedescendant") ?? "")?.textContent)
      .toBe(level);
  await expect.element(field).toBeVisible();
  (field.element() as HTMLElement).focus();
  for (const key of ["{ArrowDown}", "{Enter}", " "]) {
    await userEvent.keyboard(key);
    await expect.element(list).toBeVisible();
    await expectActive("Can chat");
    expect(list.element().querySelector('[aria-selected="true"]')?.textContent).toBe("Can chat");
    if (key === "{ArrowDown}") {
      const { left, top, right, bottom } = boxOf(list);
      expect([left >= 0, top >= 0, right <= innerWidth, bottom <= innerHeight]).toEqual([true, true, true, true]);
      for (const [next, level] of [
        ["{ArrowDown}", "Can edit"],
        ["{End}", "Admin"],
        ["{ArrowDown}", "Admin"],
        ["{ArrowUp}", "Can edit"],
        ["{Home}", "Can chat"],
        ["a", "Admin"],
      ] as const) {
        await userEvent.keyboard(next);
        await expectActive(level);
      }
    }
    await userEvent.keyboard("{Escape}");
    await expect.element(list).not.toBeInTheDocument();
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveTextContent("Can chat");
  }
  await field.click();
  await expect.element(list).toBeVisible();
  await field.click();
  await expect.element(list).not.toBeInTheDocument();
  await userEvent.keyboard("c");
  await expectActive("Can edit");
  await userEvent.keyboard("{Enter}");
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveTextContent("Can edit");
});

test("[G2.23] the focus stays in the table after each change", async () => {
  const { get } = stubGroups([{ name: "Aster", members: withMe({ [ivy]: "read", [ixia]: "read" }) }]);
  await openGroups();
  await expect.element(memberRow(ivy)).toBeVisible();
  await press(`Remove ${ivy}`);
  await confirm("Remove");
  await expect.element(memberRow(ivy)).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: `Remove ${ixia}` })).toHaveFocus();
  await chooseAccess(ixia, "Can edit");
  await press("Update access");
  await expect.element(page.getByText("Successfully updated users group access.")).toBeVisible();
  const heading = management().getByRole("heading", { name: "Members" });
  await expect.element(heading).toHaveFocus();
  // It takes no input, so it does not look like a field.
  expect(getComputedStyle(heading.element()).outlineStyle).toBe("none");
  expect(get("Aster").members).toEqual(withMe({ [ixia]: "write" }));
});

test("[G2.23] after a group is deleted or left, the next one is shown, with the focus; nobody leaves a public group that nobody added them to", async () => {
  const members = withMe({ [ivy]: "admin", [ixia]: "read" });
  stubGroups([
    { name: "Amplify Assistants", level: "read", members: {}, canLeave: false, isPublic: true, isBuiltIn: true },
    { name: "Aster", members },
    { name: "Zinnia", members },
  ]);
  await openGroups();
  await expect.element(memberRow(ivy)).toBeVisible();
  await press("Delete group");
  await expect.element(page.getByText(/^Delete “Aster” \(3 members, 0 assistants\)\?/)).toBeVisible();
  await confirm("Delete group");
  await expect.element(page.getByText("Successfully deleted group.")).toBeVisible();
  expect(listInputs(deleteGroup)).toEqual([{ group_id: "Aster_1" }]);
  const group = management().getByRole("combobox", { name: "Group", exact: true });
  await expect.element(group).toHaveValue("Zinnia · Admin");
  await expect.element(memberRow(ivy)).toBeVisible();
  await expect.element(management().getByRole("heading", { name: "Your groups" })).toHaveFocus();
  await press("Leave group");
  await confirm("Leave group");
  await expect.element(page.getByText("You have left “Zinnia”.")).toBeVisible();
  expect(listInputs(leaveGroup)).toEqual([{ group_id: "Zinnia_1" }]);
  await expect.element(group).toHaveValue("Amplify Assistants · Can chat");
  expect(management().getByText("You are no longer a member of this group.").elements()).toEqual([]);
  await expect
    .element(management().getByText("This group is public, so everyone is a member and nobody can be removed."))
    .toBeVisible();
  expect(management().getByRole("button", { name: "Leave group" }).elements()).toEqual([]);
  await expect.element(management().getByRole("heading", { name: "Your groups" })).toHaveFocus();
});

test("the dialog with the groups returns the focus to what opened it", async () => {
  stubGroups([{ name: "Aster", members: withMe({ [ivy]: "read" }) }]);
  await renderApp();
  await sidePanel().getByRole("tab", { name: "More" }).click();
  await press("Your groups");
  await expect.element(memberRow(ivy)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(management()).not.toBeInTheDocument();
  await expect.element(sidePanel().getByRole("button", { name: "Your groups" })).toHaveFocus();
});

test("[G6.08] an administrator who is demoted while the page is open is told for each change that they are not authorized", async () => {
  const groups = stubGroups([
    { name: "Botany", groupTypes: ["Students"], members: withMe({ [ivy]: "read", [ixia]: "admin" }) },
  ]);
  stubOp(updateGroupTypes, () => {
    groups.change("Botany", { members: withMe({ [ivy]: "read", [ixia]: "admin" }, "write") }, { isTold: false });
    throw new Failure("You are not authorized to update this group's types.", { status: 403, code: "forbidden" });
  });
  await openGroups();
  await expect.element(memberRow(ivy)).toBeVisible();
  await page.getByRole("combobox", { name: "Group Types" }).click();
  await userEvent.keyboard("Teachers,");
  const expectRefusal = async (button: string, text: string) => {
    await press(button);
    const notice = alertWithText(text);
    await expect.element(notice).toBeVisible();
    await notice.getByRole("button").first().click();
    await expect.element(notice).not.toBeInTheDocument();
    expect(page.getByRole("alertdialog").elements()).toEqual([]);
  };
  // The server refuses the first change. Then the page knows.
  await expectRefusal("Update group types", "You are not authorized to update this group's types.");
  await expect
    .element(
      management().getByText(
        "You can edit the assistants of this group. Only its administrators can change the group itself.",
      ),
    )
    .toBeVisible();
  await expectRefusal("Update group types", "You are not authorized to update this group's types.");
  await expectRefusal("Delete group", "You are not authorized to delete this group.");
  await expectRefusal("Add members", "You are not authorized to add users to the group.");
  await expectRefusal("Remove members", "You are not authorized to delete users from the group.");
  await expectRefusal("Update access", "You are not authorized to update user access to the group.");
  expect(listInputs(updateGroupTypes).length).toBe(1);
  expect(groups.get("Botany").groupTypes).toEqual(["Students"]);
});

test("[G8.03] [G8.04] [G8.05] [G8.06] [G8.07] each change that fails says so in its own words", async () => {
  const groups = stubGroups([{ name: "Lichens", groupTypes: ["Students"], members: withMe({ [ivy]: "read" }) }]);
  for (const op of [updateGroupTypes, updateGroupMembers, updateGroupPermissions, deleteGroup]) {
    failOp(op, "The disk is full.");
  }
  await openGroups();
  await expect.element(memberRow(ivy)).toBeVisible();
  const expectFailure = (text: string) => expect.element(alertWithText(text)).toBeVisible();

  await page.getByRole("combobox", { name: "Group Types" }).click();
  await userEvent.keyboard("Teachers,");
  await press("Update group types");
  await expectFailure("Unable to update group types at this time. Please try again later.");
  await chooseAccess(ivy, "Can edit");
  await press("Update access");
  await expectFailure("Unable to update users group access at this time...");
  await press(`Remove ${ivy}`);
  await confirm("Remove");
  await expectFailure("Unable to remove users from the group at this time...");
  await press("Delete group");
  await confirm("Delete group");
  await expectFailure("Unable to delete this group at this time. Please try again later.");
  await press("Add members");
  await dialogNamed("Add members to “Lichens”").getByRole("combobox", { name: "Members" }).fill(`${ixia},`);
  await press("Add");
  await expectFailure("Unable to add users to the group at this time...");
  expect(groups.get("Lichens")).toMatchObject({ groupTypes: ["Students"], members: withMe({ [ivy]: "read" }) });
});

test("a group type that assistants have settings for is removed only after a question that names them", async () => {
  const groups = stubGroups([{ name: "Mosses", groupTypes: ["Staff", "Guests"] }]);
  const group = { id: "Mosses_1", name: "Mosses" };
  const typeOf = (name: string, isCustomized: boolean) => ({
    name,
    isDisabled: false,
    disabledMessage: "",
    isCustomized,
  });
  const groupTypes = [typeOf("Staff", true), typeOf("Guests", false)];
  stubAssistants([{ name: "Tutor", group, fields: { groupTypes } }]);
  await openGroups();
  const field = page.getByRole("combobox", { name: "Group Types" });
  await expect.element(field).toBeVisible();
  (field.element() as HTMLElement).focus();
  await userEvent.keyboard("{Backspace}");
  await press("Update group types");
  await expect.element(page.getByText("Successfully updated group types.")).toBeVisible();
  expect(groups.get("Mosses").groupTypes).toEqual(["Staff"]);

  (field.element() as HTMLElement).focus();
  await userEvent.keyboard("{Backspace}");
  await press("Update group types");
  await expect
    .element(page.getByRole("alertdialog", { name: "Remove group types" }))
    .toMatchTextContent(
      /The assistant “Tutor” has settings for “Staff”, such as instructions or documents, which will no longer apply\. They come back/,
    );
  await confirm("Cancel");
  expect(groups.get("Mosses").groupTypes).toEqual(["Staff"]);
  await press("Update group types");
  await confirm("Remove");
  await expect.poll(() => groups.get("Mosses").groupTypes).toEqual([]);
});

test.each([
  ["Botany", 1280, 800],
  ["Ecology", 390, 844],
])(
  "in the group %s, at %i px, the buttons that remove selected members or update their access appear below the table when there is something to do, and move no row",
  async (name, width, height) => {
    await page.viewport(width, height);
    // What is not saved yet is remembered for the group, so that each test has its own.
    stubGroups([{ name, members: withMe({ [ivy]: "read" }) }]);
    await renderApp(`#admin=${name}_1&tab=group`);
    await expect.element(memberRow(ivy)).toBeVisible();
    const changes = page.getByRole("button", { name: /^(Remove \d+ member|Remove members|Update access)/ });
    const listChanges = () => changes.elements().map(({ textContent }) => textContent);
    expect(listChanges()).toEqual([]);
    const readRow = () => boxOf(memberRow(ivy)).toJSON();
    await waitUntilStill(memberRow(ivy));
    const rowBefore = readRow();
    await memberRow(ivy).getByRole("checkbox").click();
    await expect.element(page.getByText("1 member selected")).toBeVisible();
    await expect.poll(listChanges).toEqual(["Remove 1 member"]);
    await expect.poll(readRow).toEqual(rowBefore);
    await chooseAccess(ivy, "Can edit");
    await expect.poll(listChanges).toContain("Update access");
    await press("Clear selection");
    await expect.poll(listChanges).toEqual(["Update access"]);
    await expect.element(memberRow(ivy).getByRole("checkbox")).not.toBeChecked();
    await expect.poll(() => page.getByRole("dialog").first().element().contains(document.activeElement)).toBe(true);
  },
);

test("group types that are typed while the former ones are saved stay", async () => {
  const groups = stubGroups([{ name: "Ferns", groupTypes: ["Staff"] }]);
  const released = Promise.withResolvers<void>();
  const sent: string[][] = [];
  stubOp(updateGroupTypes, async ({ types }) => {
    sent.push(types);
    await released.promise;
    groups.change("Ferns", { groupTypes: types }, { isTold: false });
    return {};
  });
  await openGroups();
  const field = page.getByRole("combobox", { name: "Group Types" });
  await field.click();
  await userEvent.keyboard("Guests,");
  await press("Update group types");
  await expect.poll(() => sent).toEqual([["Staff", "Guests"]]);
  await field.click();
  await userEvent.keyboard("Alumni,");
  released.resolve();
  await expect.element(page.getByText("Successfully updated group types.")).toBeVisible();
  await expect.element(page.getByText("Alumni", { exact: true })).toBeVisible();
  await press("Update group types");
  await expect.poll(() => sent.at(-1)).toEqual(["Staff", "Guests", "Alumni"]);
});

test("members see in their group which of its assistants they can use, and who shares them, and a click opens a chat", async () => {
  stubGroups([{ name: "Geodesy", level: "read", members: {} }]);
  const group = { id: "Geodesy_1", name: "Geodesy" };
  const reader = { role: "use", noEdit: true, noDelete: true } as const;
  const owner = { name: "Cleo", email: "cleo@example.org" };
  stubAssistants(
    [
      { name: "Maps", group, isPublished: true, fields: reader },
      { name: "Compass", sharedWith: { [group.id]: "use" }, fields: { ...reader, owner } },
    ],
    { groups: [group] },
  );
  await openGroups();
  const links = management().getByRole("region", { name: "Assistants" }).getByRole("link");
  await expect
    .poll(() => links.elements().map(({ textContent }) => textContent))
    .toEqual([expect.stringMatching(/^CompassShared by Cleo/), "Maps"]);
  expect(page.getByRole("button", { name: "Manage assistants" }).elements()).toEqual([]);
  // A real click would load the page of the test again, which has another address than the link.
  document.addEventListener(
    "click",
    (event) => {
      event.preventDefault();
      if (event.target instanceof Element) location.hash = event.target.closest("a")?.hash ?? "";
    },
    { once: true },
  );
  await links.first().click();
  await expect.element(management()).not.toBeInTheDocument();
  await expect.element(page.getByRole("main").getByText("Compass").first()).toBeVisible();
});

test("the management of a group leads its administrators to its assistants", async () => {
  stubGroups([{ name: "Algebra" }]);
  await openGroups();
  await selectChoice(management(), "Group", "Algebra · Admin");
  await page.getByRole("button", { name: "Manage assistants" }).click();
  await expect.element(page.getByText("“Algebra” has no assistants yet")).toBeVisible();
});

test("Ctrl K finds the person's groups by name and opens a chosen one, and assistants by the name of their group; the groups are read once", async () => {
  const name = "Statistics II, Winter 2026";
  stubGroups([{ name: "Algebra" }, { name, id: "Statistics_1" }]);
  stubAssistants([{ name: "Quantile coach", group: { id: "Statistics_1", name }, isPublished: true }]);
  await renderApp();
  await expect.element(composer()).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  const palette = dialogNamed("Command palette");
  await palette.getByRole("combobox").fill("statistics");
  await expect
    .element(
      palette
        .getByRole("group", { name: "Assistants", exact: true })
        .getByRole("option", { name: `Quantile coach ${name}` }),
    )
    .toBeVisible();
  await palette
    .getByRole("group", { name: "Groups", exact: true })
    .getByRole("option", { name: `${name} Admin` })
    .click();
  await expect
    .element(management().getByRole("combobox", { name: "Group", exact: true }))
    .toHaveValue(`${name} · Admin`);
  expect(listInputs(listGroups).length).toBe(1);
});

test("the administrators of a group see its limit, which they cannot change", async () => {
  stubGroups([{ name: "Aster", rateLimit: { period: "Monthly", rate: 50 } }]);
  await openGroups();
  const text = "Chats with the assistants of this group may cost $50.00 per month together.";
  await expect.element(management().getByText(text)).toBeVisible();
  expect(management().getByRole("textbox", { name: "Rate" }).elements()).toEqual([]);
});
