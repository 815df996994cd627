import {
  beginUpload,
  createAssistant,
  deleteAssistant,
  getAssistant,
  listAssistantShares,
  listAssistants,
  shareAssistant,
} from "@lectern/contract";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import {
  assistantEditor,
  attachToAssistant,
  editorField,
  openAssistantEditor,
  saveAssistant,
} from "../../support/assistantControls.ts";
import { readProgressValues, readyAttachments, textFile } from "../../support/attachControls.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checkAxe.ts";
import type { ApiClient } from "../../support/createApiClient.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { documentViewer } from "../../support/documentViewer.ts";
import { interceptOp, pauseOp } from "../../support/interceptOp.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import {
  alertWithText,
  clickDialogButton,
  composer,
  expectEventually,
  expectFocused,
  expectVisible,
  openWorkspace,
} from "../../support/screen.ts";
import { uploadAndExtract } from "../../support/uploadByApi.ts";
import { waitForAnimations } from "../../support/waitForAnimations.ts";

const fixture = createWorkspaceFixture();
const readingTimeoutMs = 45_000;

/** Returns the definition of the person's only assistant. */
async function loadOnly(api: ApiClient) {
  const { assistants } = await api.call(listAssistants, {});
  const own = assistants.filter(({ isSystem }) => !isSystem);
  expect(own).toHaveLength(1);
  return (await api.call(getAssistant, { assistantId: own[0]?.assistantId ?? "" })).definition;
}

test("[G2.03] an assistant is made with a document; a reload keeps what was not saved, and it is asked for when the editor closes", async () => {
  const { page, api } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page);
  expect(await editorField(page, "Instructions").getAttribute("rows")).toBe("15");
  await editorField(page, "Disclaimer to Append to Responses").fill("Check what matters.");
  await assistantEditor(page).getByRole("group", { name: "Upload Data Sources" }).waitFor();
  await assistantEditor(page).getByRole("button", { name: "Save", exact: true }).click();
  await expectVisible(assistantEditor(page), "Please enter a name.");
  await expectEventually(() =>
    editorField(page, "Assistant Name").evaluate((input) => input === document.activeElement),
  ).toBe(true);
  await editorField(page, "Assistant Name").fill("Heat tutor");
  await editorField(page, "Description").fill("Explains heat");
  await editorField(page, "Instructions").fill("Be patient.");
  await attachToAssistant(page, textFile("heat.txt", "Heat flows."));
  await expectEventually(() => readyAttachments(page).count(), readingTimeoutMs).toBe(1);
  await page.keyboard.press("Escape");
  await clickDialogButton(page, "Keep editing");
  await page.reload();
  await composer(page).waitFor();
  await openAssistantEditor(page);
  await expectVisible(assistantEditor(page), "Your unsaved changes were restored.");
  expect(await editorField(page, "Instructions").inputValue()).toBe("Be patient.");
  await expectEventually(() => readyAttachments(page).count()).toBe(1);
  await checkAxe(page, "the editor");
  await editorField(page, "Instructions").press("Control+s");
  await assistantEditor(page).waitFor({ state: "detached" });
  const saved = page.getByRole("status").filter({ hasText: "Saved “Heat tutor”." });
  await saved.getByRole("button", { name: "Start chat" }).waitFor();
  await saved.getByRole("button", { name: "Share…" }).click();
  const sharing = page.getByRole("dialog", { name: "Share “Heat tutor”" });
  await sharing.waitFor();
  expect(await saved.count()).toBe(0);
  await page.keyboard.press("Escape");
  await sharing.waitFor({ state: "detached" });

  const definition = await loadOnly(api);
  expect(definition).toMatchObject({
    name: "Heat tutor",
    description: "Explains heat",
    instructions: "Be patient.",
    disclaimer: "Check what matters.",
    version: 1,
    documents: [{ name: "heat.txt", state: "ready" }],
  });
  await openAssistantEditor(page);
  expect(await editorField(page, "Assistant Name").inputValue()).toBe("");
  expect(await readyAttachments(page).count()).toBe(0);
});

