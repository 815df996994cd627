import { createGroup, updateGroupMembers } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { failOp } from "../../support/browser/interceptOp.ts";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { alertWithText, clickDialogButton, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { ADMIN, adminWorkspace } from "../../support/servers/adminEnvironment.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture(adminWorkspace);

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

test("[G5.16] [G6.15] [G8.14a] the only administrator cannot give up the group; another administrator takes over, and the first one leaves", async () => {
  const { page: successorPage, email } = await fixture.openSignedIn();
  const { page } = await fixture.openSignedIn({ email: ADMIN });
  await openWorkspace(page, fixture.url);
  await createByDialog(page, `Chemistry of ${email}`, email);
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
  await expectVisible(page, `You have left “Chemistry of ${email}”.`);
  await memberRow(successorPage, ADMIN).waitFor({ state: "detached" });

  await successorPage.getByRole("button", { name: "Delete group" }).click();
  await expectVisible(successorPage, /Its files are deleted after 30 days\..*This can’t be undone\.$/);
  await clickDialogButton(successorPage, "Delete group");
  await expectVisible(successorPage, "Successfully deleted group.");
}, 150_000);

test("[G2.09] [G2.23] [G8.14a] [G9.06] types are changed; members are searched, added and removed; a removed administrator sees at once that the membership has ended, and keeps what was typed", async () => {
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
  await checkAxe(page, "group management");
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
