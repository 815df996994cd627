import { createAssistant, deleteAssistant } from "@lectern/contract";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { getAssistantDraftKey } from "../../../entities/assistants/assistantDrafts.ts";
import { useDialogs } from "../../../entities/shell/dialogs.ts";
import {
  adminButton,
  adminField,
  adminForm,
  adminInterface,
  adminTab,
  answerQuestion,
  assistantEditor,
  editorField,
  openAssistantMenu,
  overviewRow,
  overviewRows,
  renderAdmin,
  showAssistants,
  waitForAdminFocus,
} from "../../../testing/assistantScreen.ts";
import { alertWithText } from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { type StoredAssistant, stubAssistants } from "../../../testing/stubAssistants.ts";
import { stubGroups } from "../../../testing/stubGroups.ts";
import { failOp } from "../../../testing/stubServer.ts";

const group = { id: "Physics_1", name: "Physics" };

/** Stubs a group with these assistants, and opens it. */
async function openGroup(assistants: readonly StoredAssistant[]) {
  stubGroups([group]);
  const stub = stubAssistants(
    assistants.map((each) => ({ group, ...each })),
    { groups: [group] },
  );
  await renderAdmin(`#admin=${group.id}`);
  return stub;
}

const statusWithText = (text: string) => page.getByRole("status").filter({ hasText: text });
const focusOn = (name: string) => (adminButton(name).element() as HTMLElement).focus();
const pressEnter = async (name: string) => {
  await expect.element(adminButton(name)).toBeVisible();
  focusOn(name);
  await userEvent.keyboard("{Enter}");
};

test("an assistant is published and withdrawn by keyboard from the list of its group, each of which is undone", async () => {
  const { get } = await openGroup([{ name: "Poems" }]);
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await pressEnter("Publish Poems");
  const published = statusWithText("“Poems” is published.");
  await expect.element(published).toMatchTextContent(/“Poems” is published\. Members of the group can chat with it\./);
  await expect.element(overviewRow("Poems")).toHaveFocus();
  await expect.element(adminButton("Copy link to Poems")).toBeVisible();
  expect(get("Poems").isPublished).toBe(true);
  await published.getByRole("button", { name: "Copy link" }).click();
  await expect.element(page.getByText("Link copied")).toBeVisible();
  expect(writeText.mock.calls[0]?.[0]).toContain(`#assistant=${encodeURIComponent(get("Poems").assistantId)}`);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(adminButton("Publish Poems")).toBeVisible();
  expect(get("Poems").isPublished).toBe(false);

  await pressEnter("Publish Poems");
  await pressEnter("Unpublish Poems");
  const withdrawn = statusWithText("“Poems” is no longer published.");
  await expect
    .element(withdrawn)
    .toMatchTextContent(/“Poems” is no longer published\. Only the group’s editors can see it\./);
  await expect.element(overviewRow("Poems")).toHaveFocus();
  expect(get("Poems").isPublished).toBe(false);
  await withdrawn.getByRole("button", { name: "Undo" }).click();
  await expect.element(adminButton("Unpublish Poems")).toBeVisible();
});

test("if publishing or withdrawing fails, the page says so, the state stays, and the focus stays on the button", async () => {
  const { get } = await openGroup([{ name: "Poems" }, { name: "Prose", isPublished: true }]);
  failOp(createAssistant, "The disk is full.");
  await pressEnter("Publish Poems");
  await expect.element(alertWithText("Couldn’t publish “Poems”.")).toBeVisible();
  await expect.element(adminButton("Publish Poems")).toHaveFocus();
  await pressEnter("Unpublish Prose");
  await expect.element(alertWithText("Couldn’t unpublish “Prose”.")).toBeVisible();
  await expect.element(adminButton("Unpublish Prose")).toHaveFocus();
  expect([get("Poems").isPublished, get("Prose").isPublished]).toEqual([false, true]);
});

