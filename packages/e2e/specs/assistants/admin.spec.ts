import {
  createAssistant,
  createGroup,
  deleteAssistant,
  deleteGroup,
  getAssistant,
  getFiles,
  listAssistantShares,
  listAssistants,
  listGroups,
  shareAssistant,
  updateGroupMembers,
  updateGroupPermissions,
} from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  assistantEditor,
  attachToAssistant,
  editorField,
  openAssistantEditor,
} from "../../support/assistantControls.ts";
import { attachmentChips, pauseStatusRequests, readyAttachments, textFile } from "../../support/attachControls.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { changeData, failOp, pauseOp } from "../../support/interceptOp.ts";
import { listClippedLabels } from "../../support/listClippedLabels.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { overrideFlags } from "../../support/overrideFlags.ts";
import {
  alertWithText,
  clickDialogButton,
  expectEventually,
  expectFocused,
  expectVisible,
  openWorkspace,
  sidePanel,
} from "../../support/screen.ts";
import { getSelectField, listChoices, selectChoice } from "../../support/selectField.ts";
import { uploadAndExtract } from "../../support/uploadByApi.ts";

// Site administrators have all features, so that they can create groups.
const ADMIN = "head@example.org";
const fixture = createWorkspaceFixture({ environment: { ADMINS: ADMIN, FEATURES: "assistantAdminInterface" } });

const readingTimeoutMs = 45_000;

const adminInterface = (page: Page) => page.getByRole("dialog", { name: "Assistant Admin Interface", exact: true });
const tab = (page: Page, name: string) => adminInterface(page).getByRole("tab", { name: new RegExp(`${name}$`) });
/** The button that opens an assistant in the list of its group. */
const overviewRow = (page: Page, name: string) =>
  adminInterface(page)
    .getByRole("list", { name: /^Assistants of/ })
    .getByRole("button", { name: new RegExp(`^${name}`) });
const field = (page: Page, name: string) => adminInterface(page).getByRole("textbox", { name, exact: true });

/** Opens the menu of a group's folder, or of an assistant, in the list of assistants. Returns what it offers. */
async function openMenu(page: Page, rowName: string): Promise<string[]> {
  const tree = page.getByRole("treegrid", { name: "Assistants" });
  if (!(await tree.isVisible())) {
    await page.getByRole("button", { name: /^Show Prompts/ }).click();
    await page.getByRole("tab", { name: "Assistants" }).click();
  }
  await tree
    .locator("[data-tree-row]")
    .filter({ hasText: new RegExp(`^${rowName}\\b`) })
    .hover();
  await tree.getByRole("button", { name: new RegExp(`^Actions for ${rowName}\\b`) }).click();
  await page.getByRole("menuitem").first().waitFor();
  return page.getByRole("menuitem").allTextContents();
}

/** Returns the text of what a click in the middle of the element would hit. */
const readHit = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.textContent?.trim();
  });

/** Signs in the administrator with a new group and its assistants. */
async function openWithGroup(name: string, assistants: readonly { name: string; isPublished?: boolean }[]) {
  const person = await fixture.openSignedIn({ email: ADMIN });
  // Those of earlier tests would push the group out of the part of the list that is rendered.
  const { groups } = await person.api.call(listGroups, {});
  for (const { id, level, isBuiltIn } of groups)
    if (level === "admin" && !isBuiltIn) await person.api.call(deleteGroup, { group_id: id });
  const group = await person.api.call(createGroup, { group_name: name, types: ["Student"] });
  for (const assistant of assistants) await person.api.call(createAssistant, { ...assistant, groupId: group.id });
  return { ...person, group };
}

test("[G2.10] [G2.12] [G4.02] a window event opens the Assistant Admin Interface, 100 pixels narrower than the window and 95 percent as high; its tabs say which assistants are published", async () => {
  const { page, group } = await openWithGroup("Physics", [{ name: "Heat", isPublished: true }, { name: "Light" }]);
  await openWorkspace(page, fixture.url);
  await page.evaluate(
    (groupId) => dispatchEvent(new CustomEvent("openAstAdminInterfaceTrigger", { detail: { groupId } })),
    group.id,
  );
  await overviewRow(page, "Heat").waitFor();
  const readSize = async () => {
    const box = await adminInterface(page).boundingBox();
    return box && [Math.round(box.width), Math.round(box.height)];
  };
  const [width, height] = await page.evaluate(() => [innerWidth, innerHeight]);
  await expectEventually(readSize).toEqual([(width ?? 0) - 100, Math.round((height ?? 0) * 0.95)]);
  await checkAxeInBothThemes(page, "the overview");
  await overviewRow(page, "Light").click();
  await expectEventually(() => field(page, "Assistant Name").inputValue()).toBe("Light");
  await tab(page, "Heat").hover();
  await page.getByRole("tooltip", { name: "Published", exact: true }).waitFor();
  await tab(page, "Light").hover();
  await page.getByRole("tooltip", { name: "Unpublished", exact: true }).waitFor();
  const readDot = (name: string) =>
    tab(page, name)
      .locator("[aria-hidden]")
      .first()
      .evaluate((dot) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(dot);
        const [red = 0, green = 0, blue = 0] = (borderTopColor.match(/\d+/g) ?? []).map(Number);
        return {
          isFilled: backgroundColor === borderTopColor,
          isGreen: green > red + 40 && green > blue + 40,
        };
      });
  expect(await readDot("Heat")).toEqual({ isFilled: true, isGreen: true });
  expect(await readDot("Light")).toEqual({ isFilled: false, isGreen: false });
  await tab(page, "Light").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expectEventually(() => field(page, "Assistant Name").inputValue()).toBe("Heat");
  await checkAxeInBothThemes(page, "the editor of a group's assistant");
  await page.setViewportSize(narrowViewport);
  await expectEventually(async () => (await readSize())?.[0]).toBe(narrowViewport.width);
  await checkAxe(page, "the editor, narrow");
  await adminInterface(page).getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByRole("button", { name: /^Version 1/ }).waitFor();
  await page.keyboard.press("Escape");
  await history.waitFor({ state: "detached" });
  await field(page, "Assistant Name").press("Escape");
  await adminInterface(page).waitFor({ state: "detached" });
});

test("[A6.03] [G2.10] assistants are edited only once the person's groups have been read again", async () => {
  const { page, group } = await openWithGroup("Botany", [{ name: "Ferns" }]);
  const { reached, release } = await pauseOp(page, listGroups);
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await reached;
  await expectVisible(page, "Loading Assistant Admin Interface...");
  expect(await overviewRow(page, "Ferns").count()).toBe(0);
  release();
  await overviewRow(page, "Ferns").waitFor();
});

