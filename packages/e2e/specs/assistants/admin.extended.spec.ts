import { deleteGroup, getAssistant, getFiles, listAssistants, updateGroupMembers } from "@lectern/contract";
import { expect, test } from "vitest";
import { pauseOp } from "../../support/browser/interceptOp.ts";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { adminField, adminInterface, adminTab, openWithGroup } from "../../support/pages/adminInterface.ts";
import { attachToAssistant, editorField } from "../../support/pages/assistantControls.ts";
import {
  attachmentChips,
  pauseStatusRequests,
  readyAttachments,
  textFile,
} from "../../support/pages/attachControls.ts";
import {
  alertWithText,
  clickDialogButton,
  expectEventually,
  expectVisible,
  openWorkspace,
} from "../../support/pages/screen.ts";
import { adminWorkspace } from "../../support/servers/adminEnvironment.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture(adminWorkspace);

const readingTimeoutMs = 45_000;

test("after a reload, what was written for the assistants of a deleted group is offered, and saved as one's own or deleted", async () => {
  const { api, group } = await openWithGroup(fixture, "Logic", [{ name: "Proofs" }, { name: "Sets" }]);
  const writer = await fixture.openSignedIn();
  const members = { [writer.email]: "write" as const };
  await api.call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members });
  const { page } = writer;
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await adminInterface(page).getByRole("button", { name: "Create Assistant", exact: true }).click();
  await adminField(page, "Description").fill("Finds fallacies.");
  await adminTab(page, "Sets").click();
  await attachToAssistant(page, textFile("sets.txt", "Sets."), adminInterface(page));
  const added = (name: string) => readyAttachments(page).filter({ hasText: name });
  await expectEventually(() => added("sets.txt").count(), readingTimeoutMs).toBe(1);
  await adminTab(page, "Proofs").click();
  await adminField(page, "Instructions").fill("By induction.");
  const release = await pauseStatusRequests(page);
  await attachToAssistant(page, textFile("axioms.txt", "Axioms."), adminInterface(page));
  await expectVisible(adminInterface(page), "axioms.txt");
  await expectEventually(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("axioms.txt");
  await api.call(deleteGroup, { group_id: group.id });
  await adminInterface(page).getByRole("alert").filter({ hasText: "“Logic” was deleted" }).waitFor();

  await page.reload();
  const lost = page.getByRole("region", { name: "Unsaved drafts", exact: true });
  await adminInterface(page).getByRole("button", { name: "Proofs", exact: true }).waitFor();
  await checkAxe(page, "unsaved drafts of a deleted group");
  await adminInterface(page).getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: /^Show Prompts/ }).click();
  await page.getByRole("tab", { name: "Assistants" }).click();
  const unnamedDrafts = lost.getByRole("button", { name: "Untitled Assistant", exact: true });
  const unnamed = page.getByRole("dialog", { name: "Untitled Assistant" });
  // Also the one that has only got a document.
  await expectEventually(() => unnamedDrafts.count()).toBe(2);
  const seen: (string | null)[] = [];
  for (const left of [1, 0]) {
    await unnamedDrafts.first().click();
    await unnamed
      .getByText(/Finds fallacies\.|sets\.txt/)
      .first()
      .waitFor();
    seen.push(await unnamed.textContent());
    await unnamed.getByRole("button", { name: "Delete draft", exact: true }).click();
    await clickDialogButton(page, "Delete");
    await unnamed.waitFor({ state: "detached" });
    await expectEventually(() => unnamedDrafts.count()).toBe(left);
  }
  expect(seen.join()).toMatch(/Finds fallacies\./);
  expect(seen.join()).toMatch(/sets\.txt/);

  await lost.getByRole("button", { name: "Proofs", exact: true }).click();
  const draft = page.getByRole("dialog", { name: "Proofs", exact: true });
  await expectVisible(draft, "By induction.");
  await checkAxe(page, "a draft of a deleted group");
  // A document that is still being read would be missing.
  const saveAsOwn = draft.getByRole("button", { name: "Save as your own assistant", exact: true });
  await saveAsOwn.click();
  await alertWithText(page, "Please wait for all data sources to finish uploading.").waitFor();
  release();
  await expectEventually(() => attachmentChips(page).count(), readingTimeoutMs).toBe(0);
  await expectVisible(draft, "axioms.txt");
  const checking = await pauseOp(page, getFiles);
  await saveAsOwn.click();
  await checking.reached;
  await expectVisible(page, "Creating assistant...");
  await page.keyboard.press("Escape");
  await expectVisible(draft, "By induction.");
  checking.release();
  await expectEventually(() => editorField(page, "Instructions").inputValue()).toBe("By induction.");
  await lost.waitFor({ state: "detached" });
  const own = (await writer.api.call(listAssistants, {})).assistants.filter(({ isSystem }) => !isSystem);
  expect(own).toMatchObject([{ name: "Proofs", group: null }]);
  const { definition } = await writer.api.call(getAssistant, { assistantId: own[0]?.assistantId ?? "" });
  expect(definition?.documents).toMatchObject([{ name: "axioms.txt", state: "ready" }]);
});