test("the notice that an assistant is saved offers to publish it, and closes when the list has published it", async () => {
  const { get } = await openGroup([{ name: "Poems" }]);
  const saved = statusWithText("Saved “Poems”. Only the group’s editors can see it until you publish it.");
  const save = async (instructions: string) => {
    await overviewRow("Poems").click();
    await adminField("Instructions").fill(instructions);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(saved).toBeVisible();
  };
  await save("Write a rhyme.");
  // Under the mouse it does not close by itself.
  await saved.hover();
  await pressEnter("Publish Poems");
  await expect.element(saved).not.toBeInTheDocument();
  await pressEnter("Unpublish Poems");
  await expect.element(adminButton("Publish Poems")).toBeVisible();
  await save("Write a poem.");
  await saved.getByRole("button", { name: "Publish" }).click();
  await expect.poll(() => get("Poems").isPublished).toBe(true);
  await page.viewport(390, 844);
  const published = overviewRows().getByText("Published", { exact: true });
  await expect.poll(() => published.elements().some((element) => element.checkVisibility())).toBe(true);
});

test("an assistant of one's own is shared with the group by keyboard where the group's are listed, which is undone", async () => {
  const { getShare } = await openGroup([
    { name: "Prisms", group: null },
    { name: "Mirrors", group: null },
  ]);
  await expect.element(page.getByText("“Physics” has no assistants yet")).toBeVisible();
  const share = "Share an existing assistant";
  const search = page.getByRole("combobox", { name: "Search your assistants" });
  await pressEnter(share);
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(search).not.toBeInTheDocument();
  await expect.element(adminButton(share)).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await search.fill("Prisms");
  const own = page.getByRole("listbox", { name: "Your assistants" }).getByRole("option");
  await expect.poll(() => own.elements().length).toBe(1);
  await userEvent.keyboard("{Enter}");
  await expect.element(overviewRows().filter({ hasText: "Prisms" })).toMatchTextContent(/Shared by you/);
  await expect.element(adminButton(share)).toHaveFocus();
  await expect.element(page.getByText("Members of “Physics” can now chat with “Prisms”.")).toBeVisible();
  expect(getShare("Prisms", group.id)).toBe("use");
  await pressEnter(share);
  await search.fill("Prisms");
  await expect.element(page.getByText("No assistants match.")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText("“Physics” has no assistants yet")).toBeVisible();
  expect(getShare("Prisms", group.id)).toBeUndefined();
});

test("sharing an assistant of one's own with the group ends by keyboard, and comes back with the same right; what others share only they withdraw", async () => {
  const lender = {
    owner: { name: "Cleo", email: "cleo@example.org" },
    role: "use",
    noEdit: true,
    noDelete: true,
  } as const;
  const { getShare } = await openGroup([
    { name: "Lenses" },
    { name: "Prisms", group: null, sharedWith: { [group.id]: "write" } },
    { name: "Mirrors", group: null, sharedWith: { [group.id]: "use" }, fields: lender },
  ]);
  await expect.element(overviewRows().filter({ hasText: "Mirrors" })).toMatchTextContent(/Shared by Cleo/);
  expect(
    adminInterface()
      .getByRole("button", { name: /^(Stop sharing|Delete) Mirrors/ })
      .elements(),
  ).toEqual([]);
  await pressEnter("Stop sharing Prisms with Physics");
  await expect.element(overviewRow("Prisms")).not.toBeInTheDocument();
  await expect.element(adminInterface().getByRole("tabpanel", { name: "Physics" })).toHaveFocus();
  await expect.element(page.getByText("“Prisms” is no longer shared with “Physics”.")).toBeVisible();
  expect(getShare("Prisms", group.id)).toBeUndefined();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(overviewRow("Prisms")).toBeVisible();
  expect(getShare("Prisms", group.id)).toBe("write");
  await overviewRow("Prisms").click();
  await expect.element(editorField("Assistant Name")).toHaveValue("Prisms");
  await userEvent.keyboard("{Escape}");
  await expect.element(assistantEditor()).not.toBeInTheDocument();
  await expect.element(overviewRow("Prisms")).toBeVisible();
});

