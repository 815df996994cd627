import { getGroupDashboard, updateGroupAnalysis } from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  adminButton,
  adminInterface,
  adminTab,
  answerQuestion,
  overviewRow,
  renderAdmin,
} from "../../../testing/assistantScreen.ts";
import { selectChoice } from "../../../testing/selectField.ts";
import { createDashboard, stubGroupAnalytics } from "../../../testing/stubAnalytics.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { type StubbedGroups, stubGroups } from "../../../testing/stubGroups.ts";
import { failOp, getPerson, listInputs, pauseOp, stubOp, stubSession } from "../../../testing/stubServer.ts";

const group = { id: "Physics_1", name: "Physics" };
let groups: StubbedGroups;

beforeEach(() => {
  groups = stubGroups([{ ...group, supportConvAnalysis: true }]);
  stubAssistants([{ assistantId: "astgp/heat", name: "Heat", group }], { groups: [group] });
  stubGroupAnalytics();
});

const beAdministrator = () => stubSession({ user: { ...getPerson(), isAdmin: true } });
/** The texts of the figures, by their names. */
const readFigures = (): Record<string, string> =>
  Object.fromEntries(
    [...adminInterface().element().querySelectorAll("dl > div")].map((figure) => [
      figure.querySelector("dt")?.textContent ?? "",
      figure.querySelector("dd")?.textContent ?? "",
    ]),
  );
const readRows = (table: string): string[] =>
  adminInterface()
    .getByRole("table", { name: table, exact: true })
    .getByRole("row")
    .elements()
    .map((row) => [...row.querySelectorAll("th,td")].map(({ textContent }) => textContent).join(" | "));

test("[G2.16] [G9.08] the dashboard of a group, which is the first tab, shows the figures, averages with two decimals or N/A, and how the conversations are distributed", async () => {
  await renderAdmin("#admin=Physics_1");
  await expect.element(adminTab("Dashboard")).toHaveAttribute("aria-selected", "true");
  await expect.element(page.getByText("Unique users").first()).toBeVisible();
  expect(readFigures()).toEqual({
    "Unique users": "7",
    Conversations: "12",
    "Average prompts per conversation": "3.50",
    "Average user rating": "4.25of 5",
    "Average system rating": "N/A",
  });
  expect(readRows("By entry point")).toEqual(["Entry point | Conversations | Share", "Lectern | 12 | 100%"]);
  expect(readRows("By category").slice(1)).toEqual(["Exams | 9 | 75%", "No category | 3 | 25%"]);
  expect(readRows("By employee type").slice(1)).toEqual(["Student | 12 | 100%"]);
  // Screen readers have it while the chart is shown.
  expect(readRows("Activity by day").slice(1)).toEqual(["Nov 20, 2026 | 7 | 4", "Nov 18, 2026 | 5 | 3"]);
  await adminButton("Show as table").click();
  await expect.element(adminInterface().getByRole("cell", { name: "7", exact: true })).toBeVisible();
});

test("the figures are those of an assistant and of days; days in the wrong order are not asked for", async () => {
  await renderAdmin("#admin=Physics_1");
  await expect.element(page.getByText("Unique users").first()).toBeVisible();
  await selectChoice(adminInterface(), "Assistant", "Heat");
  await page.getByText("All time").click();
  await expect.poll(() => listInputs(getGroupDashboard).at(-1)).toMatchObject({ assistantId: "astgp/heat" });
  await expect.poll(() => listInputs(getGroupDashboard).at(-1)?.startDate).toBeUndefined();
  await page.getByText("Custom").click();
  await adminInterface().getByLabelText("Last day").fill("2026-11-02");
  await expect.poll(() => listInputs(getGroupDashboard).at(-1)?.endDate).toBe("2026-11-02");
  await adminInterface().getByLabelText("First day").fill("2026-11-03");
  await expect.element(page.getByText("The last day is before the first one.")).toBeVisible();
  expect(listInputs(getGroupDashboard).some(({ startDate }) => startDate === "2026-11-03")).toBe(false);
});

test("[G2.17] without conversations the dashboard says so, with the name of what was asked for", async () => {
  stubOp(getGroupDashboard, ({ assistantId }) => ({
    data: {
      dashboardData: createDashboard({ totalConversations: 0, assistantName: assistantId ? "Heat" : "Physics" }),
    },
  }));
  await renderAdmin("#admin=Physics_1");
  await expect.element(page.getByText("No dashboard data available for Physics.")).toBeVisible();
  await selectChoice(adminInterface(), "Assistant", "Heat");
  await expect.element(page.getByText("No dashboard data available for Heat.")).toBeVisible();
  await expect.element(adminButton("Export as CSV")).toBeDisabled();
});