test("the link to the documents moves the focus to them at once while their field is loading, and to the field afterwards", async () => {
  const { page } = await fixture.openSignedIn();
  const deferredCode = Promise.withResolvers<void>();
  await page.route("**/assets/AssistantDocumentsField-*.js", async (route) => {
    await deferredCode.promise;
    await route.continue();
  });
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page);
  const link = assistantEditor(page).getByRole("navigation", { name: "Sections" }).getByRole("button", {
    name: "Documents",
  });
  const label = assistantEditor(page).getByText("Upload Data Sources", { exact: true }).first();
  await link.press("Enter");
  await expectFocused(label);
  deferredCode.resolve();
  const attach = assistantEditor(page).getByRole("button", { name: "Attach documents" });
  await attach.waitFor();
  // Nothing takes the focus away from where the person is.
  await expectFocused(label);
  await page.keyboard.press("Tab");
  await expectFocused(attach);
  await editorField(page, "Instructions").focus();
  await link.press("Enter");
  await expectFocused(attach);
});

test("links above the fields of an assistant lead to what follows the long instructions and mark the section in view; hints are between a label and its field", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page);
  const links = assistantEditor(page).getByRole("navigation", { name: "Sections" });
  expect(await links.getByRole("button").allInnerTexts()).toEqual([
    "Name",
    "Instructions",
    "Documents",
    "Starter questions",
    "Disclaimer",
    "Advanced",
    "Checklist",
  ]);
  const current = links.locator("[aria-current]");
  expect(await current.allInnerTexts()).toEqual(["Name"]);
  for (const [label, hint] of [
    ["Description", "Shown where people choose an assistant."],
    ["Instructions", "Describe its task, its audience and what to avoid."],
  ] as const) {
    const text = assistantEditor(page).getByText(hint, { exact: true });
    const [hintBox, fieldBox] = await Promise.all([text.boundingBox(), editorField(page, label).boundingBox()]);
    expect((hintBox?.y ?? Infinity) + (hintBox?.height ?? 0)).toBeLessThanOrEqual(fieldBox?.y ?? 0);
    expect(
      await text.evaluate((element) => [getComputedStyle(element).fontSize, getComputedStyle(element).lineHeight]),
    ).toEqual(["12px", "18px"]);
  }
  const readTop = async (name: string) => (await editorField(page, name).boundingBox())?.y;
  expect(await readTop("Icon")).toBe(await readTop("Assistant Name"));
  const isSeen = (text: string) =>
    assistantEditor(page)
      .getByText(text, { exact: true })
      .evaluate((element) => {
        const { top, height } = element.getBoundingClientRect();
        const shown = document.elementFromPoint(element.getBoundingClientRect().left + 4, top + height / 2);
        return shown !== null && element.contains(shown);
      });
  expect(await isSeen("It has no instructions")).toBe(false);
  await links.getByRole("button", { name: "Checklist" }).press("Enter");
  await expectEventually(() => isSeen("It has no instructions")).toBe(true);
  expect(await current.allInnerTexts()).toEqual(["Checklist"]);
  await links.getByRole("button", { name: "Advanced" }).press("Enter");
  expect(await current.allInnerTexts()).toEqual(["Advanced"]);
  await expectEventually(() => isSeen("Data Source Options")).toBe(true);
  // No field shows through between the title and the links.
  const isCoveredAbove = await links.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    return [2, 6, 10].every((px) => document.elementFromPoint(left + 40, top - px)?.closest("[data-sticky-head]"));
  });
  expect(isCoveredAbove).toBe(true);
  // What cannot be scrolled to the top remains the chosen one.
  for (const name of ["Disclaimer", "Checklist", "Advanced", "Checklist", "Starter questions", "Disclaimer"]) {
    await links.getByRole("button", { name }).click();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await current.allInnerTexts(), name).toEqual([name]);
  }
  await links.getByRole("button", { name: "Instructions" }).press("Enter");
  await expectFocused(editorField(page, "Instructions"));
  expect(await current.allInnerTexts()).toEqual(["Instructions"]);
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, 5_000);
  await expectEventually(() => current.allInnerTexts()).toEqual(["Checklist"]);

  // In a small window the links scroll sideways, and the current one is shown whole.
  await page.setViewportSize({ width: 720, height: 700 });
  await page.mouse.move(360, 350);
  await page.mouse.wheel(0, -9_000);
  await expectEventually(() => current.allInnerTexts()).toEqual(["Name"]);
  expect(await links.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
  await page.mouse.wheel(0, 9_000);
  await expectEventually(() => current.allInnerTexts()).toEqual(["Checklist"]);
  const readRight = async (element: Locator) => {
    const box = await element.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  await expectEventually(async () => (await readRight(current)) <= (await readRight(links))).toBe(true);

  // In a large window, the section that fills the view is marked, not the end of the one that was chosen.
  await page.setViewportSize({ width: 1440, height: 900 });
  await links.getByRole("button", { name: "Instructions" }).press("Enter");
  const scrollDocumentsTo = (place: number) =>
    assistantEditor(page)
      .locator("[data-draft-field='documents']")
      .evaluate((element, ratio) => {
        let parent = element.parentElement;
        while (parent && getComputedStyle(parent).overflowY !== "auto") parent = parent.parentElement;
        if (!parent) return;
        const { top, height } = parent.getBoundingClientRect();
        parent.scrollTop += element.getBoundingClientRect().top - top - height * ratio;
      }, place);
  await scrollDocumentsTo(0.45);
  await expectEventually(() => current.allInnerTexts()).toEqual(["Documents"]);
  await scrollDocumentsTo(0.55);
  await expectEventually(() => current.allInnerTexts()).toEqual(["Instructions"]);
  await scrollDocumentsTo(10);
  await expectEventually(() => current.allInnerTexts()).toEqual(["Name"]);

  // Whoever goes back with the keyboard sees where they are, also in what is nested.
  await page.setViewportSize({ width: 1280, height: 600 });
  const attach = assistantEditor(page).getByRole("button", { name: "Attach documents" });
  const linksEnd = await links.evaluate((element) => element.getBoundingClientRect().bottom);
  await attach.focus();
  await page.keyboard.press("Tab");
  await attach.evaluate((element) => {
    let parent = element.parentElement;
    while (parent && getComputedStyle(parent).overflowY !== "auto") parent = parent.parentElement;
    if (parent) parent.scrollTop += element.getBoundingClientRect().top - parent.getBoundingClientRect().top;
  });
  const readAttachTop = () => attach.evaluate((element) => element.getBoundingClientRect().top);
  expect(await readAttachTop()).toBeLessThan(linksEnd);
  await page.keyboard.press("Shift+Tab");
  await expectFocused(attach);
  await expectEventually(readAttachTop).toBeGreaterThanOrEqual(linksEnd);
});

