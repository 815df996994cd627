import { createAssistant, getAssistant } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { chooseLocale } from "../../../lib/i18n/i18n.ts";
import {
  adminButton,
  adminField,
  adminForm,
  adminInterface,
  adminTab,
  overviewRow,
  renderAdmin,
} from "../../../testing/assistantScreen.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf } from "../../../testing/screen.ts";
import { type StoredAssistant, stubAssistants } from "../../../testing/stubAssistants.ts";
import { stubGroups } from "../../../testing/stubGroups.ts";
import { failOp, listInputs, pauseOp } from "../../../testing/stubServer.ts";

const group = { id: "Physics_1", name: "Physics" };

/** Stubs a group with these assistants, and opens its list, or the editor of the only assistant with a name. */
async function openGroup(assistants: readonly StoredAssistant[], openName?: string) {
  const groups = stubGroups([group]);
  const stub = stubAssistants(
    assistants.map((each) => ({ group, ...each })),
    { groups: [group] },
  );
  const assistantId = openName === undefined ? null : stub.get(openName).assistantId;
  await renderAdmin(`#admin=${group.id}${assistantId === null ? "" : `&ast=${encodeURIComponent(assistantId)}`}`);
  if (openName !== undefined) await expect.element(adminField("Assistant Name")).toHaveFocus();
  return { ...stub, groups };
}

const pressSave = () => userEvent.keyboard("{Control>}s{/Control}");
/** The button to leave is called Close while nothing is unsaved. */
const expectSaved = () => expect.element(adminForm().getByRole("button", { name: "Close", exact: true })).toBeVisible();
const statusWithText = (text: string) => page.getByRole("status").filter({ hasText: text });
const expectPublished = async (name: string) => {
  const notice = statusWithText(`Saved and published “${name}”.`);
  await expect
    .element(notice)
    .toMatchTextContent(new RegExp(`Saved and published “${name}”\\. Members of the group can chat with it\\.`));
  await expect.element(notice.getByRole("button", { name: "Copy link" })).toBeVisible();
};

test("Ctrl+S saves an assistant and leaves it open, with the focus, and a published one can then be linked", async () => {
  const { get } = await openGroup([{ name: "Ferns" }], "Ferns");
  await adminInterface().getByRole("checkbox", { name: "Published" }).click();
  await adminField("Instructions").fill("Shade");
  await pressSave();
  await expectSaved();
  await expect.element(adminField("Instructions")).toHaveFocus();
  expect(get("Ferns")).toMatchObject({ version: 2, instructions: "Shade", isPublished: true });
  await expect.element(adminButton("Copy link")).toBeVisible();
});

test("Ctrl+S leaves a new assistant open, with the focus, the scroll position and the trial chat; the next new one starts empty", async () => {
  await page.viewport(1280, 600);
  const { get } = await openGroup([{ name: "Ferns" }]);
  await adminButton("Create Assistant").click();
  await adminField("Assistant Name").fill("Mosses");
  // The form has the choice of the group.
  expect(adminInterface().getByRole("combobox", { name: "Group", exact: true }).elements()).toHaveLength(0);
  await adminField("Instructions").fill("Dry");
  await adminButton("Try it").click();
  const trial = adminInterface().getByRole("region", { name: "Trial chat" });
  await trial.getByRole("textbox").fill("Where do you grow?");
  await adminField("Instructions").fill("Moist");
  const scrollArea = adminForm().element().firstElementChild;
  if (!scrollArea) throw new Error("the form has no fields");
  adminField("Instructions").element().scrollIntoView({ block: "start" });
  await expect.poll(() => scrollArea.scrollTop).toBeGreaterThan(0);
  await pressSave();
  await expect.element(adminTab("Mosses")).toHaveAttribute("aria-selected", "true");
  await expectSaved();
  await expect.element(adminField("Instructions")).toHaveFocus();
  expect(scrollArea.isConnected).toBe(true);
  expect(scrollArea.scrollTop).toBeGreaterThan(0);
  await expect.element(trial.getByRole("textbox")).toHaveValue("Where do you grow?");
  await expect.element(adminButton("History")).toBeVisible();
  await userEvent.keyboard("{Control>}a{/Control}Stones");
  await pressSave();
  await expectSaved();
  expect(get("Mosses")).toMatchObject({ version: 2, instructions: "Stones" });

  await adminButton("Create Assistant").click();
  await expect.element(adminField("Assistant Name")).toHaveValue("Assistant 1");
  await expect.element(adminField("Assistant Name")).toHaveFocus();
  await expect.element(adminField("Instructions")).toHaveValue("");
  expect(trial.elements()).toEqual([]);
  await adminTab("Mosses").click();
  await expect.element(adminField("Instructions")).toHaveValue("Stones");
});

