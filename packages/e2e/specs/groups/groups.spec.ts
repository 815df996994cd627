import {
  createAssistant,
  createGroup,
  deleteGroup,
  getAssistant,
  listGroups,
  shareAssistant,
  updateGroupMembers,
  updateGroupPermissions,
} from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp, interceptOp } from "../../support/interceptOp.ts";
import { narrowViewport, wideViewport } from "../../support/openBrowser.ts";
import {
  alertWithText,
  clickDialogButton,
  expectEventually,
  expectFocused,
  expectVisible,
  openWorkspace,
  sidePanel,
} from "../../support/screen.ts";
import { selectChoice } from "../../support/selectField.ts";
import { withoutEvents } from "../../support/withoutEvents.ts";

// Site administrators have all features, so that they can create groups.
const ADMIN = "head@example.org";
const fixture = createWorkspaceFixture({ environment: { ADMINS: ADMIN } });

const onlyAdminText =
  "You are currently the only admin in the group, your admin access will be unchanged at this time. Please confirm updated user access changes again.";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const memberRow = (page: Page, address: string) => page.getByRole("row").filter({ hasText: address });
const access = (page: Page, address: string) =>
  page.getByRole("combobox", { name: `Access for ${address}`, exact: true });

async function chooseAccess(page: Page, address: string, level: string): Promise<void> {
  await access(page, address).click();
  const list = page.getByRole("listbox", { name: `Access for ${address}`, exact: true });
  await list.getByRole("option", { name: level, exact: true }).click();
  await list.waitFor({ state: "detached" });
}

async function runPaletteAction(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill(name);
  await page.getByRole("option", { name }).first().waitFor();
  await page.keyboard.press("Enter");
}

async function paste(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((element, pastedText) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pastedText);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Lets the keys of a native field choose Write instead of Read, after each way to leave the level as it is. */
async function chooseByKeyboard(page: Page, address: string): Promise<void> {
  const field = access(page, address);
  const list = page.getByRole("listbox", { name: `Access for ${address}`, exact: true });
  const expectActive = (level: string) =>
    expectEventually(async () => {
      const id = await field.getAttribute("aria-activedescendant");
      return id === null ? null : page.locator(`[id="${id}"]`).textContent();
    }).toBe(level);
  await field.focus();
  for (const key of ["ArrowDown", "Enter", "Space"]) {
    await page.keyboard.press(key);
    await list.waitFor();
    await expectActive("Can chat");
    expect(await list.getByRole("option", { selected: true }).textContent()).toBe("Can chat");
    if (key === "ArrowDown") {
      await expectInsideWindow(page, list);
      await checkAxe(page, "the levels of a member");
      for (const [next, level] of [
        ["ArrowDown", "Can edit"],
        ["End", "Admin"],
        ["ArrowDown", "Admin"],
        ["ArrowUp", "Can edit"],
        ["Home", "Can chat"],
        ["a", "Admin"],
      ] as const) {
        await page.keyboard.press(next);
        await expectActive(level);
      }
    }
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await expectFocused(field);
    expect(await field.textContent()).toBe("Can chat");
  }
  await field.click();
  await list.waitFor();
  await field.click();
  await list.waitFor({ state: "detached" });
  await page.keyboard.press("c");
  await expectActive("Can edit");
  await page.keyboard.press("Enter");
  await list.waitFor({ state: "detached" });
  await expectFocused(field);
  expect(await field.textContent()).toBe("Can edit");
}

async function expectInsideWindow(page: Page, element: Locator): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expectEventually(async () => {
    const box = await element.boundingBox();
    return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
  }).toBe(true);
}

/** Answers a question with Cancel, after which everything is as before. */
async function refuseQuestion(page: Page, title: string): Promise<void> {
  const question = page.getByRole("alertdialog", { name: title, exact: true });
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
}

/** Lets the page's dialog create a group with these people, and opens its management. */
async function createByDialog(page: Page, name: string, people: string): Promise<void> {
  await runPaletteAction(page, "Create a group");
  await page.getByLabel("Group Name").fill(name);
  await paste(page.getByRole("combobox", { name: "Add Members" }), `${people},`);
  await dialog(page, "Create Group").getByRole("button", { name: "Create Group" }).click();
  await expectVisible(page, "Group successfully created.");
  await page.getByRole("tab", { name: "Group Management" }).click();
}

