import { deleteAssistant, listAssistantShares } from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { confirmWith } from "../../../testing/chatList.ts";
import { alertWithText } from "../../../testing/chatPage.ts";
import { chooseForPrompt, openPrompts, promptRow } from "../../../testing/promptPanel.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { eventually } from "../../../testing/screen.ts";
import { type StoredAssistant, stubAssistants } from "../../../testing/stubAssistants.ts";
import { stubPrompts } from "../../../testing/stubFolders.ts";
import { failOp, listInputs } from "../../../testing/stubServer.ts";

const question = () => page.getByRole("alertdialog");
/** Gives a prompt an assistant, as other clients do. */
const backedBy = (assistantId: string) => ({ assistant: { definition: { assistantId } } });
const createTutor = (name: string, assistantId: string, fields: StoredAssistant["fields"] = {}): StoredAssistant => ({
  ...{ name, assistantId, fields },
});

/** Renders the list of three prompts: of an own assistant, of somebody else's, and of one that is gone. */
async function renderPrompts() {
  const assistants = stubAssistants([
    { ...createTutor("Tutor of Kepler", "astp/own"), sharedWith: { "other@example.org": "use" } },
    createTutor("Not mine", "astp/foreign", { role: "write", isRemovable: true }),
  ]);
  const store = stubPrompts(
    { name: "Orbits", data: backedBy("astp/own") },
    { name: "Borrowed", data: backedBy("astp/foreign") },
    { name: "Lonely", data: backedBy("astp/no-longer-there") },
  );
  await renderApp();
  await openPrompts();
  return { assistants, listStored: () => store.listPrompts().map(({ name }) => name) };
}

test("[A4.32] deleting a prompt asks first and names its assistant, which is deleted too; an assistant of somebody else stays", async () => {
  const { assistants, listStored } = await renderPrompts();
  await chooseForPrompt("Orbits", "Delete");
  await expect
    .element(
      question().getByText(
        "“Orbits” will be deleted on all your devices. Your assistant “Tutor of Kepler” will be deleted too; chats with it stay. You have shared “Tutor of Kepler” with others, who will lose access. This can’t be undone.",
      ),
    )
    .toBeVisible();
  await confirmWith("Cancel");
  await expect.element(promptRow("Orbits")).toBeVisible();
  expect(listInputs(deleteAssistant)).toEqual([]);
  await chooseForPrompt("Orbits", "Delete");
  await confirmWith("Delete");
  await expect.element(promptRow("Orbits")).not.toBeInTheDocument();
  expect(assistants.listNames()).toEqual(["Not mine"]);

  await chooseForPrompt("Borrowed", "Delete");
  await expect
    .element(question().getByText("The assistant “Not mine” stays, because you can’t delete it."))
    .toBeVisible();
  await confirmWith("Delete");
  await expect.element(promptRow("Borrowed")).not.toBeInTheDocument();
  expect(assistants.listNames()).toEqual(["Not mine"]);

  await chooseForPrompt("Lonely", "Delete");
  await expect
    .element(question().getByText("“Lonely” will be deleted on all your devices.", { exact: true }))
    .toBeVisible();
  await confirmWith("Delete");
  await expect.element(promptRow("Lonely")).not.toBeInTheDocument();
  await eventually(listStored).toEqual([]);
  const deleted = page.getByRole("status").filter({ hasText: /(“Lonely”|2 prompts) deleted\./ });
  await deleted.getByRole("button", { name: "Undo" }).click();
  await expect.element(promptRow("Lonely")).toBeVisible();
  await eventually(listStored).toContain("Lonely");
});

test("[A8.30] if the assistant of a prompt cannot be deleted, a notice says so and the prompt stays; assistants that could not be loaded are loaded again", async () => {
  await renderPrompts();
  const stubTutor = () => stubAssistants([createTutor("Tutor of Kepler", "astp/own")]);
  failOp(listAssistantShares, "The disk is full.");
  await chooseForPrompt("Orbits", "Delete");
  await expect.element(question().getByText("Couldn’t load the assistants.")).toBeVisible();
  stubTutor();
  await question().getByRole("button", { name: "Try again" }).click();
  await expect.element(question().getByText("Your assistant “Tutor of Kepler” will be deleted too")).toBeVisible();

  failOp(deleteAssistant, "The disk is full.");
  await question().getByRole("button", { name: "Delete prompt", exact: true }).click();
  const notice = alertWithText("Failed to delete assistant. Please try again.");
  await expect.element(notice).toBeVisible();
  await expect.element(notice.getByText("The disk is full.")).toBeVisible();
  await expect.element(promptRow("Orbits")).toBeVisible();
  const assistants = stubTutor();
  await confirmWith("Delete");
  await expect.element(promptRow("Orbits")).not.toBeInTheDocument();
  expect(assistants.listNames()).toEqual([]);
});
