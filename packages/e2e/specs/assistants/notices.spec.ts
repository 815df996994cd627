import { createAssistant, createGroup, shareAssistant } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { assistantEditor, editorField, openAssistantEditor } from "../../support/assistantControls.ts";
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
 * Expects a notice that covers none of the dialog's controls. On a narrow screen a long one covers what is below the title,
 * because the dialog, which fills the screen, must not move; the controls that close and save stay free.
 */
async function expectFree(dialog: Locator, notice: Locator): Promise<void> {
  await notice.waitFor();
  const page = dialog.page();
  if (page.viewportSize()?.width === narrowViewport.width) {
    await expectEventually(() => listCoveredControls(dialog)).not.toContain("Close");
    expect(await listCoveredControls(dialog)).not.toContain("Save");
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...narrowViewport });
  } else await expectEventually(() => listCoveredControls(dialog)).toEqual([]);
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
    );
    await succeed();
    await admin.getByRole("button", { name: "Save", exact: true }).click();
    await expectFree(admin, page.getByRole("status").filter({ hasText: "Assistant saved." }));
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
    );
    await saves();
    await dismissAll(page);

    await assistantEditor(page).getByRole("button", { name: "Share", exact: true }).click();
    const sharing = page.getByRole("dialog", { name: "Share “Lenses”" });
    const shares = await failOp(page, shareAssistant, reason);
    await sharing.getByRole("combobox", { name: "People" }).fill("ben@example.org");
    await sharing.getByRole("button", { name: "Share", exact: true }).click();
    await expectFree(sharing, alertWithText(page, "Sharing failed, please try again."));
    await shares();
    await sharing.getByRole("button", { name: "Share", exact: true }).click();
    await expectFree(sharing, page.getByRole("status").filter({ hasText: "Assistant shared." }));
    await expectVisible(sharing, "ben@example.org");
    await sharing.getByRole("button", { name: "Close", exact: true }).last().click();
    await sharing.waitFor({ state: "detached" });
  }
});
