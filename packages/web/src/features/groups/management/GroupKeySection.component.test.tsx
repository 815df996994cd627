import { getFeatureFlags, replaceGroupKey, updateGroupMembers } from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { alertWithText } from "../../../testing/chatPage.ts";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { dialogNamed, sidePanel } from "../../../testing/screen.ts";
import { selectChoice } from "../../../testing/selectField.ts";
import { createKey, stubApiKeys } from "../../../testing/stubApiKeys.ts";
import { groupFlags, stubGroups } from "../../../testing/stubGroups.ts";
import { failOp, getPerson, listInputs, stubOp } from "../../../testing/stubServer.ts";

const management = () => dialogNamed("Your groups");
const section = () => management().getByRole("region", { name: "API key" });
const replaceButton = () => section().getByRole("button", { name: "Replace key of Aster" });
const question = () => page.getByRole("alertdialog");

async function openGroups({ hasFlag = true } = {}): Promise<void> {
  stubOp(getFeatureFlags, createFlags({ ...groupFlags, apiKeys: hasFlag }));
  await renderApp();
  await sidePanel().getByRole("tab", { name: "More" }).click();
  await sidePanel().getByRole("button", { name: "Your groups" }).click();
  await expect.element(management().getByRole("heading", { name: "Group Types" })).toBeVisible();
}

const createGroupKey = () =>
  createKey({ kind: "system", applicationName: "Aster", group: { id: "Aster_1", name: "Aster" } });

test("[A7.56] administrators of a group reveal its key, and replace it after a question; the new secret is shown", async () => {
  stubGroups([{ name: "Aster" }]);
  const { secretOf, list } = stubApiKeys([createKey(), createGroupKey()]);
  await openGroups();
  await section().getByRole("button", { name: "Reveal the secret of Aster" }).click();
  await expect.element(section().getByText("amp-v1-2", { exact: true })).toBeVisible();
  await replaceButton().click();
  await expect.element(question().getByText(/The present key stops working at once/)).toBeVisible();
  await question().getByRole("button", { name: "Cancel" }).click();
  expect(listInputs(replaceGroupKey)).toEqual([]);
  await replaceButton().click();
  await question().getByRole("button", { name: "Replace key" }).click();
  await expect.element(section().getByText("amp-v1-3", { exact: true })).toBeVisible();
  expect(listInputs(replaceGroupKey)).toEqual([{ groupId: "Aster_1" }]);
  expect(
    list()
      .filter(({ group, active }) => group && active)
      .map(secretOf),
  ).toEqual(["amp-v1-3"]);
  failOp(replaceGroupKey, "The database isn’t responding.");
  await replaceButton().click();
  await question().getByRole("button", { name: "Replace key" }).click();
  await expect.element(alertWithText("Unable to replace the groups API key...")).toBeVisible();
});

test("a group without a key gets its first one; only administrators with the feature see the section", async () => {
  stubGroups([{ name: "Aster" }, { name: "Birch", members: { [getPerson().email]: "write" } }]);
  stubApiKeys([]);
  await openGroups();
  await expect.element(section().getByText("The group has no API key yet.")).toBeVisible();
  await section().getByRole("button", { name: "Create key" }).click();
  await expect.poll(() => listInputs(replaceGroupKey)).toEqual([{ groupId: "Aster_1" }]);
  await expect.element(section().getByText("amp-v1-1", { exact: true })).toBeVisible();
  await selectChoice(management(), "Group", "Birch · Can edit");
  await expect.element(management().getByText(/^You can edit the assistants of this group/)).toBeVisible();
  await expect.element(section()).not.toBeInTheDocument();
});

test("without the flag there is no section for the key", async () => {
  stubGroups([{ name: "Aster" }]);
  stubApiKeys([createGroupKey()]);
  await openGroups({ hasFlag: false });
  await expect.element(management().getByRole("button", { name: "Leave group" })).toBeVisible();
  await expect.element(section()).not.toBeInTheDocument();
});

test("the system id of a key is added to a group as a member", async () => {
  stubGroups([{ name: "Aster" }]);
  await openGroups();
  await management().getByRole("button", { name: "Add members" }).click();
  const adding = dialogNamed("Add members to “Aster”");
  await adding.getByRole("combobox", { name: "Members" }).fill("Grade-Bot-2-123456,");
  await expect.element(adding.getByRole("row").filter({ hasText: "grade-bot-2-123456" })).toBeVisible();
  await expect.element(adding.getByRole("alert")).not.toBeInTheDocument();
  await adding.getByRole("button", { name: "Add", exact: true }).click();
  await expect
    .poll(() => listInputs(updateGroupMembers))
    .toMatchObject([{ update_type: "ADD", members: { "grade-bot-2-123456": "read" } }]);
});