test("[G2.15] [G5.12] [G8.08] [G9.11] a group is created with pasted and suggested people by the keyboard; a failure keeps everything and opens the dialog again", async () => {
  const { email: bob } = await fixture.openSignedIn({ email: "bob@example.org" });
  const { email: bonnie } = await fixture.openSignedIn({ email: "bonnie@example.org" });
  const { email: boris } = await fixture.openSignedIn({ email: "boris@example.org" });
  const { page } = await fixture.openSignedIn({ email: ADMIN });
  await openWorkspace(page, fixture.url);
  await runPaletteAction(page, "Create a group");
  const form = dialog(page, "Create Group");
  await form.getByLabel("Group Name").waitFor();
  // As high as its few fields.
  const readHeight = async () => (await form.boundingBox())?.height ?? Infinity;
  await expectEventually(readHeight).toBeLessThan((page.viewportSize()?.height ?? 0) / 2);
  await page.getByLabel("Group Name").press("Enter");
  await expectVisible(form, "Group name is required. Please add a group name to create the group.");
  await page.getByLabel("Group Name").fill("Physics");
  expect(await form.getByLabel("Group Types").count()).toBe(0);
  await form.getByRole("button", { name: "More options" }).click();
  await form.getByLabel("Group Types").pressSequentially("Teachers,Students,");

  const people = form.getByRole("combobox", { name: "Add Members" });
  await people.press("Enter");
  await paste(people, "Carol@example.org; dora@example.org\ncarol@example.org, nobody");
  await expectVisible(form, "Enter an email address, a program’s system ID, or # and a group’s name.");
  await people.pressSequentially("BO");
  const option = form.getByRole("option", { name: bob });
  await option.waitFor();
  expect((await option.boundingBox())?.height).toBe(30);
  expect(await form.getByRole("listbox").getByRole("option").count()).toBe(3);
  expect((await form.getByRole("listbox").boundingBox())?.height).toBe(60);
  await people.press("ArrowDown");
  expect(await people.getAttribute("aria-activedescendant")).toBe(await option.getAttribute("id"));
  await checkAxe(page, "people suggestions");
  await people.press("Enter");
  // One of the four entries cannot be used.
  await expectVisible(form, "3 entries");
  for (const address of [bob, "carol@example.org", "dora@example.org"]) {
    await expectEventually(() => access(page, address).textContent()).toBe("Can chat");
  }
  await chooseAccess(page, bob, "Can edit");
  await people.pressSequentially("bo");
  await expectEventually(() => form.getByRole("listbox").getByRole("option").allTextContents()).toEqual([
    bonnie,
    boris,
  ]);
  await people.fill("");

  await form.getByRole("button", { name: "Create Group", exact: true }).click();
  await expectVisible(form, "Correct or remove 1 entry.");
  await form.getByRole("button", { name: "Remove nobody" }).focus();
  await page.keyboard.press("Enter");
  await form.getByText("nobody", { exact: true }).waitFor({ state: "detached" });

  const { promise: closed, resolve: fail } = Promise.withResolvers<void>();
  const endFailure = await interceptOp(page, createGroup, async (route) => {
    await closed;
    const body = { success: false, message: "The disk is full.", code: "internal", requestId: "request-of-the-test" };
    await route.fulfill({ status: 500, json: body });
  });
  await form.getByRole("button", { name: "Create Group", exact: true }).click();
  await form.getByRole("button", { name: "Cancel" }).click();
  await form.waitFor({ state: "detached" });
  fail();
  await form.waitFor();
  const failure = alertWithText(page, "We are unable to create the group at this time. Please try again later.");
  await failure.waitFor();
  await expectVisible(failure, "The disk is full.");
  await endFailure();
  expect(await page.getByLabel("Group Name").inputValue()).toBe("Physics");
  expect(await access(page, bob).textContent()).toBe("Can edit");

  await form.getByRole("button", { name: "Create Group", exact: true }).click();
  await expectVisible(page, "Group successfully created.");
  const management = dialog(page, "Assistant Admin Interface");
  await expectVisible(management, "“Physics” has no assistants yet");
  expect(await management.getByRole("button", { name: "Add members" }).count()).toBe(0);
  await management.getByRole("tab", { name: "Group Management" }).click();
  await expectVisible(management, "4 members");
  await expectVisible(management.getByRole("status"), "4");
  await management.getByRole("heading", { name: "Group Types" }).waitFor();
  await expectVisible(memberRow(page, "carol@example.org"), "Hasn’t signed in yet");
  expect(await access(page, ADMIN).textContent()).toBe("Admin");
  expect(await access(page, bob).textContent()).toBe("Can edit");
  await expectVisible(management, "Students");
  await checkAxe(page, "group management");

  await management.getByRole("tab", { name: "Assistants", exact: true }).click();
  await management.getByRole("button", { name: "Create the first assistant", exact: true }).click();
  await expectFocused(management.getByRole("textbox", { name: "Assistant Name", exact: true }));
  await expectVisible(management, "In the group Physics");
}, 150_000);

