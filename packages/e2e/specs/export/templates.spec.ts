import { readFile } from "node:fs/promises";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { createSlidesTemplate } from "../../../server/src/platform/pandoc/templates/createSlidesTemplate.ts";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browser/browserStorage.ts";
import { checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { chooseInHeader } from "../../support/pages/messageControls.ts";
import { expectVisible, openWorkspace, sidePanel } from "../../support/pages/screen.ts";
import { selectChoice } from "../../support/pages/selectField.ts";
import { ADMIN, adminWorkspace } from "../../support/servers/adminEnvironment.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture(adminWorkspace);

/** Our template with another name of its theme. */
function createTemplate(themeName: string): Buffer {
  const parts = unzipSync(createSlidesTemplate());
  const theme = strFromU8(parts["ppt/theme/theme1.xml"] ?? new Uint8Array());
  const changedTheme = strToU8(theme.replace(/(<a:theme [^>]*name=")[^"]*/, `$1${themeName}`));
  return Buffer.from(zipSync({ ...parts, "ppt/theme/theme1.xml": changedTheme }));
}

test("a template that an administrator uploads is chosen for a presentation, with its theme", async () => {
  const admin = await fixture.openSignedIn({ email: ADMIN });
  await openWorkspace(admin.page, fixture.url);
  await sidePanel(admin.page)
    .getByRole("button", { name: new RegExp(ADMIN) })
    .click();
  await admin.page.getByRole("menuitem", { name: "Admin Interface", exact: true }).click();
  const dialog = admin.page.getByRole("dialog", { name: "Admin Interface" });
  await dialog.getByRole("tab", { name: "Feature Data" }).click();
  await checkAxeInBothThemes(admin.page, "the tab Feature Data");
  const file = {
    name: "Faculty of Law.pptx",
    mimeType: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    buffer: createTemplate("Law"),
  };
  await dialog.getByLabel("Presentation to upload").setInputFiles(file);
  await dialog.getByRole("switch", { name: "Everybody can choose it" }).click();
  await dialog.getByRole("button", { name: "Upload template" }).click();
  await expectVisible(dialog, "Faculty of Law.pptx: complete");
  await admin.page.setViewportSize({ width: 390, height: 844 });
  expect(await admin.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  const person = await fixture.openSignedIn();
  const question = { id: "q", parentId: null, role: "user" as const, content: "Why?", data: {} };
  const answer = { id: "a", parentId: "q", role: "assistant" as const, content: "## The law\n\nSo it is.", data: {} };
  const conversation = buildLocalConversation("law", "Laws", { messages: [question, answer], headId: "a" });
  await openWorkspaceWith(person, fixture.url, [conversation], "#c=law");
  await chooseInHeader(person.page, "Download as a document");
  const download = person.page.getByRole("dialog", { name: "Download as a document" });
  await download.getByRole("button", { name: "Options", exact: true }).click();
  await selectChoice(download, "PowerPoint template", file.name);
  const [saved] = await Promise.all([
    person.page.waitForEvent("download", { timeout: 60_000 }),
    download.getByRole("button", { name: "Download as PowerPoint", exact: true }).click(),
  ]);
  const parts = unzipSync(new Uint8Array(await readFile(await saved.path())));
  expect(saved.suggestedFilename()).toBe("Laws.pptx");
  expect(strFromU8(parts["ppt/theme/theme1.xml"] ?? new Uint8Array())).toContain('name="Law"');
});