test("[G2.06] [G4.01] [G5.04] while the assistant is saved, an overlay says so; if saving fails, the editor stays open with everything that was typed", async () => {
  const { page, api } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page);
  const button = (name: string) => assistantEditor(page).getByRole("button", { name, exact: true });
  expect(await button("Close").count()).toBe(2); // One of them is the cross.
  await editorField(page, "Assistant Name").fill("Heat tutor");
  await button("Cancel").waitFor();
  const held = Promise.withResolvers<void>();
  const restore = await interceptOp(page, createAssistant, async (route) => {
    await held.promise;
    await route.abort();
  });
  // The overlay takes clicks from the start, before it can be seen.
  const hitAtStart = await editorField(page, "Assistant Name").evaluate(async (field) => {
    const dialog = field.closest("[role='dialog']");
    dialog?.querySelector<HTMLElement>("button[type='submit']")?.click();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const { left, top } = field.getBoundingClientRect();
    return document.elementFromPoint(left + 4, top + 4) === field;
  });
  expect(hitAtStart).toBe(false);
  await expectVisible(page, "Saving the assistant…");
  // The overlay covers the whole window, the buttons too.
  const hitByClick = () =>
    page.evaluate(() =>
      [document.elementFromPoint(1, 1), document.elementFromPoint(innerWidth - 1, innerHeight - 1)].map((element) =>
        element?.textContent?.trim(),
      ),
    );
  expect(await hitByClick()).toEqual(["Saving the assistant…", "Saving the assistant…"]);
  held.resolve();
  const failure = alertWithText(page, "Unable to save the assistant at this time, please try again later...");
  await failure.waitFor();
  expect(await editorField(page, "Assistant Name").inputValue()).toBe("Heat tutor");
  await restore();
  await failure.getByRole("button").first().click();
  await failure.waitFor({ state: "detached" });
  const endReply = await interceptOp(page, createAssistant, (route) => {
    const reply = JSON.stringify({ success: true, data: {} });
    return route.fulfill({ json: { data: Buffer.from(reply).toString("base64") } });
  });
  await button("Save").click();
  await failure.waitFor();
  expect(await editorField(page, "Assistant Name").inputValue()).toBe("Heat tutor");
  await endReply();
  await saveAssistant(page);
  expect((await loadOnly(api))?.name).toBe("Heat tutor");
});