test("what is typed into an assistant of a group during a slow save, and right after it, is never lost", async () => {
  const { get } = await openGroup([{ name: "Ferns" }], "Ferns");
  await adminField("Description").fill("Shade ");
  const saving = pauseOp(createAssistant);
  const reading = pauseOp(getAssistant);
  await pressSave();
  await saving.reached;
  await userEvent.keyboard("and ");
  await expect.element(page.getByText("Updating assistant...")).toBeVisible();
  await userEvent.keyboard("moss, ");
  saving.release();
  await reading.reached;
  await userEvent.keyboard("not ");
  reading.release();
  await userEvent.keyboard("sun");
  await expect.element(page.getByText("Updating assistant...")).not.toBeInTheDocument();
  await expect.element(adminField("Description")).toHaveFocus();
  await userEvent.keyboard(".");
  await expect.element(adminField("Description")).toHaveValue("Shade and moss, not sun.");
  expect(get("Ferns")).toMatchObject({ version: 2, description: "Shade" });
  await pressSave();
  await expectSaved();
  expect(get("Ferns")).toMatchObject({ version: 3, description: "Shade and moss, not sun." });
});

test("a space, a comma and an empty line that Ctrl+S does not store stay in the field, for what is typed next", async () => {
  const { get } = await openGroup([{ name: "Ferns" }], "Ferns");
  const name = adminField("Assistant Name");
  await name.fill("Tree ");
  await pressSave();
  await expectSaved();
  await userEvent.keyboard("ferns");
  await expect.element(name).toHaveValue("Tree ferns");
  await adminButton("Add a starter question").click();
  await pressSave();
  await expectSaved();
  await userEvent.keyboard("Where?");
  await pressSave();
  await expectSaved();
  expect(get("Tree ferns").data.starters).toEqual(["Where?"]);
});

test("Ctrl+S leaves an assistant open that cannot be read again, and the question about its deletion has the saved name", async () => {
  const { get } = await openGroup([{ name: "Sundews" }], "Sundews");
  await adminField("Assistant Name").fill("Pitchers");
  await adminField("Instructions").fill("Flies");
  failOp(getAssistant, "The disk is full.");
  await pressSave();
  await expectSaved();
  await expect.element(adminField("Instructions")).toHaveValue("Flies");
  expect(get("Pitchers")).toMatchObject({ version: 2, instructions: "Flies" });
  await adminForm().getByRole("button", { name: "Delete", exact: true }).click();
  await expect
    .element(page.getByRole("alertdialog", { name: "Delete assistant" }))
    .toMatchTextContent(/Nobody will be able to chat with “Pitchers”.*This can’t be undone\./);
});

test("Ctrl+S leaves an assistant open that is saved on top of a newer version", async () => {
  const { get, save } = await openGroup([{ name: "Pitchers" }], "Pitchers");
  await adminField("Instructions").fill("Flies and gnats");
  const { assistantId } = get("Pitchers");
  save({ assistantId, name: "Pitchers", instructions: "Flies", description: "Of bogs" });
  await pressSave();
  await page.getByRole("button", { name: "Save this draft as the newest version" }).click();
  await expectSaved();
  await expect.element(adminField("Instructions")).toHaveValue("Flies and gnats");
  expect(get("Pitchers")).toMatchObject({ version: 3, instructions: "Flies and gnats", description: "Of bogs" });
});