test("[G2.11] [G2.13] a group is chosen, the last choice creates one, and an assistant is created in it and published", async () => {
  const { page, api, group } = await openWithGroup("Chemistry", []);
  await api.call(createGroup, { group_name: "Biology" });
  await openWorkspace(page, fixture.url, "#admin=");
  await adminInterface(page).waitFor();
  const choices = await listChoices(adminInterface(page), "Group");
  expect(choices.at(-1)).toBe("+ Create New Group");
  await selectChoice(adminInterface(page), "Group", "Chemistry");
  await expectVisible(page, "“Chemistry” has no assistants yet");
  await adminInterface(page).getByRole("button", { name: "Create Assistant", exact: true }).click();
  await field(page, "Assistant Name").fill("Acids");
  await adminInterface(page).getByRole("checkbox", { name: "Published" }).check();
  await page.reload();
  await expectEventually(() => field(page, "Assistant Name").inputValue()).toBe("Acids");
  await adminInterface(page).getByRole("button", { name: "Save", exact: true }).click();
  await overviewRow(page, "Acids").waitFor();
  const { assistants } = await api.call(listAssistants, { groupId: group.id });
  expect(assistants).toMatchObject([{ name: "Acids", isPublished: true }]);
  await expectVisible(adminInterface(page), "Members aren’t notified. Copy the link and send it to them.");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await adminInterface(page).getByRole("button", { name: "Copy link to Acids" }).click();
  await expectVisible(page, "Link copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    `#assistant=${encodeURIComponent(assistants[0]?.assistantId ?? "")}`,
  );
  await overviewRow(page, "Acids").click();
  await adminInterface(page).getByRole("button", { name: "Copy link", exact: true }).waitFor();
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

test("whoever may edit the assistants of a group chooses for whom a new one is, and goes on with what was typed in the form of the group; others are not asked", async () => {
  const { page, group } = await openWithGroup("Course X", []);
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page);
  await getSelectField(assistantEditor(page), "For").waitFor();
  expect(await listChoices(assistantEditor(page), "For")).toEqual(expect.arrayContaining(["Me", "Course X"]));
  await editorField(page, "Assistant Name").fill("Acids");
  await checkAxeInBothThemes(page, "a new assistant with the choice of a group");
  await selectChoice(assistantEditor(page), "For", "Course X");
  await assistantEditor(page).waitFor({ state: "detached" });
  await expectEventually(() => field(page, "Assistant Name").inputValue()).toBe("Acids");
  expect(decodeURIComponent(new URL(page.url()).hash)).toContain(`admin=${group.id}&ast=new`);
  // Nothing was lost, so nothing is said to be restored.
  expect(await page.getByText("Your unsaved changes were restored.").count()).toBe(0);

  // The form of the group leads back.
  await field(page, "Assistant Name").fill("Acids and bases");
  await selectChoice(adminInterface(page), "For", "Me");
  await adminInterface(page).waitFor({ state: "detached" });
  await expectEventually(() => editorField(page, "Assistant Name").inputValue()).toBe("Acids and bases");
  expect(await getSelectField(assistantEditor(page), "For").inputValue()).toBe("Me");
  expect(await page.getByText("Your unsaved changes were restored.").count()).toBe(0);
  // What is left by closing the page is still said to be restored.
  await page.reload();
  await page.getByRole("combobox", { name: "Model" }).waitFor();
  await openAssistantEditor(page);
  await expectVisible(page, "Your unsaved changes were restored.");
  // What is typed until the form of the group opens is carried over.
  await getSelectField(assistantEditor(page), "For").click();
  await page.getByRole("option", { name: "Course X" }).waitFor();
  await editorField(page, "Assistant Name").evaluate((element) => {
    const option = [...document.querySelectorAll('[role="option"]')].find((each) => each.textContent === "Course X");
    if (option instanceof HTMLElement) option.click();
    // React ignores a value that is set in another way.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(element, "Acids");
    element.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await assistantEditor(page).waitFor({ state: "detached" });
  await expectEventually(() => field(page, "Assistant Name").inputValue()).toBe("Acids");
  await adminInterface(page).getByRole("button", { name: "Save", exact: true }).click();
  await overviewRow(page, "Acids").waitFor();
  await page.keyboard.press("Escape");
  await adminInterface(page).waitFor({ state: "detached" });
  await openAssistantEditor(page);
  expect(await editorField(page, "Assistant Name").inputValue()).toBe("");
  // Documents that were added stay with this form.
  await attachToAssistant(page, textFile("acids.txt", "Acids taste sour."));
  await expectEventually(() => readyAttachments(page).count(), readingTimeoutMs).toBe(1);
  expect(await getSelectField(assistantEditor(page), "For").isDisabled()).toBe(true);

  const { page: readerPage } = await fixture.openSignedIn();
  await openWorkspace(readerPage, fixture.url);
  await openAssistantEditor(readerPage);
  await assistantEditor(readerPage).getByRole("button", { name: "Attach documents" }).waitFor();
  expect(await getSelectField(assistantEditor(readerPage), "For").count()).toBe(0);
});

test("an assistant is published by keyboard from the list of its group, after a failure, and undone, and from the notice that it is saved", async () => {
  const { page, api, group } = await openWithGroup("Publishing", [{ name: "Poems" }]);
  const readState = async () => {
    const { assistants } = await api.call(listAssistants, { groupId: group.id });
    return assistants.map(({ name, isPublished }) => `${name}: ${isPublished}`);
  };
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  const rows = adminInterface(page).getByRole("list", { name: "Assistants of Publishing" }).getByRole("listitem");
  const publish = rows.getByRole("button", { name: "Publish Poems", exact: true });
  const endFailure = await failOp(page, createAssistant, "The disk is full.");
  await publish.press("Enter");
  await alertWithText(page, "Couldn’t publish “Poems”.").waitFor();
  await expectFocused(publish);
  await endFailure();
  await publish.press("Enter");
  await expectVisible(page, "“Poems” is published. Members of the group can chat with it.");
  await expectFocused(rows.getByRole("button", { name: /^Poems/ }));
  await rows.getByRole("button", { name: "Copy link to Poems" }).waitFor();
  expect(await readState()).toEqual(["Poems: true"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await publish.waitFor();
  expect(await readState()).toEqual(["Poems: false"]);
  await publish.press("Enter");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const published = page.getByRole("status").filter({ hasText: "“Poems” is published." });
  await published.getByRole("button", { name: "Copy link" }).click();
  await expectVisible(page, "Link copied");
  const [{ assistantId = "" } = {}] = (await api.call(listAssistants, { groupId: group.id })).assistants;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(encodeURIComponent(assistantId));
  const unpublish = rows.getByRole("button", { name: "Unpublish Poems" });
  await unpublish.press("Enter");
  const withdrawn = page.getByRole("status").filter({ hasText: "“Poems” is no longer published." });
  await expectVisible(withdrawn, "“Poems” is no longer published. Only the group’s editors can see it.");
  await expectFocused(rows.getByRole("button", { name: /^Poems/ }));
  expect(await readState()).toEqual(["Poems: false"]);
  await withdrawn.getByRole("button", { name: "Undo" }).click();
  await unpublish.waitFor();
  const endSecondFailure = await failOp(page, createAssistant, "The disk is full.");
  await unpublish.press("Enter");
  await alertWithText(page, "Couldn’t unpublish “Poems”.").waitFor();
  await expectFocused(unpublish);
  expect(await readState()).toEqual(["Poems: true"]);
  await endSecondFailure();
  await unpublish.press("Enter");
  await publish.waitFor();
  await page.setViewportSize(narrowViewport);
  await expectVisible(rows, "Unpublished");
  await checkAxeInBothThemes(page, "an unpublished assistant, narrow");

  const saved = page
    .getByRole("status")
    .filter({ hasText: "Saved “Poems”. Only the group’s editors can see it until you publish it." });
  const save = async (instructions: string) => {
    await rows.getByRole("button", { name: /^Poems/ }).click();
    await field(page, "Instructions").fill(instructions);
    await page.keyboard.press("Control+Enter");
    await saved.waitFor();
  };
  await save("Write a rhyme.");
  // Under the mouse it does not close by itself.
  await saved.hover();
  await publish.press("Enter");
  await saved.waitFor({ state: "detached" });
  await unpublish.press("Enter");
  await publish.waitFor();
  await save("Write a poem.");
  await saved.getByRole("button", { name: "Publish" }).click();
  await expectEventually(readState).toEqual(["Poems: true"]);
  await expectVisible(rows, "Published");
  await api.call(deleteGroup, { group_id: group.id });
});

test("an assistant of one's own is shared with the group by keyboard where the group's are listed, with those that others share, and each change is undone", async () => {
  const { api: colleagueApi, email } = await fixture.openSignedIn();
  const { page, api, group } = await openWithGroup("Optics", []);
  const members = { [email]: "write" } as const;
  await api.call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members });
  const name = `Prisms for ${email}`;
  const { assistantId } = await api.call(createAssistant, { name });
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await expectVisible(page, "“Optics” has no assistants yet");
  const share = adminInterface(page).getByRole("button", { name: "Share an existing assistant" });
  await share.press("Enter");
  const search = page.getByRole("combobox", { name: "Search your assistants" });
  await page.keyboard.press("Escape");
  await search.waitFor({ state: "detached" });
  await expectFocused(share);
  await page.keyboard.press("Enter");
  await search.fill(name);
  const own = page.getByRole("listbox", { name: "Your assistants" });
  await expectEventually(() => own.getByRole("option").count()).toBe(1);
  await checkAxeInBothThemes(page, "the person's assistants");
  await page.keyboard.press("Enter");
  const rows = adminInterface(page).getByRole("list", { name: "Assistants of Optics" }).getByRole("listitem");
  const row = rows.filter({ hasText: name });
  await expectVisible(row, "Shared by you");
  await expectFocused(share);
  await expectVisible(page, `Members of “Optics” can now chat with “${name}”.`);
  const listForMember = () => colleagueApi.call(listAssistants, { groupId: group.id, include: "shared" });
  expect((await listForMember()).assistants).toMatchObject([{ assistantId, sharedRole: "use" }]);
  await share.press("Enter");
  await search.fill(name);
  await expectVisible(page, "No assistants match.");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo" }).click();
  await expectVisible(page, "“Optics” has no assistants yet");
  expect((await listForMember()).assistants).toEqual([]);

  await api.call(createAssistant, { name: "Lenses", groupId: group.id });
  const lent = await colleagueApi.call(createAssistant, { name: "Mirrors" });
  for (const [client, sharedId] of [
    [colleagueApi, lent.assistantId],
    [api, assistantId],
  ] as const)
    await client.call(shareAssistant, { assistantId: sharedId, recipientUsers: [group.id], accessType: "write" });
  // The open list follows.
  await expectEventually(() => rows.count()).toBe(3);
  await expectVisible(rows.filter({ hasText: "Mirrors" }), /^Shared by (?!you)/);
  expect(
    await adminInterface(page)
      .getByRole("button", { name: /^(Stop sharing|Delete) Mirrors/ })
      .count(),
  ).toBe(0);
  await checkAxeInBothThemes(page, "the assistants of a group with shared ones");
  await row.getByRole("button", { name: `Stop sharing ${name} with Optics` }).press("Enter");
  await row.waitFor({ state: "detached" });
  await expectFocused(adminInterface(page).getByRole("tabpanel", { name: "Optics" }));
  await expectVisible(page, `“${name}” is no longer shared with “Optics”.`);
  await page.getByRole("button", { name: "Undo" }).click();
  await row.waitFor();
  expect((await listForMember()).assistants).toContainEqual(
    expect.objectContaining({ assistantId, sharedRole: "write" }),
  );
  await row.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  await expectEventually(() =>
    assistantEditor(page).getByRole("textbox", { name: "Assistant Name" }).inputValue(),
  ).toBe(name);
  await page.keyboard.press("Escape");
  await assistantEditor(page).waitFor({ state: "detached" });
  await row.waitFor();
  // The lists of the tests that follow stay short.
  await api.call(deleteAssistant, { assistantId });
  await api.call(deleteGroup, { group_id: group.id });
});

test("a whole group is found and shared with in the field for people, by keyboard; # still stands for its members", async () => {
  const { page, api, group } = await openWithGroup("Institute of Botany", []);
  const { assistantId } = await api.call(createAssistant, { name: "Herbarium" });
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page, "Herbarium");
  await assistantEditor(page).getByRole("button", { name: "Share", exact: true }).click();
  const sharing = page.getByRole("dialog", { name: "Share “Herbarium”" });
  const people = sharing.getByRole("combobox", { name: "People and groups" });
  const suggestion = sharing.getByRole("option", { name: "Institute of Botany Group", exact: true });
  await people.click();
  await suggestion.waitFor();
  await page.keyboard.press("Escape");
  await suggestion.waitFor({ state: "detached" });
  await people.pressSequentially("bot");
  await suggestion.waitFor();
  await checkAxeInBothThemes(page, "the suggestions of people and groups");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const remove = sharing.getByRole("button", { name: "Remove Institute of Botany", exact: true });
  await remove.waitFor();
  await expectVisible(sharing, "A group’s current and future members get access.");
  await expectFocused(people);
  await page.keyboard.press("Backspace");
  await expectFocused(remove);
  await page.keyboard.press("Delete");
  await remove.waitFor({ state: "detached" });
  await expectFocused(people);
  const members = sharing.getByRole("option", { name: /^Institute of Botany.*current member/ });
  for (const text of ["#Institute of Botany", "bot"]) {
    await people.fill(text);
    await members.waitFor();
  }
  // A part of a list is never taken for a group, even if it has the name of one.
  await people.fill("Institute of Botany, newcomer@example.org");
  await sharing.getByRole("alert").filter({ hasText: "Choose the group from the suggestions." }).waitFor();
  await sharing.getByRole("button", { name: "Correct Institute of Botany" }).click();
  // A name that is typed in full needs no choice.
  await people.fill("institute of botany");
  await page.keyboard.press("Control+Enter");
  await sharing.getByRole("button", { name: "Remove access for Institute of Botany" }).waitFor();
  await sharing.getByRole("button", { name: "Remove access for newcomer@example.org" }).waitFor();
  const { shares } = await api.call(listAssistantShares, { assistantId });
  expect(new Set(shares.map(({ id, kind }) => (kind === "group" ? id : kind)))).toEqual(
    new Set([group.id, "invitation"]),
  );
  await api.call(deleteAssistant, { assistantId });
});

test("whoever shares an assistant with a group can create one there, which is then entered, and shares nothing yet", async () => {
  const { page, api } = await fixture.openSignedIn({ email: ADMIN });
  const name = `Seminar ${Date.now()}`;
  await api.call(createAssistant, { name: "Notes for a seminar" });
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page, "Notes for a seminar");
  await assistantEditor(page).getByRole("button", { name: "Share", exact: true }).click();
  const sharing = page.getByRole("dialog", { name: "Share “Notes for a seminar”" });
  await sharing.getByRole("combobox", { name: "People and groups" }).fill("ann@example.org, be");
  await sharing.getByRole("button", { name: "Create a group…" }).click();
  const creation = page.getByRole("dialog", { name: "Create Group" });
  await creation.getByLabel("Group Name").fill(name);
  await creation.getByRole("button", { name: "Create Group" }).click();
  await creation.waitFor({ state: "detached" });
  await sharing.getByRole("button", { name: `Remove ${name}` }).waitFor();
  await sharing.getByRole("button", { name: "Remove ann@example.org" }).waitFor();
  await expectVisible(sharing, "Only you. Share it with people or groups above.");
  const { groups } = await api.call(listGroups, {});
  for (const { id } of groups.filter((group) => group.name === name)) await api.call(deleteGroup, { group_id: id });
});

test.for([
  { locale: "en-GB", check: "1 item to check", state: "Unpublished", publish: "Save and publish", save: "Save" },
  {
    locale: "de-DE",
    check: "1 Punkt zu prüfen",
    state: "Unveröffentlicht",
    publish: "Speichern und veröffentlichen",
    save: "Speichern",
  },
])(
  "on a phone, the editor says in words what is to check and that nobody else sees the assistant, in $locale",
  async ({ locale, check, state, publish, save }) => {
    const { api, group } = await openWithGroup("Optics", []);
    const instructions = "Be brief.";
    const { assistantId } = await api.call(createAssistant, { name: "Lenses", instructions, groupId: group.id });
    const { page } = await fixture.openSignedIn({ email: ADMIN, locale, viewport: narrowViewport, hasTouch: true });
    const [groupPart, assistantPart] = [group.id, assistantId].map(encodeURIComponent);
    await page.goto(`${fixture.url}/#admin=${groupPart}&ast=${assistantPart}`);
    const form = page.getByRole("dialog").locator("form");
    const parts = [
      form.getByRole("status").getByText(check, { exact: true }),
      page.getByRole("tab").getByText(state, { exact: true }).last(),
      ...[publish, save].map((name) => form.getByRole("button", { name, exact: true })),
    ];
    for (const part of parts) {
      await part.waitFor();
      const { x, width } = (await part.boundingBox()) ?? { x: NaN, width: NaN };
      expect(width).toBeGreaterThan(40);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(narrowViewport.width);
    }
    expect(await listClippedLabels(page)).toEqual([]);
  },
);

test("an assistant that is not published is saved and published in one step, also on top of what somebody else has saved", async () => {
  const { page, api, group } = await openWithGroup("Letters", []);
  const load = async () => {
    const [{ assistantId = "" } = {}] = (await api.call(listAssistants, { groupId: group.id })).assistants;
    return { assistantId, ...(await api.call(getAssistant, { assistantId })).definition };
  };
  const saveAndPublish = adminInterface(page).getByRole("button", { name: "Save and publish" });
  const expectPublished = async () => {
    const notice = page.getByRole("status").filter({ hasText: "Saved and published “Poems”." });
    await expectVisible(notice, "Saved and published “Poems”. Members of the group can chat with it.");
    await notice.getByRole("button", { name: "Copy link" }).waitFor();
    expect(await load()).toMatchObject({ isPublished: true });
  };
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await adminInterface(page).getByRole("button", { name: "Create Assistant", exact: true }).click();
  await saveAndPublish.click();
  // As every way to save, it first asks for what is missing.
  await expectFocused(field(page, "Assistant Name"));
  await field(page, "Assistant Name").fill("Poems");
  await field(page, "Instructions").fill("Write a rhyme.");
  await saveAndPublish.press("Enter");
  await expectPublished();

  const { assistantId, version = null } = await load();
  await overviewRow(page, "Poems").click();
  await field(page, "Assistant Name").waitFor();
  expect(await saveAndPublish.count()).toBe(0);
  // Whoever withdraws it is not offered to publish it.
  await adminInterface(page).getByRole("checkbox", { name: "Published" }).uncheck();
  expect(await saveAndPublish.count()).toBe(0);
  await adminInterface(page).getByRole("button", { name: "Save", exact: true }).click();
  await overviewRow(page, "Poems").click();
  await field(page, "Instructions").fill("Write a sonnet.");
  await api.call(createAssistant, {
    ...{ name: "Poems", description: "For readers.", instructions: "Write a rhyme." },
    ...{ assistantId, baseVersion: (version ?? 0) + 1, isPublished: false },
  });
  await saveAndPublish.click();
  await page.getByRole("button", { name: "Save this draft as the newest version" }).click();
  await expectPublished();
  expect(await load()).toMatchObject({ description: "For readers.", instructions: "Write a sonnet." });
});

test("[G6.15] an assistant opens again as it was saved; after saving and deleting one, Esc closes the interface", async () => {
  const { page, group } = await openWithGroup("Geology", [{ name: "Rocks" }]);
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  for (const text of ["Granite", "Basalt"]) {
    await overviewRow(page, "Rocks").click();
    await field(page, "Instructions").fill(text);
    await page.keyboard.press("Control+Enter");
    await field(page, "Instructions").waitFor({ state: "detached" });
  }
  await page.keyboard.press("Escape");
  await adminInterface(page).waitFor({ state: "detached" });
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await overviewRow(page, "Rocks").click();
  await expectEventually(() => field(page, "Instructions").inputValue()).toBe("Basalt");
  await adminInterface(page).getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expectEventually(() => field(page, "Instructions").inputValue()).toBe("Basalt");
  await adminInterface(page).getByRole("button", { name: "Delete", exact: true }).click();
  await clickDialogButton(page, "Delete");
  await expectVisible(page, "“Geology” has no assistants yet");
  await page.keyboard.press("Escape");
  await adminInterface(page).waitFor({ state: "detached" });
});

test("Ctrl+S saves an assistant and leaves it open, with the focus and the documents, also a new one", async () => {
  const { page, api, group } = await openWithGroup("Botany", [{ name: "Ferns" }]);
  const load = async (name: string) => {
    const { assistants } = await api.call(listAssistants, { groupId: group.id });
    const found = assistants.filter((assistant) => assistant.name === name);
    expect(found).toHaveLength(1);
    return (await api.call(getAssistant, { assistantId: found[0]?.assistantId ?? "" })).definition;
  };
  /** The button to leave is called Close while nothing is unsaved. */
  const expectSaved = () =>
    adminInterface(page).locator("form").getByRole("button", { name: "Close", exact: true }).waitFor();
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await overviewRow(page, "Ferns").click();
  await field(page, "Instructions").fill("Shade");
  await attachToAssistant(page, textFile("ferns.txt", "Ferns have spores."), adminInterface(page));
  await expectEventually(() => readyAttachments(page).count(), readingTimeoutMs).toBe(1);
  await adminInterface(page).getByRole("checkbox", { name: "Published" }).check();
  await field(page, "Instructions").press("Control+s");
  await expectSaved();
  await expectFocused(field(page, "Instructions"));
  expect(await load("Ferns")).toMatchObject({ version: 2, instructions: "Shade", isPublished: true });
  await adminInterface(page).getByRole("button", { name: "Copy link", exact: true }).waitFor();
  await field(page, "Instructions").fill("Shade and water");
  await page.keyboard.press("Control+s");
  await expectSaved();
  const saved = await load("Ferns");
  expect(saved).toMatchObject({ version: 3, instructions: "Shade and water", documents: [{ name: "ferns.txt" }] });
  const savedDocuments = adminInterface(page).getByRole("list", { name: "Documents of the assistant" });
  await savedDocuments.getByRole("listitem").filter({ hasText: "ferns.txt" }).waitFor();
  expect(await attachmentChips(page).count()).toBe(0);
  await adminInterface(page).getByRole("button", { name: "Create Assistant", exact: true }).click();
  await field(page, "Assistant Name").fill("Mosses");
  await adminInterface(page).getByRole("button", { name: "Try it", exact: true }).click();
  const trial = adminInterface(page).getByRole("region", { name: "Trial chat" });
  await trial.getByRole("textbox").fill("Where do you grow?");
  await field(page, "Instructions").fill("Moist");
  const scrollArea = adminInterface(page).locator("form > div").first();
  const readScrollTop = () => scrollArea.evaluate(({ scrollTop }) => scrollTop);
  await field(page, "Instructions").evaluate((element) => element.scrollIntoView({ block: "start" }));
  const isScrolled = (await readScrollTop()) > 0;
  await page.keyboard.press("Control+s");
  await tab(page, "Mosses")
    .and(page.getByRole("tab", { selected: true }))
    .waitFor();
  await expectSaved();
  await expectFocused(field(page, "Instructions"));
  expect(isScrolled).toBe(true);
  expect(await readScrollTop()).toBeGreaterThan(0);
  expect(await trial.getByRole("textbox").inputValue()).toBe("Where do you grow?");
  await adminInterface(page).getByRole("button", { name: "History", exact: true }).waitFor();
  expect(await field(page, "Assistant Name").inputValue()).toBe("Mosses");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Stones");
  await page.keyboard.press("Control+s");
  await expectSaved();
  expect(await load("Mosses")).toMatchObject({ version: 2, instructions: "Stones" });

  // The next new assistant starts empty, and the saved one is loaded again.
  await adminInterface(page).getByRole("button", { name: "Create Assistant", exact: true }).click();
  await expectEventually(() => field(page, "Assistant Name").inputValue()).toBe("");
  await expectFocused(field(page, "Assistant Name"));
  expect(await field(page, "Instructions").inputValue()).toBe("");
  expect(await trial.count()).toBe(0);
  await tab(page, "Mosses").click();
  await expectEventually(() => field(page, "Instructions").inputValue()).toBe("Stones");
});

test("Add instructions leads to the field in the open editor of a group, and opens the editor with it", async () => {
  const { page, group } = await openWithGroup("Lichens", [{ name: "Crusts" }]);
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await overviewRow(page, "Crusts").click();
  await field(page, "Assistant Name").fill("Bark");
  await page.keyboard.press("Control+s");
  const addInstructions = page.getByRole("button", { name: "Add instructions" });
  await addInstructions.click();
  await expectFocused(field(page, "Instructions"));

  // Saved from the list, and new.
  await adminInterface(page).getByRole("button", { name: "Create Assistant", exact: true }).click();
  await expectFocused(field(page, "Assistant Name"));
  await field(page, "Assistant Name").fill("Reindeer");
  await page.keyboard.press("Control+Enter");
  await field(page, "Instructions").waitFor({ state: "detached" });
  await addInstructions.click();
  await expectFocused(field(page, "Instructions"));
  expect(await field(page, "Assistant Name").inputValue()).toBe("Reindeer");

  // It was asked for once.
  await tab(page, "Bark").click();
  await expectFocused(field(page, "Assistant Name"));
  await tab(page, "Reindeer").click();
  await expectEventually(() => field(page, "Assistant Name").inputValue()).toBe("Reindeer");
  await expectFocused(field(page, "Assistant Name"));
});

test("Ctrl+S leaves an assistant open that cannot be read again, and one that is saved on top of a newer version", async () => {
  const { page, api, group } = await openWithGroup("Bogs", [{ name: "Sundews" }]);
  const { assistants } = await api.call(listAssistants, { groupId: group.id });
  const { assistantId = "" } = assistants.find(({ name }) => name === "Sundews") ?? {};
  const load = async () => (await api.call(getAssistant, { assistantId })).definition;
  const closeButton = adminInterface(page).locator("form").getByRole("button", { name: "Close", exact: true });
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await overviewRow(page, "Sundews").click();
  await field(page, "Assistant Name").fill("Pitchers");
  await field(page, "Instructions").fill("Flies");
  const succeed = await failOp(page, getAssistant, "The disk is full.");
  await page.keyboard.press("Control+s");
  await closeButton.waitFor();
  expect(await field(page, "Instructions").inputValue()).toBe("Flies");
  expect(await load()).toMatchObject({ version: 2, instructions: "Flies", name: "Pitchers" });
  await succeed();

  await field(page, "Instructions").fill("Flies and gnats");
  const theirs = { assistantId, groupId: group.id, name: "Pitchers", instructions: "Flies", description: "Of bogs" };
  await api.call(createAssistant, { ...theirs, baseVersion: 2 });
  await page.keyboard.press("Control+s");
  await page.getByRole("button", { name: "Save this draft as the newest version" }).click();
  await closeButton.waitFor();
  expect(await field(page, "Instructions").inputValue()).toBe("Flies and gnats");
  expect(await load()).toMatchObject({ version: 4, instructions: "Flies and gnats", description: "Of bogs" });
  // The question has the name as it was saved.
  await adminInterface(page).locator("form").getByRole("button", { name: "Delete", exact: true }).click();
  await expectVisible(
    page.getByRole("alertdialog", { name: "Delete assistant" }),
    /^Nobody will be able to chat with “Pitchers”.* This can’t be undone\.$/,
  );
});

test("the focus stays in the interface while an assistant that is opened by keyboard loads, and moves into its editor", async () => {
  const { page, group } = await openWithGroup("Zoos", [{ name: "Lions" }, { name: "Zebras" }]);
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await adminInterface(page).waitFor();
  const strayed = await page.evaluateHandle(() => {
    const places: string[] = [];
    document.addEventListener("focusin", ({ target }) => {
      if (target instanceof HTMLElement && !target.closest("[role='dialog']")) places.push(target.outerHTML);
    });
    return places;
  });
  for (const opener of [overviewRow(page, "Lions"), tab(page, "Zebras")]) {
    const paused = await pauseOp(page, getAssistant);
    await opener.press("Enter");
    await paused.reached;
    await expectVisible(adminInterface(page), "Loading the assistant");
    expect(await adminInterface(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
    paused.release();
    await expectFocused(field(page, "Assistant Name"));
    await page.unrouteAll({ behavior: "wait" });
  }
  expect(await strayed.jsonValue()).toEqual([]);
});

test("a link to an assistant that was deleted, never existed or belongs elsewhere says so, and leads to those of the group", async () => {
  const { page, api, group } = await openWithGroup("Chess", [{ name: "Openings" }]);
  const { assistantId: deletedId } = await api.call(createAssistant, { name: "Endgames", groupId: group.id });
  await api.call(deleteAssistant, { assistantId: deletedId });
  const own = await api.call(createAssistant, { name: "My own" });
  const goneText = "This assistant no longer exists, or you no longer have access to it.";
  const links = [
    { assistantId: deletedId, text: goneText },
    { assistantId: "no id!", text: goneText },
    { assistantId: own.assistantId, text: "This assistant doesn’t belong to “Chess”." },
  ];
  for (const { assistantId, text } of links) {
    const hash = `#admin=${encodeURIComponent(group.id)}&ast=${encodeURIComponent(assistantId)}`;
    await openWorkspace(page, fixture.url, hash);
    await expectVisible(adminInterface(page), text);
    expect(await adminInterface(page).getByRole("button", { name: "Try again" }).count()).toBe(0);
    expect(await adminInterface(page).getByText("/assistant/get").count()).toBe(0);
    await adminInterface(page).getByRole("button", { name: "Show all assistants" }).click();
    await adminInterface(page).getByRole("list", { name: "Assistants of Chess" }).waitFor();
  }
});

test("[G6.07] [C6.06] [G2.11] [G6.04] [G6.05] only groups are offered that the person can write in, and only they open the interface from their folder; whoever is removed while editing keeps what was written", async () => {
  const { api, group } = await openWithGroup("History", [{ name: "Rome" }]);
  const reader = await fixture.openSignedIn();
  const members = { [reader.email]: "read" as const };
  const readGroup = await api.call(createGroup, { group_name: "Latin", members });
  await api.call(createAssistant, { name: "Cicero", groupId: readGroup.id, isPublished: true });
  await openWorkspace(reader.page, fixture.url, "#admin=");
  await expectVisible(reader.page, "You can’t edit assistants in any group yet");
  await openWorkspace(reader.page, fixture.url, `#admin=${encodeURIComponent(readGroup.id)}`);
  await expectVisible(reader.page, "You can’t edit assistants in this group");
  await expectVisible(reader.page, /^You can chat with its published assistants\./);
  await openWorkspace(reader.page, fixture.url, "#admin=");

  await api.call(updateGroupMembers, {
    group_id: group.id,
    update_type: "ADD",
    members: { [reader.email]: "write" },
  });
  await overviewRow(reader.page, "Rome").waitFor();
  expect(await listChoices(adminInterface(reader.page), "Group")).toEqual(["History"]);
  await adminInterface(reader.page).getByRole("button", { name: "Close", exact: true }).click();
  expect(await openMenu(reader.page, "Latin")).toEqual(["Hide"]);
  await reader.page.keyboard.press("Escape");
  expect(await openMenu(reader.page, "History")).toEqual(["Hide", "Open In Assistant Admin Interface"]);
  await reader.page.getByRole("menuitem", { name: "Open In Assistant Admin Interface" }).click();
  await overviewRow(reader.page, "Rome").click();
  await field(reader.page, "Instructions").fill("All roads");
  await api.call(updateGroupPermissions, { group_id: group.id, affected_members: { [reader.email]: "read" } });
  await adminInterface(reader.page)
    .getByRole("alert")
    .filter({ hasText: "You can no longer edit assistants in “History”." })
    .waitFor();
  expect(await field(reader.page, "Instructions").inputValue()).toBe("All roads");
  const [rome] = (await api.call(listAssistants, { groupId: group.id })).assistants;
  expect((await api.call(getAssistant, { assistantId: rome?.assistantId ?? "" })).definition?.instructions).toBe("");
});

test("whoever edits an assistant of a group that is deleted meanwhile saves it as their own, with the documents that they may still use", async () => {
  const { api, group } = await openWithGroup("Law", []);
  const { id: brief } = await uploadAndExtract(api, fixture.url, {
    name: "brief.txt",
    type: "text/plain",
    content: "In brief.",
  });
  const dataSources = [{ id: brief }];
  const data = { groupTypeData: { Student: { additionalInstructions: "Be strict." } } };
  await api.call(createAssistant, { groupId: group.id, name: "Torts", dataSources, data });
  const writer = await fixture.openSignedIn();
  const members = { [writer.email]: "write" as const };
  await api.call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members });
  const { page } = writer;
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await overviewRow(page, "Torts").click();
  await field(page, "Instructions").fill("Cite cases.");
  await attachToAssistant(page, textFile("cases.txt", "Cases."), adminInterface(page));
  const added = readyAttachments(page).filter({ hasText: "cases.txt" });
  await expectEventually(() => added.count(), readingTimeoutMs).toBe(1);

  await api.call(deleteGroup, { group_id: group.id });
  const notice = adminInterface(page).getByRole("alert");
  await notice.filter({ hasText: "“Law” was deleted, or you are no longer a member." }).waitFor();
  expect(await notice.textContent()).toContain("Your changes can no longer be saved here.");
  expect(await adminInterface(page).getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
  await page.keyboard.press("Control+Enter");
  await expectVisible(
    adminInterface(page),
    "These documents will be left out of your own assistant because you can no longer open them: brief.txt",
  );
  for (const name of ["History", "Delete"])
    expect(await adminInterface(page).getByRole("button", { name, exact: true }).count()).toBe(0);
  expect(await adminInterface(page).getByRole("button", { name: "Try it" }).isDisabled()).toBe(true);
  await checkAxe(page, "the editor of an assistant whose group was deleted");
  const checking = await pauseOp(page, getFiles);
  await adminInterface(page).getByRole("button", { name: "Save as your own assistant" }).click();
  await checking.reached;
  // Nothing can be pressed or discarded meanwhile, neither the cross nor the links above the fields.
  await expectVisible(page, "Saving the assistant…");
  const covered = [
    adminInterface(page).getByRole("button", { name: "Close", exact: true }).first(),
    adminInterface(page).getByRole("navigation", { name: "Sections" }).getByRole("button").first(),
  ];
  for (const button of covered) expect(await readHit(button)).toBe("Saving the assistant…");
  await page.keyboard.press("Escape");
  expect(await page.getByText("Your changes to this assistant haven’t been saved.").count()).toBe(0);
  checking.release();
  await alertWithText(page, "Some documents were left out because you can no longer open them.").waitFor();
  await expectVisible(page, "brief.txt");
  await adminInterface(page).waitFor({ state: "detached" });
  await expectEventually(() => editorField(page, "Instructions").inputValue()).toBe(
    "Cite cases.\n\nFor the group type Student:\nBe strict.",
  );
  const own = (await writer.api.call(listAssistants, {})).assistants.filter(({ isSystem }) => !isSystem);
  expect(own).toMatchObject([{ name: "Torts", group: null }]);
  const { definition } = await writer.api.call(getAssistant, { assistantId: own[0]?.assistantId ?? "" });
  expect(definition?.documents).toMatchObject([{ name: "cases.txt", state: "ready" }]);
  await page.keyboard.press("Escape");
  await assistantEditor(page).waitFor({ state: "detached" });
});

test("after a reload, what was written for the assistants of a deleted group is offered, and saved as one's own or deleted", async () => {
  const { api, group } = await openWithGroup("Logic", [{ name: "Proofs" }, { name: "Sets" }]);
  const writer = await fixture.openSignedIn();
  const members = { [writer.email]: "write" as const };
  await api.call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members });
  const { page } = writer;
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await adminInterface(page).getByRole("button", { name: "Create Assistant", exact: true }).click();
  await field(page, "Description").fill("Finds fallacies.");
  await tab(page, "Sets").click();
  await attachToAssistant(page, textFile("sets.txt", "Sets."), adminInterface(page));
  const added = (name: string) => readyAttachments(page).filter({ hasText: name });
  await expectEventually(() => added("sets.txt").count(), readingTimeoutMs).toBe(1);
  await tab(page, "Proofs").click();
  await field(page, "Instructions").fill("By induction.");
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
  await expectVisible(page, "Saving the assistant…");
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

test("Cancel, Esc and the close button ask before changes of an assistant are discarded, and a draft that was left is marked in the lists", async () => {
  const { page, group } = await openWithGroup("Music", [{ name: "Harmony" }, { name: "Rhythm" }]);
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  const openChanged = async () => {
    await overviewRow(page, "Harmony").click();
    await field(page, "Instructions").fill("In thirds");
  };
  const closings = [
    () => adminInterface(page).getByRole("button", { name: "Cancel", exact: true }).click(),
    () => adminInterface(page).getByRole("button", { name: "Close", exact: true }).click(),
    () => page.keyboard.press("Escape"),
  ];
  for (const close of closings) {
    await openChanged();
    await close();
    await expectVisible(page, "Your changes to this assistant haven’t been saved.");
    await clickDialogButton(page, "Keep editing");
    expect(await field(page, "Instructions").inputValue()).toBe("In thirds");
    await close();
    await clickDialogButton(page, "Discard changes");
    await field(page, "Instructions").waitFor({ state: "detached" });
    await page.goto(`${fixture.url}/#admin=${encodeURIComponent(group.id)}`);
    const row = adminInterface(page).getByRole("listitem").filter({ hasText: "Harmony" });
    await row.waitFor();
    expect(await row.textContent()).not.toContain("Unsaved draft");
  }
  await openChanged();
  await tab(page, "Rhythm").click();
  await expectEventually(() => field(page, "Instructions").inputValue()).toBe("");
  await page.goto(`${fixture.url}/#admin=${encodeURIComponent(group.id)}`);
  await field(page, "Instructions").waitFor({ state: "detached" });
  const rows = adminInterface(page).getByRole("listitem");
  await expectEventually(() => rows.filter({ hasText: "Unsaved draft" }).count()).toBe(1);
  expect(await rows.filter({ hasText: "Unsaved draft" }).textContent()).toContain("Harmony");
  // The editor, which had the focus, is gone. The interface takes it a moment later.
  await adminInterface(page).locator(":focus").waitFor();
  await page.keyboard.press("Escape");
  await adminInterface(page).waitFor({ state: "detached" });
  await openMenu(page, "Music");
  await page.keyboard.press("Escape");
  const tree = page.getByRole("treegrid", { name: "Assistants" });
  await tree
    .locator("[data-tree-row]")
    .filter({ hasText: /Harmony.*Unsaved draft.*Unpublished/ })
    .waitFor();
  await tree
    .locator("[data-tree-row]")
    .filter({ hasText: /Rhythm.*Unpublished/ })
    .waitFor();
  const row = tree.locator("[data-tree-row]").filter({ hasText: "Harmony" });
  const nameWidth = (await row.getByText("Harmony", { exact: true }).boundingBox())?.width ?? 0;
  expect(nameWidth / ((await row.boundingBox())?.width ?? 0)).toBeGreaterThan(0.5);
});

test("deleting an assistant deletes the draft of it that this browser stores, in the interface and in the panel", async () => {
  const { page, api, group } = await openWithGroup("Jazz", [{ name: "Harmony" }, { name: "Rhythm" }]);
  // A test that is repeated finds the assistant of its first run.
  const { assistants } = await api.call(listAssistants, {});
  for (const { assistantId, name } of assistants) if (name === "Solo") await api.call(deleteAssistant, { assistantId });
  await api.call(createAssistant, { name: "Solo" });
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page, "Solo");
  await editorField(page, "Instructions").fill("Louder");
  // Leaves without closing the editor, which would ask.
  await page.goto("about:blank");
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await overviewRow(page, "Harmony").click();
  await field(page, "Instructions").fill("In thirds");
  await attachToAssistant(page, textFile("chords.txt", "Chords."), adminInterface(page));
  await expectEventually(() => readyAttachments(page).count(), readingTimeoutMs).toBe(1);
  await tab(page, "Rhythm").click();
  await adminInterface(page).locator("form").getByRole("button", { name: "Close", exact: true }).click();
  await adminInterface(page).getByRole("button", { name: "Delete Harmony", exact: true }).click();
  await expectVisible(
    page.getByRole("alertdialog", { name: "Delete assistant" }),
    /Unsaved changes in this browser will be deleted too\.$/,
  );
  await clickDialogButton(page, "Delete");
  await page.getByRole("alertdialog", { name: "Delete assistant" }).waitFor({ state: "detached" });
  // The row, which had the focus, is gone. The interface takes it a moment later.
  await adminInterface(page).locator(":focus").waitFor();
  await page.keyboard.press("Escape");
  await adminInterface(page).waitFor({ state: "detached" });
  await openMenu(page, "Solo");
  await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await clickDialogButton(page, "Delete");
  await page.getByRole("treegrid", { name: "Assistants" }).getByText("Solo").waitFor({ state: "detached" });
  expect(await page.getByRole("region", { name: "Unsaved drafts" }).count()).toBe(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("assistantDraft")))).toEqual(
    [],
  );
});