test("members see in their group which of its assistants they can use, and who shares them, and a click opens a chat", async () => {
  const { api } = await fixture.openSignedIn({ email: ADMIN });
  const { page, email } = await fixture.openSignedIn();
  const members = { [email]: "read" as const };
  const { id: groupId } = await api.call(createGroup, { group_name: `Geodesy of ${email}`, members });
  await api.call(createAssistant, { name: "Maps", groupId, isPublished: true });
  await api.call(createAssistant, { name: "Draft of tides", groupId });
  const { assistantId } = await api.call(createAssistant, { name: "Compass" });
  await api.call(shareAssistant, { assistantId, recipientUsers: [groupId] });
  await openWorkspace(page, fixture.url);
  await runPaletteAction(page, "Your groups");
  const links = dialog(page, "Your groups").getByRole("region", { name: "Assistants" }).getByRole("link");
  await expectEventually(() => links.allTextContents()).toEqual([expect.stringMatching(/^CompassShared by /), "Maps"]);
  expect(await page.getByRole("button", { name: "Manage assistants" }).count()).toBe(0);
  await checkAxe(page, "the assistants of a group");
  await links.first().click();
  await dialog(page, "Your groups").waitFor({ state: "detached" });
  await expectVisible(page.getByRole("main"), "Compass");
});

test("a group that was created without members offers to add some, and then to its administrators its assistants", async () => {
  const { page, api } = await fixture.openSignedIn({ email: ADMIN });
  await openWorkspace(page, fixture.url);
  await runPaletteAction(page, "Create a group");
  await page.getByLabel("Group Name").fill("Algebra");
  await page.keyboard.press("Enter");
  const admin = dialog(page, "Assistant Admin Interface");
  await admin.getByRole("button", { name: "Add members" }).click();
  await expectVisible(admin, "1 member");
  await page.keyboard.press("Escape");
  await admin.waitFor({ state: "detached" });
  const id = (await api.call(listGroups, {})).groups.find(({ name }) => name === "Algebra")?.id ?? "";
  await runPaletteAction(page, "Your groups");
  await selectChoice(dialog(page, "Your groups"), "Group", "Algebra · Admin");
  await page.getByRole("button", { name: "Manage assistants" }).click();
  await expectVisible(admin, "“Algebra” has no assistants yet");
  await api.call(deleteGroup, { group_id: id });
});