test("nothing can be typed into an assistant while it is being saved; a refusal that is no newer version is told as it is, and the focus returns", async () => {
  const { page, api } = await fixture.openSignedIn();
  const { assistantId } = await api.call(createAssistant, { name: "Heat tutor", instructions: "First" });
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page, "Heat tutor");
  await editorField(page, "Instructions").fill("Second");
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const message = "One of the documents was deleted while the assistant was being saved. Please save it again.";
  const restore = await interceptOp(page, createAssistant, async (route) => {
    reached.resolve();
    await held.promise;
    await route.fulfill({ status: 409, json: { success: false, code: "conflict", message, requestId: "test" } });
  });
  await editorField(page, "Instructions").press("Control+s");
  await reached.promise;
  await page.keyboard.type(" and third");
  await page.keyboard.press("Tab");
  await page.keyboard.type(" and fourth");
  expect(await editorField(page, "Instructions").inputValue()).toBe("Second");
  held.resolve();
  const failure = alertWithText(page, "Unable to save the assistant at this time, please try again later...");
  await failure.waitFor();
  await expectVisible(failure, message);
  expect(await page.getByRole("dialog", { name: "Someone else has saved this assistant" }).count()).toBe(0);
  await expectFocused(editorField(page, "Instructions"));
  await restore();
  await page.keyboard.type("!");
  await page.keyboard.press("Control+s");
  await assistantEditor(page).waitFor({ state: "detached" });
  const { definition } = await api.call(getAssistant, { assistantId });
  expect(definition).toMatchObject({ instructions: expect.stringMatching(/^(Second!|!Second)$/), version: 2 });
});

test("[G5.01] [G4.08] an assistant is not saved before its documents are uploaded, which report their progress from 0 to 100; a saved one has no progress left", async () => {
  const { page, api } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page);
  await editorField(page, "Assistant Name").fill("Heat tutor");
  const held = Promise.withResolvers<void>();
  await interceptOp(page, beginUpload, async (route) => {
    await held.promise;
    await route.continue();
  });
  await attachToAssistant(page, textFile("heat.txt"));
  await expectEventually(() => readProgressValues(assistantEditor(page))).toEqual(["0"]);
  await assistantEditor(page).getByRole("button", { name: "Save", exact: true }).click();
  await alertWithText(page, "Please wait for all data sources to finish uploading.").waitFor();
  expect((await api.call(listAssistants, {})).assistants.filter(({ isSystem }) => !isSystem)).toEqual([]);
  held.resolve();
  await expectEventually(() => readyAttachments(page).count(), readingTimeoutMs).toBe(1);
  await alertWithText(page, "Please wait for all data sources to finish uploading.").waitFor({ state: "detached" });
  // Only documents at 100 can be saved.
  await saveAssistant(page);
  expect((await loadOnly(api))?.documents).toMatchObject([{ name: "heat.txt" }]);
  await openAssistantEditor(page, "Heat tutor");
  await assistantEditor(page).getByRole("listitem").filter({ hasText: "heat.txt" }).getByText("Ready").waitFor();
  expect(await readProgressValues(assistantEditor(page))).toEqual([]);
});