test("links to the sections of an assistant lead to fields that are not below the links", async () => {
  const { page, group } = await openWithGroup("Optics", [{ name: "Lenses" }]);
  await page.setViewportSize({ width: 1280, height: 600 });
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await overviewRow(page, "Lenses").click();
  const links = adminInterface(page).getByRole("navigation", { name: "Sections" });
  await links.waitFor();
  const measure = (locator: Locator, edge: "top" | "bottom") =>
    locator.evaluate((element, side) => element.getBoundingClientRect()[side], edge);
  for (const link of await links.getByRole("button").all()) {
    await link.click();
    const target = adminInterface(page).locator("[data-draft-field]:focus-within");
    await target.waitFor();
    await expectEventually(
      async () => (await measure(target, "top")) - (await measure(links, "bottom")),
    ).toBeGreaterThanOrEqual(0);
  }
});

test("at 390 px, the button that creates an assistant says so, and stands apart from the choice of the group, which scrolls with the list; a new assistant says where it will be", async () => {
  const { page, group } = await openWithGroup("Geology", []);
  await page.setViewportSize(narrowViewport);
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  const label = adminInterface(page).getByText("Create Assistant", { exact: true });
  await label.waitFor();
  expect((await label.boundingBox())?.width ?? 0).toBeGreaterThan(80);
  const choice = await adminInterface(page).getByRole("combobox", { name: "Group", exact: true }).boundingBox();
  expect((await label.boundingBox())?.y ?? 0).toBeGreaterThan((choice?.y ?? 0) + (choice?.height ?? 0));
  await adminInterface(page).getByRole("tab", { name: "Group Management" }).click();
  await adminInterface(page).getByRole("heading", { name: "Members" }).waitFor();
  await page.mouse.move(195, 600);
  await page.mouse.wheel(0, 400);
  await expectEventually(async () => (await label.boundingBox())?.y ?? 0).toBeLessThan(0);
  await label.click();
  await adminInterface(page).getByText("New assistant", { exact: true }).waitFor();
  await adminInterface(page).getByText("Geology", { exact: true }).waitFor();
});