test("figures that cannot be loaded are loaded again on request; that people are hidden is explained", async () => {
  failOp(getGroupDashboard, "The database is busy.");
  await renderAdmin("#admin=Physics_1");
  await expect.element(page.getByRole("alert").getByText("The database is busy.")).toBeVisible();
  stubGroupAnalytics({ dashboard: createDashboard({ areIdentitiesHidden: true }) });
  await adminButton("Try again").click();
  await expect.element(page.getByText(/^Your institution hides who people are/)).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Activity by week" })).toBeVisible();
});

test("[G6.09] a group without analysis has no conversations, and its dashboard says why; its assistants are shown first; a site administrator switches the analysis on and off", async () => {
  const text =
    "Access to dashboard metrics and assistant conversation history is not currently available for this group. To request access to these features, please reach out to Amplify for approval.";
  groups.change("Physics", { supportConvAnalysis: false }, { isTold: false });
  beAdministrator();
  stubOp(updateGroupAnalysis, ({ group_id, supportConvAnalysis }) => {
    expect(group_id).toBe(group.id);
    groups.change("Physics", { supportConvAnalysis }, { isTold: false });
    return {};
  });
  await renderAdmin("#admin=Physics_1");
  await expect.element(overviewRow("Heat")).toBeVisible();
  expect(adminTab("Conversations").elements()).toEqual([]);
  await adminTab("Dashboard").click();
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  expect(listInputs(getGroupDashboard)).toEqual([]);
  await adminButton("Switch on for this group").click();
  await expect.element(page.getByText("Unique users").first()).toBeVisible();
  await expect.element(adminTab("Conversations")).toBeVisible();
  await adminButton("Switch off chat analysis for this group…").click();
  await answerQuestion("Switch off chat analysis?", "Switch off");
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});

test("nobody but a site administrator switches the analysis", async () => {
  await renderAdmin("#admin=Physics_1");
  await expect.element(page.getByText("Unique users").first()).toBeVisible();
  expect(adminButton("Switch off chat analysis for this group…").elements()).toEqual([]);
  groups.change("Physics", { supportConvAnalysis: false });
  await expect.element(page.getByText(/^Access to dashboard metrics/)).toBeVisible();
  expect(adminButton("Switch on for this group").elements()).toEqual([]);
});

test("the dots of one day are circles, and what cannot be shown is one line", async () => {
  const activity = [{ day: "2026-11-20", conversations: 7, users: 4 }];
  stubGroupAnalytics({
    dashboard: createDashboard({ activity, categoryDistribution: [], employeeTypeDistribution: [] }),
  });
  await renderAdmin("#admin=Physics_1");
  await expect.poll(() => document.querySelectorAll("circle.recharts-dot").length).toBeGreaterThanOrEqual(2);
  for (const dot of document.querySelectorAll("circle.recharts-dot"))
    expect(getComputedStyle(dot).strokeDasharray).toBe("none");
  await expect.element(page.getByText("There is nothing to show in the other charts.")).toBeVisible();
  expect(adminInterface().getByRole("heading", { name: "By category" }).elements()).toEqual([]);
  await expect.element(adminInterface().getByRole("heading", { name: "By entry point" })).toBeVisible();
});

test("the tabs are in the address: an editor opens in its own tab, and the way back leads to the list", async () => {
  await renderAdmin("#admin=Physics_1&tab=conversations");
  await expect.element(adminTab("Conversations")).toHaveAttribute("aria-selected", "true");
  await adminTab("Assistants").click();
  await overviewRow("Heat").click();
  await expect.element(adminTab("Assistants")).toHaveAttribute("aria-selected", "true");
  await adminTab("Assistants").click();
  await expect.element(overviewRow("Heat")).toBeVisible();
  expect(location.hash).toContain("tab=edit_assistant");
  await adminTab("Dashboard").click();
  await expect.element(page.getByText("Unique users").first()).toBeVisible();
  (adminTab("Dashboard").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(adminTab("Conversations")).toHaveFocus();
});

test("while the figures are loading, their places are shown", async () => {
  const { reached, release } = pauseOp(getGroupDashboard);
  await renderAdmin("#admin=Physics_1");
  await reached;
  await expect.element(page.getByRole("status").getByText("Loading figures")).toBeInTheDocument();
  release();
  await expect.element(page.getByText("Unique users").first()).toBeVisible();
});