test("[G2.02] a new assistant is filled in from another one, which can be undone; the dialog has 60 percent of the window's width and fills a narrow one", async () => {
  const { page, api } = await fixture.openSignedIn();
  await api.call(createAssistant, { name: "Heat tutor", instructions: "Be patient.", tags: ["physics"] });
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page);
  const readWidth = async () => (await assistantEditor(page).boundingBox())?.width;
  const windowWidth = await page.evaluate(() => innerWidth);
  await expectEventually(async () => Math.round((await readWidth()) ?? 0)).toBe(Math.round(windowWidth * 0.6));
  await assistantEditor(page).getByRole("combobox", { name: "Auto-Populate From Existing Assistant" }).click();
  await page.getByRole("option", { name: "Heat tutor" }).click();
  await expectEventually(() => editorField(page, "Assistant Name").inputValue()).toBe("Heat tutor (Copy)");
  expect(await editorField(page, "Instructions").inputValue()).toBe("Be patient.");
  await assistantEditor(page).getByRole("button", { name: "Undo", exact: true }).click();
  expect(await editorField(page, "Assistant Name").inputValue()).toBe("");
  await page.setViewportSize(narrowViewport);
  await expectEventually(readWidth).toBe(narrowViewport.width);
  await checkAxe(page, "the editor, narrow");
});

test("beside Save, the editor says that a new assistant needs a name, then how many optional steps are left, after a try to save how many points to check, and leads to each, also from the trial chat of a narrow window", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page);
  const button = (text: string) => assistantEditor(page).getByRole("button", { name: text, exact: true });
  const sections = assistantEditor(page).getByRole("navigation", { name: "Sections" });
  await button("Needs a name").waitFor();
  expect(await sections.getByRole("button", { name: /to check/ }).count()).toBe(0);
  await editorField(page, "Instructions").fill("Be patient.");
  await button("Needs a name").click();
  await expectFocused(button("It needs a name"));
  await page.keyboard.press("Enter");
  await expectFocused(editorField(page, "Assistant Name"));
  await page.keyboard.type("Tutor");
  await button("1 optional step left").waitFor();
  await editorField(page, "Assistant Name").fill("");
  await button("Save").click();
  await button("2 items to check").waitFor();
  expect(await sections.getByRole("button", { name: /to check/ }).count()).toBe(1);
  await sections.getByRole("button", { name: "Name, to check", exact: true }).press("Enter");
  await expectFocused(editorField(page, "Assistant Name"));
  await page.keyboard.type("Heat tutor");
  await button("1 item to check").click();
  await expectFocused(button("It has no description to tell people what it is for"));
  await page.setViewportSize(narrowViewport);
  await button("Try it").click();
  await editorField(page, "Description").waitFor({ state: "hidden" });
  await button("1 item to check").click();
  await expectFocused(button("It has no description to tell people what it is for"));
  await page.keyboard.press("Enter");
  await expectFocused(editorField(page, "Description"));
  await page.keyboard.type("Explains heat");
  await expectVisible(assistantEditor(page).getByRole("status"), "Ready");
  await checkAxe(page, "the editor, narrow");
  // What is missing is shown in place of the trial chat, too.
  await editorField(page, "Assistant Name").fill("");
  await assistantEditor(page).getByRole("button", { name: "Try it" }).click();
  await editorField(page, "Assistant Name").waitFor({ state: "hidden" });
  await assistantEditor(page).getByRole("button", { name: "Save", exact: true }).click();
  await expectFocused(editorField(page, "Assistant Name"));
});