test("[G5.16] [G6.15] [G8.14a] the only administrator cannot give up the group; another administrator takes over, and the first one leaves", async () => {
  const { page: successorPage, email } = await fixture.openSignedIn();
  const { page } = await fixture.openSignedIn({ email: ADMIN });
  await openWorkspace(page, fixture.url);
  await createByDialog(page, "Chemistry", email);
  const leaving = page.getByRole("button", { name: "Leave group" });
  expect(await leaving.getAttribute("aria-disabled")).toBe("true");
  await expectVisible(page, "To leave, make someone else an administrator first.");
  await chooseAccess(page, ADMIN, "Can chat");
  await chooseAccess(page, email, "Can edit");
  await page.getByRole("button", { name: "Update access" }).click();
  await alertWithText(page, onlyAdminText).waitFor();
  expect(await access(page, ADMIN).textContent()).toBe("Admin");
  expect(await access(page, email).textContent()).toBe("Can edit");
  await page.getByRole("button", { name: "Update access" }).click();
  await expectVisible(page, "Successfully updated users group access.");

  await openWorkspace(successorPage, fixture.url);
  await runPaletteAction(successorPage, "Your groups");
  await expectVisible(
    successorPage,
    "You can edit the assistants of this group. Only its administrators can change the group itself.",
  );
  expect(await successorPage.getByRole("button", { name: "Add members" }).count()).toBe(0);

  await chooseAccess(page, email, "Admin");
  await page.getByRole("button", { name: "Update access" }).click();
  // The open page of the new administrator follows.
  await access(successorPage, ADMIN).waitFor();
  for (const level of ["Can chat", "Can edit"]) {
    await chooseAccess(page, ADMIN, level);
    await page.getByRole("button", { name: "Update access" }).click();
    await refuseQuestion(page, `Set your access to “${level}”`);
  }
  await page.getByRole("button", { name: `Remove ${ADMIN}` }).click();
  await refuseQuestion(page, "Remove yourself from the group");
  await page.getByRole("button", { name: "Leave group" }).click();
  await refuseQuestion(page, "Leave group");
  await memberRow(successorPage, ADMIN).waitFor();
  expect(await access(successorPage, ADMIN).textContent()).toBe("Admin");
  await page.getByRole("button", { name: "Leave group" }).click();
  await clickDialogButton(page, "Leave group");
  await expectVisible(page, "You have left “Chemistry”.");
  await memberRow(successorPage, ADMIN).waitFor({ state: "detached" });

  await successorPage.getByRole("button", { name: "Delete group" }).click();
  await expectVisible(successorPage, /Its files are deleted after 30 days\..*This can’t be undone\.$/);
  await clickDialogButton(successorPage, "Delete group");
  await expectVisible(successorPage, "Successfully deleted group.");
}, 150_000);

