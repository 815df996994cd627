import { beginUpload, createAssistant, getAssistant, listAssistants, shareAssistant } from "@lectern/contract";
import { expect, test } from "vitest";
import { pauseOp } from "../../support/browser/interceptOp.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import type { ApiClient } from "../../support/content/createApiClient.ts";
import { uploadAndExtract } from "../../support/content/uploadByApi.ts";
import {
  assistantEditor,
  attachToAssistant,
  editorField,
  openAssistantEditor,
} from "../../support/pages/assistantControls.ts";
import { readProgressValues, readyAttachments, textFile } from "../../support/pages/attachControls.ts";
import { documentViewer } from "../../support/pages/documentViewer.ts";
import {
  alertWithText,
  clickDialogButton,
  composer,
  expectEventually,
  expectVisible,
  openWorkspace,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();
const readingTimeoutMs = 45_000;

/** Returns the definition of the person's only assistant. */
async function loadOnly(api: ApiClient) {
  const { assistants } = await api.call(listAssistants, {});
  const own = assistants.filter(({ isSystem }) => !isSystem);
  expect(own).toHaveLength(1);
  return (await api.call(getAssistant, { assistantId: own[0]?.assistantId ?? "" })).definition;
}

test("[G2.03] [G5.01] [G4.08] an assistant is made with a document, whose upload reports its progress and must end before saving; a reload keeps what was not saved, and it is asked for when the editor closes", async () => {
  const { page, api } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page);
  expect(await editorField(page, "Instructions").getAttribute("rows")).toBe("15");
  await editorField(page, "Disclaimer to Append to Responses").fill("Check what matters.");
  await editorField(page, "Assistant Name").fill("Heat tutor");
  await editorField(page, "Description").fill("Explains heat");
  await editorField(page, "Instructions").fill("Be patient.");
  const uploading = await pauseOp(page, beginUpload);
  await attachToAssistant(page, textFile("heat.txt", "Heat flows."));
  await expectEventually(() => readProgressValues(assistantEditor(page))).toEqual(["0"]);
  await assistantEditor(page).getByRole("button", { name: "Save", exact: true }).click();
  const refusal = alertWithText(page, "Please wait for all data sources to finish uploading.");
  await refusal.waitFor();
  expect((await api.call(listAssistants, {})).assistants.filter(({ isSystem }) => !isSystem)).toEqual([]);
  uploading.release();
  await expectEventually(() => readyAttachments(page).count(), readingTimeoutMs).toBe(1);
  await refusal.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await clickDialogButton(page, "Keep editing");
  await page.reload();
  await composer(page).waitFor();
  await openAssistantEditor(page);
  await expectVisible(assistantEditor(page), "Your unsaved changes were restored.");
  expect(await editorField(page, "Instructions").inputValue()).toBe("Be patient.");
  await expectEventually(() => readyAttachments(page).count()).toBe(1);
  await checkAxe(page, "the editor");
  // Only documents at 100 can be saved.
  await editorField(page, "Instructions").press("Control+s");
  await assistantEditor(page).waitFor({ state: "detached" });
  expect(await loadOnly(api)).toMatchObject({
    name: "Heat tutor",
    description: "Explains heat",
    instructions: "Be patient.",
    disclaimer: "Check what matters.",
    version: 1,
    documents: [{ name: "heat.txt", state: "ready" }],
  });
  await openAssistantEditor(page);
  expect(await editorField(page, "Assistant Name").inputValue()).toBe("Assistant 1");
  expect(await readyAttachments(page).count()).toBe(0);
  await page.keyboard.press("Escape");
  await assistantEditor(page).waitFor({ state: "detached" });
  await openAssistantEditor(page, "Heat tutor");
  await assistantEditor(page).getByRole("listitem").filter({ hasText: "heat.txt" }).getByText("Ready").waitFor();
  expect(await readProgressValues(assistantEditor(page))).toEqual([]);
});

