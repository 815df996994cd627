import {
  createAssistant,
  createGroup,
  deleteGroup,
  getAssistant,
  listAssistants,
  shareAssistant,
  updateGroupMembers,
  updateGroupPermissions,
} from "@lectern/contract";
import { expect, test } from "vitest";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { uploadAndExtract } from "../../support/content/uploadByApi.ts";
import {
  adminField,
  adminInterface,
  openAssistantMenu,
  openWithGroup,
  overviewRow,
} from "../../support/pages/adminInterface.ts";
import { attachToAssistant, editorField } from "../../support/pages/assistantControls.ts";
import { readyAttachments, textFile } from "../../support/pages/attachControls.ts";
import { alertWithText, expectEventually, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { listChoices } from "../../support/pages/selectField.ts";
import { adminWorkspace } from "../../support/servers/adminEnvironment.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture(adminWorkspace);

const readingTimeoutMs = 45_000;

test("[G6.07] [C6.06] [G2.11] [G6.04] [G6.05] only groups are offered that the person can write in, and only they open the interface from their folder; whoever is removed while editing keeps what was written", async () => {
  const { api, group } = await openWithGroup(fixture, "History", [{ name: "Rome" }]);
  const { page, email } = await fixture.openSignedIn();
  const readGroup = await api.call(createGroup, { group_name: "Latin", members: { [email]: "read" } });
  await api.call(createAssistant, { name: "Cicero", groupId: readGroup.id, isPublished: true });
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(readGroup.id)}`);
  await expectVisible(page, "You can’t edit assistants in this group");
  await expectVisible(page, /^You can chat with its published assistants\./);
  await openWorkspace(page, fixture.url, "#admin=");
  await expectVisible(page, "You can’t edit assistants in any group yet");

  await api.call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members: { [email]: "write" } });
  await overviewRow(page, "Rome").waitFor();
  expect(await listChoices(adminInterface(page), "Group")).toEqual(["History"]);
  await adminInterface(page).getByRole("button", { name: "Close", exact: true }).click();
  expect(await openAssistantMenu(page, "Latin")).toEqual(["Hide"]);
  await page.keyboard.press("Escape");
  expect(await openAssistantMenu(page, "History")).toEqual(["Hide", "Open In Assistant Admin Interface"]);
  await page.getByRole("menuitem", { name: "Open In Assistant Admin Interface" }).click();
  await overviewRow(page, "Rome").click();
  await adminField(page, "Instructions").fill("All roads");
  await api.call(updateGroupPermissions, { group_id: group.id, affected_members: { [email]: "read" } });
  await adminInterface(page)
    .getByRole("alert")
    .filter({ hasText: "You can no longer edit assistants in “History”." })
    .waitFor();
  expect(await adminField(page, "Instructions").inputValue()).toBe("All roads");
  const [rome] = (await api.call(listAssistants, { groupId: group.id })).assistants;
  expect((await api.call(getAssistant, { assistantId: rome?.assistantId ?? "" })).definition?.instructions).toBe("");
});

test("whoever edits an assistant of a group that is deleted meanwhile saves it as their own, with the documents that they may still use", async () => {
  const { api, group } = await openWithGroup(fixture, "Law");
  const file = { name: "brief.txt", type: "text/plain", content: "In brief." };
  const { id: brief } = await uploadAndExtract(api, fixture.url, file);
  const data = { groupTypeData: { Student: { additionalInstructions: "Be strict." } } };
  await api.call(createAssistant, { groupId: group.id, name: "Torts", dataSources: [{ id: brief }], data });
  const { page, api: writerApi, email } = await fixture.openSignedIn();
  await api.call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members: { [email]: "write" } });
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await overviewRow(page, "Torts").click();
  await adminField(page, "Instructions").fill("Cite cases.");
  await attachToAssistant(page, textFile("cases.txt", "Cases."), adminInterface(page));
  const added = readyAttachments(page).filter({ hasText: "cases.txt" });
  await expectEventually(() => added.count(), readingTimeoutMs).toBe(1);

  await api.call(deleteGroup, { group_id: group.id });
  const notice = adminInterface(page).getByRole("alert");
  await notice.filter({ hasText: "“Law” was deleted, or you are no longer a member." }).waitFor();
  await expectVisible(
    adminInterface(page),
    "These documents will be left out of your own assistant because you can no longer open them: brief.txt",
  );
  await checkAxe(page, "the editor of an assistant whose group was deleted");
  await adminInterface(page).getByRole("button", { name: "Save as your own assistant" }).click();
  await alertWithText(page, "Some documents were left out because you can no longer open them.").waitFor();
  await expectVisible(page, "brief.txt");
  await adminInterface(page).waitFor({ state: "detached" });
  await expectEventually(() => editorField(page, "Instructions").inputValue()).toBe(
    "Cite cases.\n\nFor the group type Student:\nBe strict.",
  );
  const own = (await writerApi.call(listAssistants, {})).assistants.filter(({ isSystem }) => !isSystem);
  expect(own).toMatchObject([{ name: "Torts", group: null }]);
  const { definition } = await writerApi.call(getAssistant, { assistantId: own[0]?.assistantId ?? "" });
  expect(definition?.documents).toMatchObject([{ name: "cases.txt", state: "ready" }]);
});

test("what was shared with a group is in the folder of its members, says who shares it, and starts there", async () => {
  const { page, api, email } = await fixture.openSignedIn();
  const { api: head, group } = await openWithGroup(fixture, "Acoustics");
  await head.call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members: { [email]: "write" } });
  const share = async (client: typeof api, name: string, recipients: string[]) => {
    const { assistantId } = await client.call(createAssistant, { name });
    await client.call(shareAssistant, { assistantId, recipientUsers: recipients });
  };
  await share(head, "Echoes", [group.id]);
  await share(head, "Organs", [group.id, email]);
  await share(api, "Strings", [group.id]);
  await openWorkspace(page, fixture.url);
  await openAssistantMenu(page, "Acoustics");
  await page.keyboard.press("Escape");
  const rows = page.getByRole("treegrid", { name: "Assistants" }).locator("[data-tree-row]");
  const readRows = async () => (await rows.allTextContents()).map((text) => text.trim().replaceAll(/\s+/g, " "));
  const shown = ["Strings", "Organs Head", "Acoustics 3", "Strings You", "Echoes Head", "Organs Head"];
  await expectEventually(async () => (await readRows()).slice(0, shown.length)).toEqual(shown);
  await checkAxe(page, "assistants that are shared with a group");
  await rows.filter({ hasText: "Echoes" }).click();
  await page.getByRole("heading", { name: "Echoes", exact: true }).waitFor();
});