test("[G2.09] [G2.23] [G8.14a] types are changed; members are searched, added and removed; a removed administrator sees at once that the membership has ended, and keeps what was typed", async () => {
  const { page: otherPage, email } = await fixture.openSignedIn();
  const { page, api } = await fixture.openSignedIn({ email: ADMIN });
  // What `#` and its name add are members that the other group does not have.
  const members = { "moss@example.org": "read", "lichen@example.org": "write" } as const;
  await api.call(createGroup, { group_name: `Ferns of ${email}`, members });
  await openWorkspace(page, fixture.url);
  const group = `Biology of ${email}`;
  await createByDialog(page, group, email);
  await chooseAccess(page, email, "Admin");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Unsaved changes" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await question.waitFor({ state: "detached" });
  expect(await access(page, email).textContent()).toBe("Admin");
  await page.getByRole("button", { name: "Update access" }).click();
  await expectVisible(page, "Successfully updated users group access.");

  await openWorkspace(otherPage, fixture.url);
  await runPaletteAction(otherPage, "Your groups");
  await otherPage.getByRole("button", { name: "Add members" }).click();
  const adding = dialog(otherPage, `Add members to “${group}”`);
  const addresses = Array.from({ length: 500 }, (_, index) => `student${index}@example.org`);
  await paste(adding.getByRole("combobox", { name: "Members" }), addresses.join("\n"));
  await expectVisible(adding, "500 entries");
  await memberRow(otherPage, "student1@example.org").getByText("Hasn’t signed in yet").waitFor();
  // Rows far below are rendered when they are scrolled to, so that hundreds do not slow down typing.
  expect(await adding.getByRole("row").count()).toBeLessThan(150);

  await page.getByRole("combobox", { name: "Group Types" }).pressSequentially("Teachers,");
  await page.getByRole("button", { name: "Update group types" }).click();
  await expectVisible(page, "Successfully updated group types.");
  await page.getByRole("button", { name: "Add members" }).click();
  const ownAdding = dialog(page, `Add members to “${group}”`);
  const people = ownAdding.getByRole("combobox", { name: "Members" });
  expect((await ownAdding.boundingBox())?.height).toBeLessThan(400);
  await expectVisible(ownAdding, /Choose a group to add its members\.$/);
  await people.pressSequentially("#Fern");
  await ownAdding.getByRole("option", { name: `Ferns of ${email}` }).click();
  await people.pressSequentially(email.slice(0, -1));
  await ownAdding.getByRole("option", { name: email, exact: true }).click();
  await expectVisible(ownAdding, "2 entries");
  await ownAdding.getByRole("button", { name: "Cancel" }).waitFor();
  await paste(people, addresses.join(", "));
  await ownAdding.getByRole("button", { name: "Add", exact: true }).click();
  await expectVisible(page, "Successfully added users to the group.");
  await expectVisible(page, "504 members");
  await page.getByRole("searchbox", { name: "Search members" }).fill("student49");
  await expectVisible(page, "11 of 504 members");
  await page.getByRole("checkbox", { name: "Select all listed members" }).check();
  const endFailure = await failOp(page, updateGroupMembers, "The disk is full.");
  await page.getByRole("button", { name: "Remove 11 members" }).click();
  await clickDialogButton(page, "Remove");
  await alertWithText(page, "Unable to remove users from the group at this time...").waitFor();
  await endFailure();
  await page.getByRole("button", { name: "Remove 11 members" }).click();
  await clickDialogButton(page, "Remove");
  await expectVisible(page, "Successfully removed users from group.");
  await expectVisible(page, "No members match.");

  await page.getByRole("searchbox", { name: "Search members" }).fill(email);
  await page.getByRole("button", { name: `Remove ${email}` }).click();
  await clickDialogButton(page, "Remove");
  await otherPage.getByText("You are no longer a member of this group.").waitFor();
  await adding.getByRole("alert").getByText("You are not authorized to add users to the group.").waitFor();
  expect(await adding.getByRole("button", { name: "Add", exact: true }).isDisabled()).toBe(true);
  await expectVisible(adding, "500 entries");
}, 150_000);

test("[G6.08] an administrator who is demoted while the page is open is told for each change that they are not authorized, and nothing changes", async () => {
  const { api } = await fixture.openSignedIn({ email: ADMIN });
  const { page, context, email } = await fixture.openSignedIn();
  await withoutEvents(context);
  const { id: group_id } = await api.call(createGroup, {
    group_name: `Botany of ${email}`,
    types: ["Students"],
    members: { [email]: "admin", "fern@example.org": "read" },
  });
  await openWorkspace(page, fixture.url);
  await runPaletteAction(page, "Your groups");
  await memberRow(page, "fern@example.org").waitFor();
  await page.getByRole("combobox", { name: "Group Types" }).pressSequentially("Teachers,");
  await api.call(updateGroupPermissions, { group_id, affected_members: { [email]: "write" } });

  // The server refuses the first change. Then the page knows.
  const management = dialog(page, "Your groups");
  const expectRefusal = async (button: string, text: string) => {
    await management.getByRole("button", { name: button, exact: true }).press("Enter");
    const notice = alertWithText(page, text);
    await notice.waitFor();
    await notice.getByRole("button").first().click();
    await notice.waitFor({ state: "detached" });
    expect(await page.getByRole("alertdialog").count()).toBe(0);
  };
  await expectRefusal("Update group types", "You are not authorized to update this group's types.");
  await expectVisible(
    management,
    "You can edit the assistants of this group. Only its administrators can change the group itself.",
  );
  await expectRefusal("Update group types", "You are not authorized to update this group's types.");
  await expectRefusal("Delete group", "You are not authorized to delete this group.");
  await expectRefusal("Add members", "You are not authorized to add users to the group.");
  await expectRefusal("Remove members", "You are not authorized to delete users from the group.");
  await expectRefusal("Update access", "You are not authorized to update user access to the group.");
  expect((await api.call(listGroups, {})).groups.find(({ id }) => id === group_id)).toMatchObject({
    groupTypes: ["Students"],
    members: { [ADMIN]: "admin", [email]: "write", "fern@example.org": "read" },
  });
});

