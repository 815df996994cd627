import { createAssistant, createGroup, shareAssistant } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { assistantEditor, editorField, openAssistantEditor, saveAssistant } from "../../support/assistantControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp } from "../../support/interceptOp.ts";
import { listCoveredControls } from "../../support/listCoveredControls.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { alertWithText, expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";

// Site administrators have all features, so that they can create groups.
const ADMIN = "head@example.org";
const fixture = createWorkspaceFixture({ environment: { ADMINS: ADMIN } });

const viewports = [{ width: 1440, height: 900 }, { width: 1024, height: 700 }, narrowViewport];
const reason = "Nothing can be stored, because the disk of the server is full. Please tell its administrators.";

/**
 * Expects a notice that covers none of the dialog's buttons, tabs and one-line fields. It may cover the end of the field
 * with the instructions `written`, which scrolls. A dialog that fills the screen does not move.
 */
async function expectFree(dialog: Locator, notice: Locator, written = ""): Promise<void> {
  await notice.waitFor();
  const listCovered = async () => (await listCoveredControls(dialog)).filter((name) => name !== written);
  await expectEventually(listCovered).toEqual([]);
  const viewport = dialog.page().viewportSize();
  if (viewport?.width === narrowViewport.width)
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...narrowViewport });
}

async function dismissAll(page: Page): Promise<void> {
  const buttons = page.getByRole("button", { name: "Dismiss" });
  while ((await buttons.count()) > 0) {
    const button = await buttons.first().elementHandle();
    await button?.click();
    await button?.waitForElementState("hidden");
  }
}

test("notices cover no control of the Assistant Admin Interface, in windows of any width, and do not move it on a phone", async () => {
  const { page, api } = await fixture.openSignedIn({ email: ADMIN });
  const group = await api.call(createGroup, { group_name: "Optics" });
  const { assistantId } = await api.call(createAssistant, { groupId: group.id, name: "Lenses" });
  const admin = page.getByRole("dialog", { name: "Assistant Admin Interface", exact: true });
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    const fragment = `#admin=${encodeURIComponent(group.id)}&ast=${encodeURIComponent(assistantId)}`;
    await page.goto("about:blank");
    await openWorkspace(page, fixture.url, fragment);
    const succeed = await failOp(page, createAssistant, reason);
    await admin.getByRole("textbox", { name: "Instructions", exact: true }).fill(`For ${viewport.width}`);
    await admin.getByRole("button", { name: "Save", exact: true }).click();
    await expectFree(
      admin,
      alertWithText(page, "Unable to save the assistant at this time, please try again later..."),
      `For ${viewport.width}`,
    );
    await succeed();
    await admin.getByRole("button", { name: "Save", exact: true }).click();
    await expectFree(admin, page.getByRole("status").filter({ hasText: "Saved “Lenses”." }));
  }
});

test("a notice in the list of a group's assistants moves nothing, and leaves the title and all buttons free", async () => {
  const { page, api } = await fixture.openSignedIn({ email: ADMIN });
  const group = await api.call(createGroup, { group_name: "Acoustics" });
  for (const name of ["Echoes", "Organs", "Strings"]) await api.call(createAssistant, { groupId: group.id, name });
  const admin = page.getByRole("dialog", { name: "Assistant Admin Interface", exact: true });
  await openWorkspace(page, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  for (const [index, viewport] of viewports.entries()) {
    await page.setViewportSize(viewport);
    const publish = admin.getByRole("button", { name: /^Publish / }).first();
    const heading = admin.getByRole("heading", { name: "Assistant Admin Interface" });
    const parts = [heading, admin.getByRole("tab", { name: "Assistants" }), admin.getByRole("listitem").last()];
    const readTops = () => Promise.all(parts.map(async (part) => (await part.boundingBox())?.y));
    await publish.waitFor();
    const tops = await readTops();
    await publish.click();
    const count = index === 0 ? "“Echoes” is" : `${index + 1} assistants are`;
    const notice = page.getByRole("status").filter({ hasText: `${count} published.` });
    await expectFree(admin, notice);
    expect(await readTops()).toEqual(tops);
    const [box, headingBox] = await Promise.all([notice.boundingBox(), heading.boundingBox()]);
    expect(box?.y ?? 0).toBeGreaterThan((headingBox?.y ?? 0) + (headingBox?.height ?? 0));
  }
});

test("notices cover no control of the editor of an own assistant and of the dialog that shares it, in windows of any width", async () => {
  const { page, api } = await fixture.openSignedIn();
  await api.call(createAssistant, { name: "Lenses" });
  await openWorkspace(page, fixture.url);
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    await openAssistantEditor(page, "Lenses");
    const saves = await failOp(page, createAssistant, reason);
    await editorField(page, "Instructions").fill(`For ${viewport.width}`);
    await assistantEditor(page).getByRole("button", { name: "Save", exact: true }).click();
    await expectFree(
      assistantEditor(page),
      alertWithText(page, "Unable to save the assistant at this time, please try again later..."),
      `For ${viewport.width}`,
    );
    await saves();
    await dismissAll(page);

    await assistantEditor(page).getByRole("button", { name: "Share", exact: true }).click();
    const sharing = page.getByRole("dialog", { name: "Share “Lenses”" });
    const shares = await failOp(page, shareAssistant, reason);
    await sharing.getByRole("combobox", { name: "People and groups" }).fill("ben@example.org");
    await sharing.getByRole("button", { name: "Share", exact: true }).click();
    await expectFree(sharing, alertWithText(page, "Sharing failed, please try again."));
    await shares();
    await sharing.getByRole("button", { name: "Share", exact: true }).click();
    await expectFree(sharing, page.getByRole("status").filter({ hasText: "“Lenses” is shared." }));
    await expectVisible(sharing, "ben@example.org");
    await sharing.getByRole("button", { name: "Close", exact: true }).last().click();
    await sharing.waitFor({ state: "detached" });
  }
});

test("a notice with buttons shows whole words beside a dialog that is opened meanwhile, and covers no control of it", async () => {
  const { page } = await fixture.openSignedIn({ viewport: { width: 1366, height: 768 } });
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page);
  await editorField(page, "Assistant Name").fill("Seminar notes");
  await editorField(page, "Instructions").fill("Be brief.");
  await saveAssistant(page);
  const notice = page.getByRole("status").filter({ hasText: "Saved “Seminar notes”." });
  await notice.getByRole("button", { name: "Share…" }).waitFor();
  await page.keyboard.press("Control+,");
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.waitFor();
  expect(await listCoveredControls(dialog)).toEqual([]);
  const text = notice.getByText("Saved “Seminar notes”.");
  const countBrokenWords = () =>
    text.evaluate(({ firstChild }) => {
      if (!(firstChild instanceof Text)) throw new Error("the notice has a text");
      return [...firstChild.data.matchAll(/\S+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(firstChild, index);
        range.setEnd(firstChild, index + word.length);
        return range.getClientRects().length > 1;
      }).length;
    });
  expect(await countBrokenWords()).toBe(0);
  expect((await text.boundingBox())?.width).toBeGreaterThanOrEqual(160);
});
