import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { branchOf, openStoredConversation } from "../../support/content/storedConversation.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { ADMIN, adminWorkspace } from "../../support/servers/adminEnvironment.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture(adminWorkspace);

test("a part of a local chat is shared anonymously for quality improvement, and an administrator finds, opens and exports it", async () => {
  const person = await fixture.openSignedIn({ email: "quality@example.org" });
  const { page } = person;
  await openStoredConversation(person, fixture.url, "local", branchOf(["Why?", "Because.", "And then?", "Nothing."]));
  await page.getByRole("button", { name: "Share for Quality Improvement" }).click();
  const range = page.getByRole("dialog", { name: "Select Conversation Range for Quality Improvement Summary" });
  await range.getByRole("switch", { name: "Submit entire conversation?" }).click();
  await checkAxeInBothThemes(page, "the selection of a range");
  await range.getByRole("radio", { name: "And then?" }).check();
  await range.getByRole("button", { name: "Continue" }).click();
  const form = page.getByRole("dialog", { name: "Share for Quality Improvement" });
  const summary = form.getByRole("textbox", { name: "Summary" });
  // The scripted model has written one.
  await expectEventually(() => summary.inputValue()).not.toBe("");
  await checkAxeInBothThemes(page, "the form for quality improvement");
  await summary.fill("Indigo-7 was not answered.");
  await form.getByRole("button", { name: "Submit", exact: true }).click();
  await expectVisible(page, "Successfully submitted quality improvement summary");

  const { page: adminPage } = await fixture.openSignedIn({ email: ADMIN });
  await openWorkspace(adminPage, fixture.url, "#page=admin&tab=quality");
  const panel = adminPage.getByRole("region", { name: "Quality improvement" });
  await panel.getByRole("searchbox", { name: "Search submissions" }).fill("indigo-7");
  const rows = panel.getByRole("list", { name: "Submissions" }).getByRole("button");
  await expectEventually(() => rows.allInnerTexts()).toEqual(["Indigo-7 was not answered."]);
  const [download] = await Promise.all([
    adminPage.waitForEvent("download"),
    panel.getByRole("button", { name: "Export as CSV" }).click(),
  ]);
  const csv = await readFile(await download.path(), "utf8");
  expect(csv).toContain('"User: And then?\n\nAssistant: Nothing."');
  expect(csv).not.toContain("quality@example.org");
  await rows.click();
  const opened = adminPage.getByRole("dialog", { name: "Submission for quality improvement" });
  await opened.getByText("Anonymous").waitFor();
  await opened.getByText("Nothing.").waitFor();
  expect(await opened.getByText("Because.").count()).toBe(0);
  await checkAxeInBothThemes(adminPage, "a submission for quality improvement");
});