test("the assistants of a group are listed once, and those that belong to it are tabs while one is edited, also at 390 px", async () => {
  const { page, api, group } = await openWithGroup("Geology", [{ name: "Rocks" }, { name: "Maps" }]);
  const { assistantId } = await api.call(createAssistant, { name: "Compass" });
  await api.call(shareAssistant, { assistantId, recipientUsers: [group.id] });
  const tabs = adminInterface(page).getByRole("tablist", { name: "Assistants" }).getByRole("tab");
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  for (const name of ["Rocks", "Maps", "Compass"]) await overviewRow(page, name).waitFor();
  expect(await tabs.count()).toBe(0);
  const view = (name: string) => adminInterface(page).getByRole("tablist", { name: "View" }).getByRole("tab", { name });
  await view("Assistants").focus();
  await page.keyboard.press("ArrowRight");
  await expectFocused(view("Group Management"));
  await page.keyboard.press("Enter");
  await adminInterface(page).getByRole("heading", { name: "Members" }).waitFor();
  expect(await view("Group Management").getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await overviewRow(page, "Maps").click();
  await expectEventually(() => tabs.count()).toBe(2);
  await adminInterface(page).getByRole("tab", { name: "Group Management" }).click();
  await adminInterface(page).getByRole("heading", { name: "Members" }).waitFor();
  expect(await tabs.count()).toBe(0);
  await adminInterface(page).getByRole("tab", { name: "Assistants", exact: true }).click();
  await overviewRow(page, "Rocks").waitFor();
  await api.call(deleteAssistant, { assistantId });

  await page.setViewportSize(narrowViewport);
  expect(await tabs.count()).toBe(0);
  const viewTops = await Promise.all(
    ["Assistants", "Group Management"].map(async (name) => (await view(name).boundingBox())?.y),
  );
  expect(new Set(viewTops).size).toBe(1);
  await overviewRow(page, "Rocks").click();
  await field(page, "Instructions").waitFor();
  await expectEventually(() => tabs.count()).toBe(2);

  // The fields have most of the screen: the choice of the group is a step back, and the foot has two rows.
  expect(await adminInterface(page).getByRole("combobox", { name: "Group", exact: true }).count()).toBe(0);
  const form = adminInterface(page).locator("form");
  for (const names of [
    [/ to check$/, /^Try it$/],
    [/^Save and publish$/, /^Save$/],
  ]) {
    const boxes = await Promise.all(names.map((name) => form.getByRole("button", { name }).boundingBox()));
    const middles = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2));
    expect(new Set(middles).size).toBe(1);
  }
  await field(page, "Instructions").fill("Name the rock.");
  await adminInterface(page).getByRole("button", { name: "Show all assistants" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard changes" }).click();
  await adminInterface(page).getByRole("list", { name: "Assistants of Geology" }).waitFor();
  await adminInterface(page).getByRole("combobox", { name: "Group", exact: true }).waitFor();
});

test("a search among many assistants of a group ends when another group is chosen", async () => {
  const names = Array.from({ length: 9 }, (_, index) => `Voice ${index + 1}`);
  const { page, api, group } = await openWithGroup(
    "Choir",
    names.map((name) => ({ name })),
  );
  const duo = await api.call(createGroup, { group_name: "Duo" });
  for (const name of ["Violin", "Piano"]) await api.call(createAssistant, { name, groupId: duo.id });
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await adminInterface(page).getByRole("searchbox", { name: "Search assistants" }).fill("Voice 7");
  await overviewRow(page, "Voice 6").waitFor({ state: "detached" });
  await overviewRow(page, "Voice 7").waitFor();
  await adminInterface(page).getByRole("combobox", { name: "Group", exact: true }).click();
  await page.getByRole("option", { name: "Duo" }).click();
  await overviewRow(page, "Violin").waitFor();
  await overviewRow(page, "Piano").waitFor();
});

test("whoever restores an earlier version after somebody else has published the assistant does not withdraw it with the next save", async () => {
  const { api, group } = await openWithGroup("Poetry", [{ name: "Sonnets" }]);
  const writer = await fixture.openSignedIn();
  const members = { [writer.email]: "write" as const };
  await api.call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members });
  const [sonnets] = (await api.call(listAssistants, { groupId: group.id })).assistants;
  const assistantId = sonnets?.assistantId ?? "";
  const { page } = writer;
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  await overviewRow(page, "Sonnets").click();
  await field(page, "Instructions").waitFor();
  await api.call(createAssistant, {
    ...{ assistantId, name: "Sonnets", instructions: "Twelve lines." },
    ...{ baseVersion: 1, isPublished: true },
  });
  await adminInterface(page).getByRole("button", { name: "History", exact: true }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByRole("button", { name: /^Version 1/ }).click();
  await history.getByRole("button", { name: "Restore this version" }).click();
  await history.getByRole("button", { name: "Restore anyway" }).click();
  await history.waitFor({ state: "detached" });
  await field(page, "Instructions").fill("Fourteen lines.");
  await page.keyboard.press("Control+Enter");
  await field(page, "Instructions").waitFor({ state: "detached" });
  const saved = await api.call(getAssistant, { assistantId });
  expect(saved).toMatchObject({ assistant: { isPublished: true }, definition: { instructions: "Fourteen lines." } });
});