test("whoever saves on top of somebody else's version is told, compares both, and loses neither", async () => {
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
  const conflict = page.getByRole("dialog", { name: "Someone else has saved this assistant" });
  const readDraft = () => editorField(page, "Instructions").inputValue();
  const loadInstructions = async () => (await ann.api.call(getAssistant, { assistantId })).definition?.instructions;

  await editorField(page, "Instructions").fill("Mine");
  const place = await editorField(page, "Instructions").boundingBox();
  await edit("Theirs", 1);
  await expectVisible(assistantEditor(page), /has saved a newer version/);
  expect(await editorField(page, "Instructions").boundingBox()).toEqual(place);
  await assistantEditor(page).getByRole("button", { name: "Save", exact: true }).click();
  await conflict.waitFor();
  await conflict.getByRole("region", { name: "Instructions: theirs" }).getByText("Theirs").waitFor();
  await conflict.getByRole("region", { name: "Instructions: yours" }).getByText("Mine").waitFor();
  expect(await conflict.getByRole("region", { name: "Description: yours" }).count()).toBe(0);
  await expectVisible(conflict, "Description: theirs is kept");
  await conflict.getByRole("button", { name: "Copy Instructions: theirs" }).waitFor();
  await checkAxe(page, "a conflict");
  await conflict.getByRole("button", { name: "Keep editing" }).click();
  await conflict.waitFor({ state: "detached" });
  expect(await readDraft()).toBe("Mine");

  await assistantEditor(page).getByRole("button", { name: "Save", exact: true }).click();
  await conflict.getByRole("button", { name: "Use their version" }).click();
  await expectEventually(readDraft).toBe("Theirs");
  await assistantEditor(page).getByRole("button", { name: "Undo", exact: true }).click();
  expect(await readDraft()).toBe("Mine");

  await assistantEditor(page).getByRole("button", { name: "Save", exact: true }).click();
  await conflict.getByRole("button", { name: "Save yours as the newest version" }).click();
  await assistantEditor(page).waitFor({ state: "detached" });
  // Of what the other person has saved, only what was changed here is replaced.
  const { definition } = await ann.api.call(getAssistant, { assistantId });
  expect(definition).toMatchObject({ instructions: "Mine", description: "Explains heat." });

  await openAssistantEditor(page, "Heat tutor");
  await assistantEditor(page).getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByRole("button", { name: /^Version 2/ }).waitFor();
  await page.keyboard.press("Escape");
  await history.waitFor({ state: "detached" });
  await assistantEditor(page).getByRole("button", { name: "History" }).click();
  await history.getByRole("button", { name: /^Version 2/ }).click();
  await history.getByRole("region", { name: "Instructions" }).getByText("Theirs").waitFor();
  await expectVisible(history, "Changed since version 1: Description and Instructions");
  expect(await history.getByText("Changed", { exact: true }).count()).toBe(2);
  await history.getByRole("button", { name: /^Version 3/ }).click();
  await expectVisible(history, "Changed since version 2: Instructions");
  await history.getByRole("button", { name: /^Version 1/ }).click();
  await history.getByRole("region", { name: "Instructions" }).getByText("First").waitFor();
  expect(await history.getByText(/Changed/).count()).toBe(0);
  await history.getByRole("button", { name: /^Version 2/ }).click();
  await expectVisible(history, "Changed since version 1: Description and Instructions");
  await checkAxe(page, "the history");
  await edit("Theirs, again", 3);
  await history.getByRole("button", { name: "Version 4 (newest)" }).waitFor();
  await history.getByRole("button", { name: "Restore this version" }).click();
  await expectVisible(history, /saved version 4 on .*Nothing has been restored yet\./);
  expect(await loadInstructions()).toBe("Theirs, again");
  await history.getByRole("button", { name: "Restore anyway" }).click();
  await history.waitFor({ state: "detached" });
  await expectEventually(readDraft).toBe("Theirs");
  expect(await loadInstructions()).toBe("Theirs");
  expect((await ann.api.call(getAssistant, { assistantId })).assistant.version).toBe(5);
});

