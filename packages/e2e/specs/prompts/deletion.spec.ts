import {
  createAssistant,
  deleteAssistant,
  listAssistantShares,
  listAssistants,
  shareAssistant,
  syncPrompts,
} from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkAxe } from "../../support/checkAxe.ts";
import type { ApiClient } from "../../support/createApiClient.ts";
import { createPrompts } from "../../support/createPrompts.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp } from "../../support/interceptOp.ts";
import { chooseForPrompt, openPrompts, promptRow, readPromptNames } from "../../support/promptControls.ts";
import {
  alertWithText,
  clickDialogButton,
  expectEventually,
  expectVisible,
  openWorkspace,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const question = (page: Page) => page.getByRole("alertdialog");
const createNamed = async (api: ApiClient, name: string) => (await api.call(createAssistant, { name })).assistantId;
/** Gives a prompt an assistant, as other clients do. */
const backedBy = (assistantId: string) => ({ assistant: { definition: { assistantId } } });
const listNames = async (api: ApiClient) =>
  (await api.call(listAssistants, {})).assistants.filter(({ isSystem }) => !isSystem).map(({ name }) => name);

test("[A4.32] [A8.30] deleting a prompt asks first and names its assistant, which is deleted too; if that fails, the prompt stays; an assistant of somebody else stays", async () => {
  const { page, api, email } = await fixture.openSignedIn();
  const other = await fixture.openSignedIn();
  const tutorId = await createNamed(api, "Tutor of Kepler");
  await api.call(shareAssistant, { assistantId: tutorId, recipientUsers: [other.email] });
  const othersId = await createNamed(other.api, "Not mine");
  await other.api.call(shareAssistant, { assistantId: othersId, recipientUsers: [email], accessType: "write" });
  await createPrompts(
    api,
    { name: "Orbits", data: backedBy(tutorId) },
    { name: "Borrowed", data: backedBy(othersId) },
    { name: "Lonely", data: backedBy("astp/no-longer-there") },
  );
  await openWorkspace(page, fixture.url);
  await openPrompts(page);

  const failure = "The disk is full.";
  const endSharesFailure = await failOp(page, listAssistantShares, failure);
  await chooseForPrompt(page, "Orbits", "Delete");
  await expectVisible(question(page), "Couldn’t load the assistants.");
  await endSharesFailure();
  await question(page).getByRole("button", { name: "Try again" }).click();
  await expectVisible(
    question(page),
    "“Orbits” will be deleted on all your devices. Your assistant “Tutor of Kepler” will be deleted too; chats with it stay. You have shared “Tutor of Kepler” with others, who will lose access. This can’t be undone.",
  );
  await checkAxe(page, "the question");
  await clickDialogButton(page, "Cancel");
  await promptRow(page, "Orbits").waitFor();
  expect(await listNames(api)).toEqual(["Not mine", "Tutor of Kepler"]);

  const endFailure = await failOp(page, deleteAssistant, failure);
  await chooseForPrompt(page, "Orbits", "Delete");
  await question(page).getByRole("button", { name: "Delete prompt", exact: true }).click();
  const notice = alertWithText(page, "Failed to delete assistant. Please try again.");
  await notice.waitFor();
  await expectVisible(notice, failure);
  await promptRow(page, "Orbits").waitFor();
  expect(await listNames(api)).toEqual(["Not mine", "Tutor of Kepler"]);
  await endFailure();
  await clickDialogButton(page, "Delete");
  await promptRow(page, "Orbits").waitFor({ state: "detached" });
  expect(await listNames(api)).toEqual(["Not mine"]);
  expect(await listNames(other.api)).toEqual(["Not mine"]);

  await chooseForPrompt(page, "Borrowed", "Delete");
  await expectVisible(question(page), /The assistant “Not mine” stays, because you can’t delete it\./);
  await clickDialogButton(page, "Delete");
  await promptRow(page, "Borrowed").waitFor({ state: "detached" });
  expect(await listNames(other.api)).toEqual(["Not mine"]);
  await chooseForPrompt(page, "Lonely", "Delete");
  await question(page).getByText("“Lonely” will be deleted on all your devices.", { exact: true }).waitFor();
  await clickDialogButton(page, "Delete");
  await promptRow(page, "Lonely").waitFor({ state: "detached" });
  const listStored = async () =>
    (await api.call(syncPrompts, {})).items.flatMap(({ item }) => (item === null ? [] : [item.name]));
  await expectEventually(listStored).not.toContain("Lonely");
  const deleted = page.getByRole("status").filter({ hasText: /(“Lonely”|2 prompts) deleted\./ });
  await deleted.getByRole("button", { name: "Undo" }).click();
  await promptRow(page, "Lonely").waitFor();
  await expectEventually(listStored).toContain("Lonely");
});

test("[C4.19] [A4.30] deleting a prompt folder deletes its prompts and their assistants, except those of system assistants, which move out of the folder", async () => {
  const { page, api } = await fixture.openSignedIn();
  const systemId = (await api.call(listAssistants, {})).assistants.find(({ isSystem }) => isSystem)?.assistantId ?? "";
  const folder = { id: crypto.randomUUID(), name: "Physics", type: "prompt" as const };
  await api.call(syncPrompts, { changes: [{ kind: "folder", id: folder.id, item: folder, revision: 0 }] });
  const [heatId, lightId] = [await createNamed(api, "Heat tutor"), await createNamed(api, "Light tutor")];
  const folderId = folder.id;
  await createPrompts(
    api,
    { name: "Plain", folderId },
    { name: "Heat", folderId, data: backedBy(heatId) },
    { name: "Light", folderId, data: backedBy(lightId) },
    { name: "Builder", folderId, data: backedBy(systemId) },
  );
  await openWorkspace(page, fixture.url);
  await openPrompts(page);
  await chooseForPrompt(page, "Physics", "Delete");
  await expectVisible(
    question(page),
    "“Physics” and the 3 prompts in it will be deleted on all your devices. These prompts stay, without a folder: “Builder”. Your assistants “Heat tutor” and “Light tutor” will be deleted too; chats with them stay. This can’t be undone.",
  );
  await clickDialogButton(page, "Cancel");
  expect(await listNames(api)).toHaveLength(2);
  await chooseForPrompt(page, "Physics", "Delete");
  await clickDialogButton(page, "Delete");
  await promptRow(page, "Physics").waitFor({ state: "detached" });
  await expectEventually(async () => (await readPromptNames(page)).at(-1)).toBe("Builder");
  expect(await listNames(api)).toEqual([]);
  const readStored = async () =>
    (await api.call(syncPrompts, {})).items.flatMap(({ kind, item }) =>
      item === null ? [] : kind === "folder" ? [item.name] : [`${item.name} in ${item.folderId}`],
    );
  await expectEventually(readStored).toEqual(["Builder in null"]);
});