test("[A2.20] the tab More opens the Assistant Admin Interface, with its feature only", async () => {
  const { page } = await openWithGroup("Zoology", [{ name: "Birds" }]);
  const openMore = async () => {
    await openWorkspace(page, fixture.url);
    await sidePanel(page).getByRole("tab", { name: "More" }).click();
    await sidePanel(page).getByRole("button", { name: "Your groups" }).waitFor();
  };
  const button = sidePanel(page).getByRole("button", { name: "Assistant Admin Interface", exact: true });
  await openMore();
  await button.press("Enter");
  await adminInterface(page).getByRole("button", { name: "Close", exact: true }).press("Enter");
  await adminInterface(page).waitFor({ state: "detached" });
  await expectFocused(button);
  await overrideFlags(page, { assistantAdminInterface: false });
  await page.goto("about:blank");
  await openMore();
  expect(await button.count()).toBe(0);
});

test("[G6.05] the tab More and the command palette offer the Assistant Admin Interface only to people who may edit the assistants of a group, also if they may create groups", async () => {
  const { api, group } = await openWithGroup("Greek", []);
  const { page, email } = await fixture.openSignedIn();
  const members = { [email]: "write" } as const;
  await api.call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members });
  await openWorkspace(page, fixture.url);
  await sidePanel(page).getByRole("tab", { name: "More" }).click();
  const button = sidePanel(page).getByRole("button", { name: "Assistant Admin Interface", exact: true });
  await button.waitFor();
  const option = page.getByRole("option", { name: "Assistant Admin Interface" });
  const search = async () => {
    await page.keyboard.press("Control+k");
    const field = page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox");
    await field.fill("group");
    await page.getByRole("option", { name: "Your groups" }).waitFor();
  };
  await search();
  await option.waitFor();
  await page.keyboard.press("Escape");
  await api.call(updateGroupPermissions, { group_id: group.id, affected_members: { [email]: "read" } });
  await button.waitFor({ state: "detached" });
  await sidePanel(page).getByRole("button", { name: "Your groups" }).waitFor();
  await search();
  expect(await option.count()).toBe(0);
  await overrideFlags(page, { createAstAdminGroups: true });
  await page.reload();
  await sidePanel(page).getByRole("tab", { name: "More" }).click();
  await sidePanel(page).getByRole("button", { name: "Your groups" }).click();
  await page.getByRole("dialog", { name: "Your groups" }).getByRole("button", { name: "Create a group" }).waitFor();
  await page.keyboard.press("Escape");
  expect(await button.count()).toBe(0);
  await api.call(deleteGroup, { group_id: group.id });
});