test("in the comparison with a newer version, the words that differ are marked on both sides", async () => {
  const { page, api } = await fixture.openSignedIn();
  const { assistantId } = await api.call(createAssistant, { name: "Law tutor", instructions: "Be kind." });
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page, "Law tutor");
  await editorField(page, "Instructions").fill("Be kind and very brief.");
  const instructions = "Be kind and always precise.";
  await api.call(createAssistant, { assistantId, name: "Law tutor", instructions, baseVersion: 1 });
  await assistantEditor(page).getByRole("button", { name: "Save", exact: true }).click();
  const conflict = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Keep editing" }) });
  const sides = conflict.getByRole("region", { name: /^Instructions: / });
  await sides.first().waitFor();
  expect(await sides.allTextContents()).toEqual([instructions, "Be kind and very brief."]);
  expect(await sides.locator("mark").allTextContents()).toEqual(["always precise", "very brief"]);
  await checkAxeInBothThemes(page, "a conflict with marked words");
});

test("an author whose saving reached the server without an answer saves again, and has one assistant and no conflict", async () => {
  const { page, api } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const loseReply = () =>
    interceptOp(page, createAssistant, async (route) => {
      await route.fetch();
      await route.abort();
    });
  const saveTwice = async () => {
    const restore = await loseReply();
    await assistantEditor(page).getByRole("button", { name: "Save", exact: true }).click();
    const failure = alertWithText(page, "Unable to save the assistant at this time, please try again later...");
    await failure.waitFor();
    await restore();
    await failure.getByRole("button").first().click();
    await failure.waitFor({ state: "detached" });
    expect(
      await assistantEditor(page)
        .getByText(/saved a newer version/)
        .count(),
    ).toBe(0);
    await saveAssistant(page);
  };
  await openAssistantEditor(page);
  await editorField(page, "Assistant Name").fill("Heat tutor");
  await editorField(page, "Instructions").fill("First");
  await saveTwice();
  expect(await loadOnly(api)).toMatchObject({ version: 1, instructions: "First" });
  await openAssistantEditor(page, "Heat tutor");
  await editorField(page, "Instructions").fill("Second");
  await saveTwice();
  expect(await loadOnly(api)).toMatchObject({ version: 2, instructions: "Second" });
});

test("what the author has saved in another tab is called their own", async () => {
  const { page, api } = await fixture.openSignedIn();
  const { assistantId } = await api.call(createAssistant, { name: "Heat tutor", instructions: "First" });
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page, "Heat tutor");
  await editorField(page, "Instructions").fill("In this tab");
  await api.call(createAssistant, { assistantId, baseVersion: 1, name: "Heat tutor", instructions: "Elsewhere" });
  await expectVisible(assistantEditor(page), /^You have saved a newer version in another tab/);
  await assistantEditor(page).getByRole("button", { name: "Save", exact: true }).click();
  const conflict = page.getByRole("dialog", { name: "You saved a newer version" });
  await conflict.getByRole("region", { name: "Instructions: saved" }).getByText("Elsewhere").waitFor();
  await conflict.getByRole("region", { name: "Instructions: this draft" }).getByText("In this tab").waitFor();
  expect(await conflict.getByText(/someone else|theirs/i).count()).toBe(0);
  await conflict.getByRole("button", { name: "Save this draft as the newest version" }).click();
  await assistantEditor(page).waitFor({ state: "detached" });
  expect(await loadOnly(api)).toMatchObject({ version: 3, instructions: "In this tab" });
});