test("a group type that assistants have settings for is removed only after a question that names them, and what they have for it comes back with its name", async () => {
  const { api: creatorApi } = await fixture.openSignedIn({ email: ADMIN });
  const { page, api, email } = await fixture.openSignedIn();
  const group_name = `Mosses of ${email}`;
  const types = ["Staff", "Guests"];
  const group = await creatorApi.call(createGroup, { group_name, types, members: { [email]: "admin" } });
  const groupTypeData = { Staff: { additionalInstructions: "Talk shop." } };
  const { assistantId } = await creatorApi.call(createAssistant, {
    name: "Tutor",
    groupId: group.id,
    data: { groupTypeData },
  });
  const listTypes = async () => (await api.call(listGroups, {})).groups.find(({ id }) => id === group.id)?.groupTypes;
  await openWorkspace(page, fixture.url);
  await runPaletteAction(page, "Your groups");
  const field = page.getByRole("combobox", { name: "Group Types" });
  const save = async () => {
    await page.getByRole("button", { name: "Update group types" }).click();
  };
  await field.press("Backspace");
  await save();
  await expectVisible(page, "Successfully updated group types.");
  expect(await listTypes()).toEqual(["Staff"]);

  await field.press("Backspace");
  await save();
  await expectVisible(
    page.getByRole("alertdialog", { name: "Remove group types" }),
    /^The assistant “Tutor” has settings for “Staff”, such as instructions or documents, which will no longer apply\. They come back/,
  );
  await refuseQuestion(page, "Remove group types");
  expect(await listTypes()).toEqual(["Staff"]);
  await save();
  await clickDialogButton(page, "Remove");
  await expectEventually(listTypes).toEqual([]);
  await field.pressSequentially("Staff,");
  await save();
  await expectEventually(listTypes).toEqual(["Staff"]);
  const { definition } = await creatorApi.call(getAssistant, { assistantId });
  expect(definition?.data.groupTypeData.Staff?.additionalInstructions).toBe("Talk shop.");
}, 60_000);

test.each([
  ["1280 px", wideViewport],
  ["390 px", narrowViewport],
])(
  "at %s, the buttons that remove selected members or update their access appear below the table when there is something to do, and move no row",
  async (_, viewport) => {
    const { page, api } = await fixture.openSignedIn({ email: ADMIN, viewport });
    const group = await api.call(createGroup, { group_name: "Botany", types: [] });
    const members = { "ivy@example.org": "read" as const };
    await api.call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members });
    await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
    await page.getByRole("tab", { name: "Group Management" }).click();
    await memberRow(page, "ivy@example.org").waitFor();
    const changes = page.getByRole("button", { name: /^(Remove \d* ?member|Update access)/ });
    expect(await changes.count()).toBe(0);
    const rowBefore = await memberRow(page, "ivy@example.org").boundingBox();
    await memberRow(page, "ivy@example.org").getByRole("checkbox").check();
    await expectVisible(page, "1 member selected");
    await expectEventually(() => changes.allTextContents()).toEqual(["Remove 1 member"]);
    expect(await memberRow(page, "ivy@example.org").boundingBox()).toEqual(rowBefore);
    await chooseAccess(page, "ivy@example.org", "Can edit");
    await expectEventually(() => changes.allTextContents()).toContain("Update access");
    await checkAxe(page, "selected and changed members");
    await page.getByRole("button", { name: "Clear selection" }).press("Enter");
    await expectEventually(() => changes.allTextContents()).toEqual(["Update access"]);
    expect(await memberRow(page, "ivy@example.org").getByRole("checkbox").isChecked()).toBe(false);
    expect(await page.getByRole("dialog").evaluate((open) => open.contains(document.activeElement))).toBe(true);
    await api.call(deleteGroup, { group_id: group.id });
  },
);