test("[A6.02] [C6.06] without its feature, the Assistant Admin Interface says that the person has no access, and no folder opens it", async () => {
  const { page, email } = await fixture.openSignedIn();
  const { api, group } = await openWithGroup("Arabic", [{ name: "Verbs" }]);
  await api.call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members: { [email]: "write" } });
  await overrideFlags(page, { assistantAdminInterface: false });
  await openWorkspace(page, fixture.url, "#admin=");
  await expectVisible(page, "You don’t have access to the Assistant Admin Interface");
  await adminInterface(page).getByRole("button", { name: "Close", exact: true }).click();
  expect(await openMenu(page, "Arabic")).toEqual(["Hide"]);
});

test("what was shared with a group is in its folder, says who shares it, and starts there; writers open the interface from a folder that has nothing else", async () => {
  const { page, api, email } = await fixture.openSignedIn();
  const { api: head, group } = await openWithGroup("Acoustics", []);
  await head.call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members: { [email]: "write" } });
  const share = async (client: typeof api, name: string, recipients: string[]) => {
    const { assistantId } = await client.call(createAssistant, { name });
    await client.call(shareAssistant, { assistantId, recipientUsers: recipients });
  };
  await share(head, "Echoes", [group.id]);
  await share(head, "Organs", [group.id, email]);
  await share(api, "Strings", [group.id]);
  await openWorkspace(page, fixture.url);
  expect(await openMenu(page, "Acoustics")).toEqual(["Hide", "Open In Assistant Admin Interface"]);
  await page.keyboard.press("Escape");
  const rows = page.getByRole("treegrid", { name: "Assistants" }).locator("[data-tree-row]");
  const readRows = async () => (await rows.allTextContents()).map((text) => text.trim().replaceAll(/\s+/g, " "));
  const shown = ["Strings", "Organs Head", "Acoustics 3", "Strings You", "Echoes Head", "Organs Head"];
  await expectEventually(async () => (await readRows()).slice(0, shown.length)).toEqual(shown);
  await checkAxeInBothThemes(page, "assistants that are shared with a group");
  await rows.filter({ hasText: "Echoes" }).click();
  await page.getByRole("heading", { name: "Echoes", exact: true }).waitFor();
  await head.call(deleteGroup, { group_id: group.id });
});