test("[G6.15] an assistant opens again as it was saved; after saving and deleting one, Esc closes the interface", async () => {
  const { listNames } = await openGroup([{ name: "Rocks" }]);
  for (const text of ["Granite", "Basalt"]) {
    await overviewRow("Rocks").click();
    await adminField("Instructions").fill(text);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(adminField("Instructions")).not.toBeInTheDocument();
  }
  await waitForAdminFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(adminInterface()).not.toBeInTheDocument();
  location.hash = `#admin=${group.id}`;
  await overviewRow("Rocks").click();
  await expect.element(adminField("Instructions")).toHaveValue("Basalt");
  await adminButton("Delete").click();
  await answerQuestion("Delete assistant", "Cancel");
  await expect.element(adminField("Instructions")).toHaveValue("Basalt");
  expect(listNames()).toEqual(["Rocks"]);
  await adminButton("Delete").click();
  await answerQuestion("Delete assistant", "Delete");
  await expect.element(page.getByText("“Physics” has no assistants yet")).toBeVisible();
  expect(listNames()).toEqual([]);
  await waitForAdminFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(adminInterface()).not.toBeInTheDocument();
});

test("[C8.47c] [G8.12] an assistant that could not be deleted is named, and stays in the list", async () => {
  await openGroup([{ name: "Rome" }]);
  failOp(deleteAssistant, "The disk is full.");
  await pressEnter("Delete Rome");
  await answerQuestion("Delete assistant", "Delete");
  await expect.element(alertWithText("Assistant(s): Rome failed to delete.")).toBeVisible();
  await expect.element(overviewRow("Rome")).toBeVisible();
});

test("deleting an assistant deletes the draft of it that this browser stores, in the interface and in the panel", async () => {
  const { get } = await openGroup([{ name: "Harmony" }, { name: "Rhythm" }, { name: "Solo", group: null }]);
  const listDraftKeys = () => Object.keys(localStorage).filter((key) => key.includes("assistantDraft"));
  await overviewRow("Harmony").click();
  await adminField("Instructions").fill("In thirds");
  await adminTab("Rhythm").click();
  await expect.element(adminField("Assistant Name")).toHaveValue("Rhythm");
  await expect
    .poll(listDraftKeys)
    .toEqual([expect.stringContaining(getAssistantDraftKey(get("Harmony").assistantId, group.id))]);
  await adminForm().getByRole("button", { name: "Close", exact: true }).click();
  await adminButton("Delete Harmony").click();
  const question = page.getByRole("alertdialog", { name: "Delete assistant" });
  await expect.element(question).toMatchTextContent(/Unsaved changes in this browser will be deleted too\./);
  await answerQuestion("Delete assistant", "Delete");
  await expect.poll(listDraftKeys).toEqual([]);

  // The row, which had the focus, is gone. The interface takes it a moment later.
  await waitForAdminFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(adminInterface()).not.toBeInTheDocument();
  await showAssistants();
  await openAssistantMenu("Solo");
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await editorField("Instructions").fill("Louder");
  await expect.poll(() => listDraftKeys().length).toBe(1);
  // Leaves without closing the editor, which would ask.
  await cleanup();
  useDialogs.setState(useDialogs.getInitialState(), true);
  await renderApp();
  await showAssistants();
  await openAssistantMenu("Solo");
  await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await answerQuestion(/./, "Delete");
  await expect.element(page.getByRole("treegrid").getByText("Solo")).not.toBeInTheDocument();
  expect(page.getByRole("region", { name: "Unsaved drafts" }).elements()).toEqual([]);
  await expect.poll(listDraftKeys).toEqual([]);
});
