import { createAssistant, createGroup, deleteAssistant } from "@lectern/contract";
import { expect, test } from "vitest";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { clickDialogButton, expectVisible, openWorkspace } from "../../support/screen.ts";
import { uploadAndExtract } from "../../support/uploadByApi.ts";

const fixture = createWorkspaceFixture({ environment: { FEATURES: "assistantAdminInterface,createAstAdminGroups" } });

test("group management shows the group's files with the assistants that use them, and unused ones are deleted after a question", async () => {
  const { page, api, email } = await fixture.openSignedIn();
  const { id: groupId } = await api.call(createGroup, { group_name: `Physics of ${email}` });
  const sources: { id: string }[] = [];
  for (const name of ["heat.txt", "light.txt"]) {
    const { id } = await uploadAndExtract(api, fixture.url, { name, type: "text/plain", content: `About ${name}` });
    sources.push({ id });
  }
  await api.call(createAssistant, { groupId, name: "Heat tutor", dataSources: sources.slice(0, 1) });
  const { assistantId } = await api.call(createAssistant, {
    groupId,
    name: "Old tutor",
    dataSources: sources.slice(1),
  });
  await api.call(deleteAssistant, { assistantId });

  await openWorkspace(page, fixture.url);
  await page.goto(`${fixture.url}/#admin=${groupId}&tab=group`);
  const section = page.getByRole("region", { name: "Files", exact: true });
  await section.getByRole("listitem").nth(1).waitFor();
  expect(await section.getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringMatching(/heat\.txt\s+Used by Heat tutor\s+14 bytes/),
    expect.stringMatching(/light\.txt\s+No assistant uses it\s+15 bytes/),
  ]);
  await expectVisible(section, "2 files, 29 bytes");
  await checkAxe(page, "the files of a group");
  const used = section.getByRole("button", { name: "Delete heat.txt: Remove it from “Heat tutor” first" });
  expect(await used.getAttribute("aria-disabled")).toBe("true");
  await used.press("Enter");
  await section.getByRole("button", { name: "Delete light.txt" }).click();
  await clickDialogButton(page, "Delete");
  await expectVisible(page, "1 file deleted.");
  await section.getByRole("listitem").filter({ hasText: "light.txt" }).waitFor({ state: "detached" });
  expect(await section.getByRole("listitem").count()).toBe(1);
  await expectVisible(section, "1 file, 14 bytes");
});