test("[C5.30] the list offers for an assistant what its flags allow: none of a group's is deleted, shared or copied, also not by writers", async () => {
  const { page, api, email } = await fixture.openSignedIn();
  const { api: head, group } = await openWithGroup("Optics", [{ name: "Lenses", isPublished: true }]);
  await head.call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members: { [email]: "write" } });
  const { assistantId } = await head.call(createAssistant, { name: "Borrowed", instructions: "Be brief." });
  await head.call(shareAssistant, { assistantId, recipientUsers: [email], accessType: "read" });
  const flags = ["noEdit", "noShare", "noDelete", "noCopy"] as const;
  for (const name of ["Free", ...flags]) await api.call(createAssistant, { name });
  await changeData(page, listAssistants, (list) => ({
    ...list,
    assistants: list.assistants.map((assistant) =>
      assistant.group ? assistant : { ...assistant, noCopy: false, [assistant.name]: true },
    ),
  }));
  await openWorkspace(page, fixture.url);
  const all = ["Start", "Pin", "Edit", "Copy link", "Share…", "Delete"];
  const expected: Record<string, string[]> = {
    Free: all,
    noEdit: all.with(2, "View"),
    noShare: all.filter((action) => action !== "Share…"),
    noDelete: all.filter((action) => action !== "Delete"),
    noCopy: all,
  };
  for (const [name, actions] of Object.entries(expected)) {
    expect(await openMenu(page, name)).toEqual(actions);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
  }
  expect(await openMenu(page, "Borrowed")).toEqual([
    "Start",
    "Pin",
    "View",
    "Copy link",
    "Remove from your assistants",
  ]);
  await page.getByRole("menuitem", { name: "View" }).click();
  const view = page.getByRole("dialog", { name: "Borrowed", exact: true });
  await expectVisible(view, "Be brief.");
  for (const name of ["Save", "Share", "Delete"]) expect(await view.getByRole("button", { name }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await view.waitFor({ state: "detached" });
  const lent = { name: "Lent", description: "Answers questions about lenses." };
  const { assistantId: lentId } = await head.call(createAssistant, lent);
  await head.call(shareAssistant, { assistantId: lentId, recipientUsers: [email], accessType: "use" });
  const row = page.getByRole("treegrid", { name: "Assistants" }).locator("[data-tree-row]").filter({ hasText: "Lent" });
  await row.waitFor();
  // Who shares it follows the heading that says that it is shared.
  expect(await row.textContent()).not.toContain("Shared by");
  await openMenu(page, "Lent");
  await page.getByRole("menuitem", { name: "View" }).click();
  const lentView = page.getByRole("dialog", { name: "Lent", exact: true });
  await expectVisible(lentView, "Answers questions about lenses.");
  expect((await lentView.boundingBox())?.height ?? 1_000).toBeLessThan(300);
  await lentView.getByRole("button", { name: "Start chat", exact: true }).click();
  await lentView.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Lent", exact: true }).waitFor();
  const tree = page.getByRole("treegrid", { name: "Assistants" });
  await tree.getByText("Lenses").waitFor();
  expect(await openMenu(page, "Lenses")).toEqual(["Start", "Pin", "Edit", "Copy link"]);
});