test("a new assistant is saved and published in one step, which first asks for what is missing; a published one is only saved", async () => {
  const { get } = await openGroup([]);
  const saveAndPublish = adminButton("Save and publish");
  await adminButton("Create Assistant").click();
  await adminField("Assistant Name").fill("");
  await saveAndPublish.click();
  await expect.element(adminField("Assistant Name")).toHaveFocus();
  await adminField("Assistant Name").fill("Poems");
  await adminField("Instructions").fill("Write a rhyme.");
  (saveAndPublish.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expectPublished("Poems");
  expect(get("Poems")).toMatchObject({ isPublished: true, instructions: "Write a rhyme.", group });

  await overviewRow("Poems").click();
  await expect.element(adminField("Assistant Name")).toHaveValue("Poems");
  expect(saveAndPublish.elements()).toEqual([]);
  // Whoever withdraws it is not offered to publish it.
  await adminInterface().getByRole("checkbox", { name: "Published" }).click();
  expect(saveAndPublish.elements()).toEqual([]);
});

test("an assistant is saved and published in one step also on top of what somebody else has saved", async () => {
  const { get, save } = await openGroup([{ name: "Poems", instructions: "Write a rhyme." }], "Poems");
  await adminField("Instructions").fill("Write a sonnet.");
  const { assistantId } = get("Poems");
  save({ assistantId, name: "Poems", description: "For readers.", instructions: "Write a rhyme." });
  await adminButton("Save and publish").click();
  await page.getByRole("button", { name: "Save this draft as the newest version" }).click();
  await expectPublished("Poems");
  expect(get("Poems")).toMatchObject({
    ...{ isPublished: true, description: "For readers.", instructions: "Write a sonnet." },
  });
});

test("Add instructions leads to the field in the open editor of a group, and opens the editor with it", async () => {
  await openGroup([{ name: "Crusts" }], "Crusts");
  await adminField("Assistant Name").fill("Bark");
  await pressSave();
  const addInstructions = page.getByRole("button", { name: "Add instructions" });
  await addInstructions.click();
  await expect.element(adminField("Instructions")).toHaveFocus();

  // Saved from the list, and new.
  await adminButton("Create Assistant").click();
  await expect.element(adminField("Assistant Name")).toHaveFocus();
  await adminField("Assistant Name").fill("Reindeer");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(adminField("Instructions")).not.toBeInTheDocument();
  await addInstructions.click();
  await expect.element(adminField("Instructions")).toHaveFocus();
  await expect.element(adminField("Assistant Name")).toHaveValue("Reindeer");

  // It was asked for once.
  await adminTab("Bark").click();
  await expect.element(adminField("Assistant Name")).toHaveFocus();
  await adminTab("Reindeer").click();
  await expect.element(adminField("Assistant Name")).toHaveValue("Reindeer");
  await expect.element(adminField("Assistant Name")).toHaveFocus();
});

test("whoever restores an earlier version after somebody else has published the assistant does not withdraw it with the next save", async () => {
  const { get, save } = await openGroup([{ name: "Sonnets" }], "Sonnets");
  const { assistantId } = get("Sonnets");
  save({ assistantId, name: "Sonnets", instructions: "Twelve lines.", isPublished: true });
  await adminButton("History").click();
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByRole("button", { name: /^Version 1/ }).click();
  await history.getByRole("button", { name: "Restore this version" }).click();
  await history.getByRole("button", { name: "Restore anyway" }).click();
  await expect.element(history).not.toBeInTheDocument();
  await adminField("Instructions").fill("Fourteen lines.");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(adminField("Instructions")).not.toBeInTheDocument();
  expect(listInputs(createAssistant).at(-1)).toMatchObject({ isPublished: true, instructions: "Fourteen lines." });
  expect(get("Sonnets").isPublished).toBe(true);
});

test("whoever loses the right to edit the group's assistants keeps what was written, and cannot save it here", async () => {
  const { groups, get } = await openGroup([{ name: "Rome" }], "Rome");
  await adminField("Instructions").fill("All roads");
  groups.change("Physics", { level: "read", members: {} });
  const notice = adminInterface().getByRole("alert");
  await expect
    .element(notice, { timeout: 5_000 })
    .toMatchTextContent(/You can no longer edit assistants in “Physics”\. Your changes can no longer be saved here\./);
  await expect.element(adminField("Instructions")).toHaveValue("All roads");
  await expect.element(adminButton("Save")).toBeDisabled();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  for (const name of ["History", "Delete"]) expect(adminButton(name).elements()).toEqual([]);
  await expect.element(adminInterface().getByRole("button", { name: "Try it" })).toBeDisabled();
  expect(get("Rome").instructions).toBe("");
});

test("while an assistant of a deleted group is saved as one's own, nothing can be pressed or discarded", async () => {
  const { groups, listNames } = await openGroup([{ name: "Torts" }], "Torts");
  await adminField("Instructions").fill("Cite cases.");
  groups.remove("Physics");
  await expect
    .element(adminInterface().getByRole("alert"), { timeout: 5_000 })
    .toMatchTextContent(/“Physics” was deleted, or you are no longer a member\./);
  const saving = pauseOp(createAssistant);
  await adminButton("Save as your own assistant").click();
  await saving.reached;
  await expect.element(page.getByText("Creating assistant...")).toBeVisible();
  const covered = [
    adminButton("Close").first(),
    adminInterface().getByRole("navigation", { name: "Sections" }).getByRole("button").first(),
  ];
  for (const button of covered) {
    const { left, top, width, height } = boxOf(button);
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    expect(hit?.textContent?.trim()).toBe("Creating assistant...");
  }
  await userEvent.keyboard("{Escape}");
  expect(page.getByText("Your changes to this assistant haven’t been saved.").elements()).toEqual([]);
  saving.release();
  await expect.element(adminInterface()).not.toBeInTheDocument();
  expect(listNames()).toEqual(["Torts", "Torts"]);
});

test.each([
  { locale: "en", check: "1 item to check", state: "Unpublished", publish: "Save and publish", save: "Save" },
  {
    locale: "de",
    check: "1 Punkt zu prüfen",
    state: "Unveröffentlicht",
    publish: "Speichern und veröffentlichen",
    save: "Speichern",
  },
] as const)(
  "on a phone, the editor says in words what is to check and that nobody else sees the assistant, in $locale",
  async ({ locale, check, state, publish, save }) => {
    await page.viewport(390, 844);
    await chooseLocale(locale);
    stubGroups([group]);
    const { get } = stubAssistants([{ name: "Lenses", instructions: "Be brief.", group }]);
    await renderApp(`#admin=${group.id}&ast=${encodeURIComponent(get("Lenses").assistantId)}`);
    const dialog = page.getByRole("dialog");
    const parts = [
      dialog.getByRole("status").getByText(check, { exact: true }),
      dialog.getByRole("tab").getByText(state, { exact: true }).last(),
      ...[publish, save].map((name) => dialog.getByRole("button", { name, exact: true })),
    ];
    for (const part of parts) {
      await expect.element(part).toBeVisible();
      const { left, right, width } = boxOf(part);
      expect(width).toBeGreaterThan(40);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(390);
      // No label is cut off.
      const { scrollWidth, clientWidth } = part.element();
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth + 1);
    }
  },
);