test("whoever saves on top of somebody else's version is told, compares both, and loses neither; an earlier version is restored from the history", async () => {
  const ann = await fixture.openSignedIn();
  const ben = await fixture.openSignedIn();
  const { assistantId } = await ann.api.call(createAssistant, { name: "Heat tutor", instructions: "First" });
  await ann.api.call(shareAssistant, { assistantId, recipientUsers: [ben.email], accessType: "write" });
  const { page } = ann;
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page, "Heat tutor");
  const edit = (instructions: string, baseVersion: number) =>
    ben.api.call(createAssistant, {
      ...{ assistantId, name: "Heat tutor", instructions, baseVersion },
      description: "Explains heat.",
    });
  const loadSaved = async () => (await ann.api.call(getAssistant, { assistantId })).definition;

  await editorField(page, "Instructions").fill("Mine");
  await edit("Theirs", 1);
  await expectVisible(assistantEditor(page), /has saved a newer version/);
  await assistantEditor(page).getByRole("button", { name: "Save", exact: true }).click();
  const conflict = page.getByRole("dialog", { name: "Someone else has saved this assistant" });
  await conflict.getByRole("region", { name: "Instructions: theirs" }).getByText("Theirs").waitFor();
  await conflict.getByRole("region", { name: "Instructions: yours" }).getByText("Mine").waitFor();
  await expectVisible(conflict, "Description: theirs is kept");
  await checkAxeInBothThemes(page, "a conflict with marked words");
  await conflict.getByRole("button", { name: "Save yours as the newest version" }).click();
  await assistantEditor(page).waitFor({ state: "detached" });
  // Of what the other person has saved, only what was changed here is replaced.
  expect(await loadSaved()).toMatchObject({ instructions: "Mine", description: "Explains heat.", version: 3 });

  await openAssistantEditor(page, "Heat tutor");
  await assistantEditor(page).getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByRole("button", { name: /^Version 2/ }).click();
  await history.getByRole("region", { name: "Instructions" }).getByText("Theirs").waitFor();
  await expectVisible(history, "Changed since version 1: Description and Instructions");
  await checkAxe(page, "the history");
  await edit("Theirs, again", 3);
  await history.getByRole("button", { name: "Version 4 (newest)" }).waitFor();
  await history.getByRole("button", { name: "Restore this version" }).click();
  await expectVisible(history, /saved version 4 on .*Nothing has been restored yet\./);
  expect(await loadSaved()).toMatchObject({ instructions: "Theirs, again", version: 4 });
  await history.getByRole("button", { name: "Restore anyway" }).click();
  await history.waitFor({ state: "detached" });
  await expectEventually(() => editorField(page, "Instructions").inputValue()).toBe("Theirs");
  expect(await loadSaved()).toMatchObject({ instructions: "Theirs", version: 5 });
});

test("an assistant is shared with somebody in plain words, and the access is withdrawn; whoever may see how it is made opens its documents, and can remove it from their list", async () => {
  const ann = await fixture.openSignedIn();
  const ben = await fixture.openSignedIn();
  const { page } = ann;
  const document = { name: "heat.txt", type: "text/plain", content: "Heat flows." };
  const file = await uploadAndExtract(ann.api, fixture.url, document);
  const content = { name: "Heat tutor", dataSources: [{ id: `s3://${file.id}`, name: "heat.txt" }] };
  const { assistantId } = await ann.api.call(createAssistant, content);
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page, "Heat tutor");
  await assistantEditor(page).getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Share/ });
  await expectVisible(dialog, "Only you. Share it with people or groups above.");
  await dialog.getByRole("combobox", { name: "People and groups" }).fill(ben.email);
  await dialog.getByRole("button", { name: "Share", exact: true }).press("Enter");
  await dialog.getByRole("button", { name: /^Remove access for/ }).waitFor();
  await checkAxe(page, "sharing");
  const countOfBen = async () =>
    (await ben.api.call(listAssistants, {})).assistants.filter(({ name }) => name === "Heat tutor").length;
  expect(await countOfBen()).toBe(1);
  await dialog.getByRole("button", { name: /^Remove access for/ }).press("Enter");
  await expectVisible(dialog, "Only you. Share it with people or groups above.");
  expect(await countOfBen()).toBe(0);

  await ann.api.call(shareAssistant, { assistantId, recipientUsers: [ben.email], accessType: "read" });
  // The list follows what happens elsewhere while it is open.
  await dialog.getByRole("button", { name: /^Remove access for/ }).waitFor();
  await openWorkspace(ben.page, fixture.url);
  await ben.page.getByRole("button", { name: /^Show Prompts/ }).click();
  await ben.page.getByRole("tab", { name: "Assistants" }).click();
  const tree = ben.page.getByRole("treegrid", { name: "Assistants" });
  await tree.locator("[data-tree-row]").filter({ hasText: "Heat tutor" }).hover();
  await tree.getByRole("button", { name: "Actions for Heat tutor" }).click();
  await ben.page.getByRole("menuitem", { name: "View" }).click();
  const view = ben.page.getByRole("dialog", { name: "Heat tutor" });
  await expectVisible(view, "You can view the setup of this assistant, but not change it.");
  await checkAxe(ben.page, "an assistant to be read");
  await view.getByRole("button", { name: "heat.txt" }).click();
  const viewer = documentViewer(ben.page, "heat.txt");
  await viewer.getByText("Heat flows.").waitFor();
  await view.waitFor({ state: "detached" });
  await viewer.getByRole("button", { name: "Close" }).first().click();
  // The document took the panel's place.
  await ben.page.getByRole("button", { name: /^Show Prompts/ }).click();
  await tree.locator("[data-tree-row]").filter({ hasText: "Heat tutor" }).hover();
  await tree.getByRole("button", { name: "Actions for Heat tutor" }).click();
  await ben.page.getByRole("menuitem", { name: "Remove from your assistants" }).click();
  await expectVisible(
    ben.page,
    "Remove “Heat tutor” from your assistants? Only its owner can share it with you again.",
  );
  await clickDialogButton(ben.page, "Remove");
  await expectVisible(ben.page, "“Heat tutor” was removed from your assistants.");
  await tree.getByText("Heat tutor").waitFor({ state: "detached" });
  await expectVisible(dialog, "Only you. Share it with people or groups above.");
  expect(await countOfBen()).toBe(0);
});