test("[G2.23] the focus stays in the table after each change; after a group is left or deleted, the next one is shown", async () => {
  const { api } = await fixture.openSignedIn({ email: ADMIN });
  const { page, email } = await fixture.openSignedIn();
  const groups = ["Aster", "Zinnia"].map((flower) => `${flower} of ${email}`);
  for (const group_name of groups) {
    const members = { [email]: "admin", "ivy@example.org": "read", "ixia@example.org": "read" } as const;
    await api.call(createGroup, { group_name, members });
  }
  await openWorkspace(page, fixture.url);
  await sidePanel(page).getByRole("tab", { name: "More" }).click();
  const opener = sidePanel(page).getByRole("button", { name: "Your groups" });
  const management = dialog(page, "Your groups");
  await opener.press("Enter");
  await memberRow(page, "ivy@example.org").waitFor();
  await page.keyboard.press("Escape");
  await management.waitFor({ state: "detached" });
  await expectFocused(opener);

  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove ivy@example.org" }).press("Enter");
  await clickDialogButton(page, "Remove");
  await memberRow(page, "ivy@example.org").waitFor({ state: "detached" });
  await expectFocused(page.getByRole("button", { name: "Remove ixia@example.org" }));
  await chooseByKeyboard(page, "ixia@example.org");
  await page.getByRole("button", { name: "Update access" }).press("Enter");
  await expectVisible(page, "Successfully updated users group access.");
  const membersHeading = management.getByRole("heading", { name: "Members" });
  await expectFocused(membersHeading);
  // It takes no input, so it does not look like a field.
  expect(await membersHeading.evaluate((heading) => getComputedStyle(heading).outlineStyle)).toBe("none");

  await page.getByRole("button", { name: "Delete group" }).press("Enter");
  await expectVisible(page, new RegExp(`^Delete “${groups[0]}” \\(3 members, 0 assistants\\)\\?`));
  await clickDialogButton(page, "Delete group");
  await expectVisible(page, "Successfully deleted group.");
  const { groups: remaining } = await api.call(listGroups, {});
  expect(remaining.map(({ name }) => name).filter((name) => groups.includes(name))).toEqual(groups.slice(1));
  await memberRow(page, "ivy@example.org").waitFor();
  await expectFocused(management.getByRole("heading", { name: "Your groups" }));
  await page.getByRole("button", { name: "Leave group" }).press("Enter");
  await clickDialogButton(page, "Leave group");
  await expectVisible(page, `You have left “${groups[1]}”.`);
  const group = management.getByRole("combobox", { name: "Group", exact: true });
  await expectEventually(() => group.inputValue()).toBe("Amplify Assistants · Can chat");
  expect(await management.getByText("You are no longer a member of this group.").count()).toBe(0);
  await expectVisible(management, "This group is public, so everyone is a member and nobody can be removed.");
  expect(await management.getByRole("button", { name: "Leave group" }).count()).toBe(0);
  await expectFocused(management.getByRole("heading", { name: "Your groups" }));
}, 150_000);

test("Ctrl K finds the person's groups by name and opens a chosen one, and assistants by the name of their group; the groups are read once", async () => {
  const { page, api } = await fixture.openSignedIn({ email: ADMIN });
  const name = "Statistics II, Winter 2026";
  await api.call(createGroup, { group_name: "Algebra" });
  const { id: groupId } = await api.call(createGroup, { group_name: name });
  const assistant = { name: "Quantile coach", description: "Explains.", instructions: "Explain.", tags: [] };
  await api.call(createAssistant, { ...assistant, groupId, isPublished: true });
  let requests = 0;
  await interceptOp(page, listGroups, async (route) => {
    requests += 1;
    await route.continue();
  });
  await openWorkspace(page, fixture.url);
  await page.keyboard.press("Control+k");
  const palette = dialog(page, "Command palette");
  await palette.getByRole("combobox").pressSequentially("statistics");
  await palette
    .getByRole("group", { name: "Assistants", exact: true })
    .getByRole("option", { name: `Quantile coach ${name}` })
    .waitFor();
  await palette
    .getByRole("group", { name: "Groups", exact: true })
    .getByRole("option", { name: `${name} Admin` })
    .click();
  const group = dialog(page, "Your groups").getByRole("combobox", { name: "Group", exact: true });
  await expectEventually(() => group.inputValue()).toBe(`${name} · Admin`);
  expect(requests).toBe(1);
});
