import { createAssistant, getGroupDashboard, updateGroupAnalysis, updateGroupMembers } from "@lectern/contract";
import { expect, test } from "vitest";
import { checkAxe, checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { adminInterface, adminTab, openWithGroup } from "../../support/pages/adminInterface.ts";
import { lastAnswer, openNewConversation } from "../../support/pages/chatControls.ts";
import { ask, composer, expectEventually, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { ADMIN, adminWorkspace } from "../../support/servers/adminEnvironment.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture(adminWorkspace);

test("a student is told, chats with an analyzed assistant and rates an answer; a teacher reads the figures and opens the chat; the student sees who has opened it", async () => {
  const { page: teacherPage, api, group } = await openWithGroup(fixture, "Physics");
  const { page, email } = await fixture.openSignedIn();
  await api.call(updateGroupAnalysis, { group_id: group.id, supportConvAnalysis: true });
  await api.call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members: { [email]: "read" } });
  await api.call(createAssistant, {
    name: "Heat",
    groupId: group.id,
    isPublished: true,
    data: { supportConvAnalysis: true },
  });

  await openNewConversation(page, fixture.url, "cloud");
  await composer(page).pressSequentially("@Heat");
  await page.getByRole("listbox", { name: "Assistants" }).getByRole("option", { name: /Heat/ }).waitFor();
  await composer(page).press("Enter");
  await expectVisible(page, /^The editors of Physics can see that you use this assistant and read this chat/);
  await ask(page, "Why does heat flow?");
  // The record is written once the answer is stored.
  const countConversations = async () =>
    (await api.call(getGroupDashboard, { groupId: group.id })).data.dashboardData.totalConversations;
  await expectEventually(countConversations).toBe(1);
  const stars = lastAnswer(page).getByRole("radiogroup", { name: "Rate this answer" });
  await stars.locator("label").last().click();
  const feedback = page.getByRole("dialog", { name: "Feedback" });
  await feedback.getByRole("textbox", { name: "Feedback (optional)" }).fill("Clear and short");
  await feedback.getByRole("button", { name: "Submit Feedback" }).click();
  await feedback.waitFor({ state: "detached" });
  await page.reload();
  await lastAnswer(page).getByRole("radio", { name: "5 stars", checked: true }).waitFor({ state: "attached" });

  await openWorkspace(teacherPage, fixture.url, `#admin=${encodeURIComponent(group.id)}`);
  const dashboard = adminInterface(teacherPage);
  await dashboard.locator("dl > div").filter({ hasText: "Unique users" }).getByText("1", { exact: true }).waitFor();
  await expectVisible(dashboard, /^5\.00/);
  await dashboard.getByRole("table", { name: "By entry point" }).getByText("Lectern", { exact: true }).waitFor();
  await checkAxeInBothThemes(teacherPage, "the dashboard");
  await teacherPage.setViewportSize({ width: 390, height: 844 });
  expect(await teacherPage.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await checkAxe(teacherPage, "the dashboard on a phone");
  await teacherPage.setViewportSize({ width: 1280, height: 800 });
  await adminTab(teacherPage, "Conversations").click();
  const row = dashboard.getByRole("row").filter({ hasText: email });
  await row.getByText("Clear and short", { exact: true }).waitFor();
  await checkAxeInBothThemes(teacherPage, "the table of conversations");
  await row.click();
  const content = teacherPage.getByRole("dialog", { name: "Conversation Content" });
  await expectVisible(content, "Why does heat flow?");
  await checkAxe(teacherPage, "a conversation that was opened");

  await page.getByRole("button", { name: "Chat settings" }).click();
  await expectVisible(page, new RegExp(`^Opened by ${ADMIN.replaceAll(".", "\\.")} on `));
}, 150_000);
