import { createGroup, getAssistant, listAssistants } from "@lectern/contract";
import { expect, test } from "vitest";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import {
  adminField,
  adminInterface,
  adminTab,
  openWithGroup,
  overviewRow,
} from "../../support/pages/adminInterface.ts";
import { attachToAssistant } from "../../support/pages/assistantControls.ts";
import { attachmentChips, readyAttachments, textFile } from "../../support/pages/attachControls.ts";
import {
  clickDialogButton,
  expectEventually,
  expectFocused,
  expectVisible,
  openWorkspace,
} from "../../support/pages/screen.ts";
import { listChoices, selectChoice } from "../../support/pages/selectField.ts";
import { adminWorkspace } from "../../support/servers/adminEnvironment.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture(adminWorkspace);

const readingTimeoutMs = 45_000;

test("[G2.11] [G2.13] a group is chosen, the last choice creates one, and an assistant is created in it, published and linked", async () => {
  const { page, api, group } = await openWithGroup(fixture, "Chemistry");
  await api.call(createGroup, { group_name: "Biology" });
  await openWorkspace(page, fixture.url, "#admin=");
  await adminInterface(page).waitFor();
  const choices = await listChoices(adminInterface(page), "Group");
  expect(choices.at(-1)).toBe("+ Create New Group");
  await selectChoice(adminInterface(page), "Group", "Chemistry");
  await expectVisible(page, "“Chemistry” has no assistants yet");
  await adminInterface(page).getByRole("button", { name: "Create Assistant", exact: true }).click();
  await adminField(page, "Assistant Name").fill("Acids");
  await adminInterface(page).getByRole("checkbox", { name: "Published" }).check();
  await page.reload();
  await expectEventually(() => adminField(page, "Assistant Name").inputValue()).toBe("Acids");
  await adminInterface(page).getByRole("button", { name: "Save", exact: true }).click();
  await overviewRow(page, "Acids").waitFor();
  const { assistants } = await api.call(listAssistants, { groupId: group.id });
  expect(assistants).toMatchObject([{ name: "Acids", isPublished: true }]);
  await expectVisible(adminInterface(page), "Members aren’t notified. Copy the link and send it to them.");
  await checkAxeInBothThemes(page, "the assistants of a group");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await adminInterface(page).getByRole("button", { name: "Copy link to Acids" }).click();
  await expectVisible(page, "Link copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    `#assistant=${encodeURIComponent(assistants[0]?.assistantId ?? "")}`,
  );
  await overviewRow(page, "Acids").click();
  await adminInterface(page).getByRole("button", { name: "Copy link", exact: true }).waitFor();
  await checkAxeInBothThemes(page, "the editor of a group's assistant");
  await adminInterface(page).getByRole("tab", { name: "Assistants", exact: true }).click();
  await selectChoice(adminInterface(page), "Group", "+ Create New Group");
  const creation = page.getByRole("dialog", { name: "Create Group" });
  await creation.getByLabel("Group Name").fill("Ecology");
  await page.keyboard.press("Enter");
  await expectVisible(page, "“Ecology” has no assistants yet");
  await creation.waitFor({ state: "detached" });
  await expectEventually(() =>
    adminInterface(page).evaluate((element) => element.contains(document.activeElement)),
  ).toBe(true);
});

test("Ctrl+S saves an assistant with the documents that were added and leaves it open; documents that were not saved are forgotten with it", async () => {
  const { page, api, group } = await openWithGroup(fixture, "Botany", [{ name: "Ferns" }, { name: "Mosses" }]);
  const { assistants } = await api.call(listAssistants, { groupId: group.id });
  const assistantId = assistants.find(({ name }) => name === "Ferns")?.assistantId ?? "";
  const load = async () => (await api.call(getAssistant, { assistantId })).definition;
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await overviewRow(page, "Ferns").click();
  const attach = async (name: string) => {
    await attachToAssistant(page, textFile(name, "Ferns have spores."), adminInterface(page));
    await expectEventually(() => readyAttachments(page).count(), readingTimeoutMs).toBe(1);
  };
  await attach("ferns.txt");
  await adminField(page, "Instructions").fill("Shade and water");
  await page.keyboard.press("Control+s");
  // The button to leave is called Close while nothing is unsaved.
  await adminInterface(page).locator("form").getByRole("button", { name: "Close", exact: true }).waitFor();
  await expectFocused(adminField(page, "Instructions"));
  expect(await load()).toMatchObject({
    ...{ version: 2, instructions: "Shade and water", documents: [{ name: "ferns.txt" }] },
  });
  const savedDocuments = adminInterface(page).getByRole("list", { name: "Documents of the assistant" });
  await savedDocuments.getByRole("listitem").filter({ hasText: "ferns.txt" }).waitFor();
  expect(await attachmentChips(page).count()).toBe(0);

  await attach("spores.txt");
  await page.setViewportSize(narrowViewport);
  await checkAxe(page, "the editor, narrow");
  await page.setViewportSize({ width: 1280, height: 800 });
  await adminTab(page, "Mosses").click();
  await expectEventually(() => adminField(page, "Assistant Name").inputValue()).toBe("Mosses");
  await adminInterface(page).locator("form").getByRole("button", { name: "Close", exact: true }).click();
  await adminInterface(page).getByRole("button", { name: "Delete Ferns", exact: true }).click();
  await expectVisible(
    page.getByRole("alertdialog", { name: "Delete assistant" }),
    /Unsaved changes in this browser will be deleted too\.$/,
  );
  await clickDialogButton(page, "Delete");
  await overviewRow(page, "Ferns").waitFor({ state: "detached" });
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("assistantDraft")))).toEqual(
    [],
  );
});
