import { getFeatureFlags, getSiteConfigs, updateSiteConfigs } from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openSiteAdmin } from "../../../entities/shell/siteAdminRoute.ts";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { dialogNamed } from "../../../testing/screen.ts";
import { listInputs, stubOp } from "../../../testing/stubServer.ts";
import { discardConfigDrafts } from "../configDrafts.ts";

const dialog = () => dialogNamed("Admin Interface");
const preview = () => dialogNamed("Import Amplify Groups");
const group = (groupName: string, members: string[] = []) => ({
  groupName,
  members,
  createdBy: null,
  includeFromOtherGroups: [] as string[],
});
const stored = { Staff: group("Staff", ["ann@example.org", "ben@example.org"]), Law: group("Law") };

beforeEach(async () => {
  discardConfigDrafts();
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  stubOp(getSiteConfigs, { admins: [], amplifyGroups: stored, featureFlags: {}, states: {} });
  stubOp(updateSiteConfigs, { amplifyGroups: { success: true } });
  await renderApp();
  openSiteAdmin("configurations");
});

const choose = (text: string) =>
  userEvent.upload(dialog().getByLabelText("CSV file with Amplify Groups"), new File([text], "staff.csv"));

test("a file is previewed, with what it changes and the lines it leaves out, before anything is changed or saved", async () => {
  await choose("group;member\nStaff;ann@example.org\nStaff;cara@example.org\nArts;dan@example.org\nLaw;nobody\n");
  await expect
    .element(preview().getByRole("status"))
    .toHaveTextContent("1 new group · 1 changed group · 2 members added · 0 members removed");
  await expect
    .element(preview().getByRole("region", { name: "Lines that are left out" }).getByRole("listitem"))
    .toHaveTextContent("Line 5: “nobody” is not an email address.");
  await preview().getByRole("button", { name: "Staff · +1" }).click();
  await expect.element(preview().getByText("cara@example.org")).toBeVisible();
  await preview().getByRole("checkbox", { name: "Remove members that the file doesn’t name" }).click();
  await expect.element(preview().getByRole("button", { name: "Staff · +1 · −1" })).toBeVisible();
  await expect.element(preview().getByText("ben@example.org")).toBeVisible();
  await preview().getByRole("button", { name: "Apply" }).click();
  await expect.element(dialog().getByRole("tab", { name: "Configurations, not saved" })).toBeVisible();
  expect(listInputs(updateSiteConfigs)).toEqual([]);

  await dialog().getByRole("button", { name: "Save Changes" }).click();
  await expect.element(page.getByText("Configurations successfully saved")).toBeVisible();
  const data = {
    Law: group("Law"),
    Staff: group("Staff", ["ann@example.org", "cara@example.org"]),
    Arts: group("Arts", ["dan@example.org"]),
  };
  expect(listInputs(updateSiteConfigs)).toEqual([{ configurations: [{ type: "amplifyGroups", data, revision: 0 }] }]);
});

test("what is cancelled changes nothing, and a file that changes nothing cannot be applied", async () => {
  await choose("group,member\nStaff,cara@example.org");
  await preview().getByRole("button", { name: "Cancel" }).click();
  await expect.element(preview()).not.toBeInTheDocument();
  await expect.element(dialog().getByRole("tab", { name: "Configurations", exact: true })).toBeVisible();
  await choose("group,member\nStaff,ANN@example.org");
  await expect.element(preview().getByRole("status")).toHaveTextContent("The file changes nothing.");
  await expect.element(preview().getByRole("button", { name: "Apply" })).toBeDisabled();
});

test("a file without the names of its columns says what it needs", async () => {
  await choose("Staff,ann@example.org");
  await expect
    .element(
      page.getByText("The first line must name the columns: “group” and “member”, and “includes” if you need it."),
    )
    .toBeVisible();
});
