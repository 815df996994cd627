import { createAssistant, listAssistants, syncPrompts } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ApiClient } from "../../support/content/createApiClient.ts";
import { createPrompts } from "../../support/content/createPrompts.ts";
import { chooseForPrompt, openPrompts, promptRow, readPromptNames } from "../../support/pages/promptControls.ts";
import { clickDialogButton, expectEventually, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const question = (page: Page) => page.getByRole("alertdialog");
const createNamed = async (api: ApiClient, name: string) => (await api.call(createAssistant, { name })).assistantId;
/** Gives a prompt an assistant, as other clients do. */
const backedBy = (assistantId: string) => ({ assistant: { definition: { assistantId } } });
const listNames = async (api: ApiClient) =>
  (await api.call(listAssistants, {})).assistants.filter(({ isSystem }) => !isSystem).map(({ name }) => name);

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