test("saving an assistant without instructions says what is missing, and leads back to the field", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page);
  await editorField(page, "Assistant Name").fill("Heat tutor");
  await assistantEditor(page).getByRole("button", { name: "Save", exact: true }).click();
  await assistantEditor(page).waitFor({ state: "detached" });
  await expectVisible(page, "Saved “Heat tutor”. It has no instructions or documents yet.");
  await page.getByRole("button", { name: "Add instructions" }).click();
  const instructions = editorField(page, "Instructions");
  await instructions.and(page.locator(":focus")).waitFor();
  await instructions.fill("Be patient.");
  await assistantEditor(page).getByRole("button", { name: "Save", exact: true }).click();
  await expectVisible(page, "Saved “Heat tutor”.");
});

test("[G8.09] [G8.14b] an assistant is deleted after a confirmation", async () => {
  const { page, api } = await fixture.openSignedIn();
  await api.call(createAssistant, { name: "Heat tutor" });
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page, "Heat tutor");
  const remove = async () => {
    await assistantEditor(page).getByRole("button", { name: "Delete", exact: true }).click();
    await clickDialogButton(page, "Delete");
  };
  const restore = await interceptOp(page, deleteAssistant, (route) => route.abort());
  await remove();
  await alertWithText(page, "Unable to delete this assistant at this time...").waitFor();
  await restore();
  await remove();
  await expectVisible(page, "Successfully deleted assistant.");
  await expectVisible(page.getByRole("status"), "“Heat tutor”");
  await assistantEditor(page).waitFor({ state: "detached" });
  const { assistants } = await api.call(listAssistants, {});
  expect(assistants.filter(({ isSystem }) => !isSystem)).toEqual([]);
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
  const loading = await pauseOp(page, listAssistantShares);
  await assistantEditor(page).getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Share/ });
  await expectVisible(dialog, "Loading who has access");
  await waitForAnimations(page);
  const boxWhileLoading = await dialog.boundingBox();
  loading.release();
  await expectVisible(dialog, "Only you. Share it with people or groups above.");
  expect(await dialog.boundingBox()).toEqual(boxWhileLoading);
  expect(await dialog.getByRole("button", { name: "Share", exact: true }).isDisabled()).toBe(true);
  await dialog.getByRole("combobox", { name: "People and groups" }).fill(ben.email);
  expect(await dialog.getByRole("button", { name: "Share", exact: true }).isDisabled()).toBe(false);
  await dialog.getByRole("button", { name: "Share", exact: true }).press("Enter");
  await dialog.getByRole("button", { name: /^Remove access for/ }).waitFor();
  await expectFocused(dialog.getByRole("button", { name: "Share", exact: true }));
  await checkAxe(page, "sharing");
  const countOfBen = async () =>
    (await ben.api.call(listAssistants, {})).assistants.filter(({ name }) => name === "Heat tutor").length;
  expect(await countOfBen()).toBe(1);
  await dialog.getByRole("button", { name: /^Remove access for/ }).press("Enter");
  await expectVisible(dialog, "Only you. Share it with people or groups above.");
  await expectFocused(dialog.getByText("Who has access", { exact: true }));
  await expectVisible(page, "Access to “Heat tutor” removed.");
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

test("who is entered while others get access to an assistant stays in the field", async () => {
  const { page, api } = await fixture.openSignedIn();
  await api.call(createAssistant, { name: "Heat tutor" });
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page, "Heat tutor");
  await assistantEditor(page).getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Share/ });
  const people = dialog.getByRole("combobox", { name: "People and groups" });
  await people.fill("first@example.org");
  const sharing = await pauseOp(page, shareAssistant);
  await dialog.getByRole("button", { name: "Share", exact: true }).press("Enter");
  await sharing.reached;
  await people.fill("later@example.org");
  sharing.release();
  await dialog.getByRole("button", { name: "Remove access for first@example.org" }).waitFor();
  await expectEventually(() => dialog.getByRole("button", { name: "Share", exact: true }).isEnabled()).toBe(true);
  expect(await people.inputValue()).toBe("later@example.org");
  await expectFocused(people);
});
