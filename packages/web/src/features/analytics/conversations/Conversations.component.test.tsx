import { getGroupConversation, listGroupConversations } from "@lectern/contract";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { call } from "../../../lib/call.ts";
import { adminButton, adminInterface, adminTab, renderAdmin } from "../../../testing/assistantScreen.ts";
import { renderApp, renderInWorkspace } from "../../../testing/renderApp.tsx";
import { boxOf } from "../../../testing/screen.ts";
import { selectChoice } from "../../../testing/selectField.ts";
import { createDashboard, createRecord, stubGroupAnalytics } from "../../../testing/stubAnalytics.ts";
import { stubAssistants } from "../../../testing/stubAssistants.ts";
import { stubGroups } from "../../../testing/stubGroups.ts";
import { failOp, listInputs } from "../../../testing/stubServer.ts";
import { ContentDialog } from "./ContentDialog.tsx";
import { loadRecordRows } from "./loadRecordRows.ts";

const group = { id: "Physics_1", name: "Physics" };
const address = "#admin=Physics_1&tab=conversations";
const id = (index: number) => `5b0c8f5e-0000-4000-8000-${String(index).padStart(12, "0")}`;

beforeEach(() => {
  stubGroups([{ ...group, supportConvAnalysis: true }]);
  stubAssistants([{ assistantId: "astgp/heat", name: "Heat", group }], { groups: [group] });
  stubGroupAnalytics({
    records: [
      createRecord({ conversationId: id(1) }),
      createRecord({ conversationId: id(2), category: null, userRating: null, user: null, hasContent: false }),
    ],
    content: [
      { role: "user", content: "Why **not**?" },
      { role: "assistant", content: "Because **heat** flows." },
    ],
  });
});

const table = () => adminInterface().getByRole("table", { name: "Conversations" });
const rows = () => table().getByRole("row");
const dialog = () => page.getByRole("dialog", { name: "Conversation Content", exact: true });
const lastInput = () => listInputs(listGroupConversations).at(-1);

test("[G2.18] [G2.19] [G2.20] [G9.09] the table is 65 percent as high as the window, begins with the latest conversation, and is sorted by any of its columns", async () => {
  await renderAdmin(address);
  await expect.element(rows().nth(2)).toBeVisible();
  expect(lastInput()).toMatchObject({ groupId: group.id, sortBy: "timestamp", isDescending: true });
  const frame = table().element().closest("section")?.parentElement;
  expect(Math.round(frame?.getBoundingClientRect().height ?? 0)).toBe(Math.round(innerHeight * 0.65));
  const columns = {
    Assistant: "assistantName",
    User: "user",
    "Employee type": "employeeType",
    "Entry point": "entryPoint",
    Prompts: "numberPrompts",
    Model: "modelUsed",
    Time: "timestamp",
    "User rating": "userRating",
    "System rating": "systemRating",
    Category: "category",
    Feedback: "userFeedback",
    "Chat ID": "conversationId",
    "Assistant ID": "assistantId",
  };
  expect(
    table()
      .getByRole("columnheader")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(Object.keys(columns));
  await expect.element(table().getByRole("columnheader", { name: "Time" })).toHaveAttribute("aria-sort", "descending");
  for (const [name, sortBy] of Object.entries(columns)) {
    const header = table().getByRole("columnheader", { name, exact: true });
    for (const _ of ["one direction", "the other one"]) {
      const before = header.element().getAttribute("aria-sort");
      (header.getByRole("button").element() as HTMLElement).click();
      await expect.poll(() => header.element().getAttribute("aria-sort")).not.toBe(before);
      const isDescending = header.element().getAttribute("aria-sort") === "descending";
      await expect
        .poll(() => listInputs(listGroupConversations))
        .toContainEqual(expect.objectContaining({ sortBy, isDescending, offset: 0 }));
    }
  }
  expect(rows().nth(2).element().textContent).toContain("–");
});

test("[G2.21] a click on a row, or Enter, opens what was written with the record's metadata; who asked is told", async () => {
  await renderAdmin(address);
  await expect.element(page.getByText("People are told when you open their chats.")).toBeVisible();
  await rows().nth(1).getByText("ada@example.org").click();
  await expect.element(dialog().getByText("Because heat flows.")).toBeVisible();
  await expect.element(dialog().getByText("Why **not**?")).toBeVisible();
  const metadata = [...dialog().element().querySelectorAll("dt")].map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ]);
  expect(metadata.filter(([name]) => name !== "Time")).toEqual([
    ["Assistant", "Heat"],
    ["User", "ada@example.org"],
    ["Employee type", "Student"],
    ["Entry point", "Lectern"],
    ["Prompts", "3"],
    ["Model", "scripted-large"],
    ["User rating", "4"],
    ["System rating", "5"],
    ["Category", "Exams"],
    ["Feedback", "Clear, and short."],
    ["Chat ID", id(1)],
    ["Assistant ID", "astgp/heat"],
  ]);
  expect(metadata.find(([name]) => name === "Time")?.[1]).toMatch(/Nov 20, 2026/);
  await expect.element(dialog().getByText("The person is told that you have opened this chat.")).toBeVisible();
  expect(listInputs(getGroupConversation)).toEqual([{ assistantId: "astgp/heat", conversationId: id(1) }]);
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();

  (rows().nth(2).getByRole("button").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog().getByText(/^What was written is not available/)).toBeVisible();
  expect(listInputs(getGroupConversation)).toHaveLength(1);
});

test("[G8.13] content that cannot be loaded is said to be missing, and loaded again on request; a missing assistant id is logged as an error", async () => {
  failOp(getGroupConversation, "The database is busy.");
  const result = await renderInWorkspace(<ContentDialog record={createRecord()} isOpen onClose={() => {}} />);
  await expect.element(page.getByText("Error loading conversation content.", { exact: true })).toBeVisible();
  stubGroupAnalytics({ content: [{ role: "user", content: "Here." }] });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("Here.")).toBeVisible();
  await result.unmount();

  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const calls = listInputs(getGroupConversation).length;
  await renderInWorkspace(<ContentDialog record={createRecord({ assistantId: "" })} isOpen onClose={() => {}} />);
  await expect.element(page.getByText("Error loading conversation content.", { exact: true })).toBeVisible();
  expect(log.mock.calls.flat()).toContain("The record of a conversation has no assistant id.");
  expect(listInputs(getGroupConversation)).toHaveLength(calls);
});

test("[G2.22] where nothing matches there are no conversations; the search and the category are cleared", async () => {
  await renderAdmin(address);
  await adminInterface().getByRole("searchbox", { name: "Search chats" }).fill("Light");
  await expect.element(page.getByText("No conversations available", { exact: true })).toBeVisible();
  expect(lastInput()).toMatchObject({ query: "Light" });
  await adminButton("Clear search and category").click();
  await expect.element(rows().nth(2)).toBeVisible();
  await selectChoice(adminInterface(), "Category", "Exams");
  await expect.element(rows().nth(2)).not.toBeInTheDocument();
  expect(lastInput()).toMatchObject({ category: "Exams", query: "", offset: 0 });
});

test("records are shown page by page, and all that match are exported", async () => {
  stubGroupAnalytics({
    records: Array.from({ length: 230 }, (_, index) =>
      createRecord({ conversationId: id(index), userFeedback: index === 229 ? "=1+1" : null }),
    ),
  });
  const blobs: (Blob | MediaSource)[] = [];
  const createUrl = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    blobs.push(blob);
    return createUrl(blob);
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  await renderAdmin(address);
  await expect.element(page.getByText("1–50 of 230")).toBeVisible();
  await adminButton("Next page").click();
  await expect.element(page.getByText("51–100 of 230")).toBeVisible();
  await adminButton("Previous page").click();
  await expect.element(page.getByText("1–50 of 230")).toBeVisible();
  await adminButton("Export as CSV").click();
  await expect.poll(() => blobs.length).toBe(1);
  const [blob] = blobs;
  if (!(blob instanceof Blob)) throw new Error("no file was saved");
  const lines = (await blob.text()).trim().split("\r\n");
  expect(lines).toHaveLength(231);
  expect(lines.at(-1)).toContain(",'=1+1,");
});

test("conversations that cannot be loaded are loaded again on request; that people are hidden is said", async () => {
  failOp(listGroupConversations, "The database is busy.");
  await renderAdmin(address);
  await expect.element(page.getByRole("alert").getByText("The database is busy.")).toBeVisible();
  stubGroupAnalytics({ dashboard: createDashboard({ areIdentitiesHidden: true }), records: [] });
  await adminButton("Try again").click();
  await expect.element(page.getByText("No conversations available")).toBeVisible();
  await expect.element(page.getByText("Your institution hides who people are and what they write.")).toBeVisible();
});

test("the conversations are read again when their tab opens, and on request", async () => {
  await renderAdmin(address);
  await expect.element(rows().nth(2)).toBeVisible();
  expect(rows().elements()).toHaveLength(3);
  await adminTab("Dashboard").click();
  await expect.element(page.getByText("Unique users").first()).toBeVisible();
  stubGroupAnalytics({ records: [1, 2, 3].map((index) => createRecord({ conversationId: id(index) })) });
  await adminTab("Conversations").click();
  await expect.poll(() => rows().elements().length).toBe(4);
  stubGroupAnalytics({ records: [createRecord({ conversationId: id(1) })] });
  await adminButton("Refresh").click();
  await expect.poll(() => rows().elements().length).toBe(2);
});

test("where people are hidden, the time is the week, also in the file", async () => {
  const record = createRecord({ timestamp: "2026-11-16T00:00:00.000Z", user: null, hasContent: false });
  stubGroupAnalytics({ dashboard: createDashboard({ areIdentitiesHidden: true }), records: [record] });
  await renderAdmin(address);
  await expect.element(table().getByRole("columnheader", { name: "Week of" })).toBeVisible();
  expect(table().getByRole("columnheader", { name: "Time" }).elements()).toEqual([]);
  const { data } = await call(listGroupConversations, { groupId: group.id });
  const [names] = await loadRecordRows(async () => ({ data }));
  expect(names).toContain("Week of");
  await rows().nth(1).click();
  await expect.element(dialog().getByText("Week of")).toBeVisible();
  await expect.element(dialog().getByText("Nov 16, 2026")).toBeVisible();
});

test("on a phone the records are cards, which are sorted, and nothing is wider than the screen", async () => {
  await page.viewport(390, 844);
  await renderApp(address);
  const cards = adminInterface().getByRole("list", { name: "Conversations" }).getByRole("button");
  await expect.element(cards.first()).toBeVisible();
  expect(boxOf(cards.first()).right).toBeLessThanOrEqual(390);
  expect(document.documentElement.scrollWidth).toBe(390);
  await selectChoice(adminInterface(), "Sort by", "Prompts");
  await expect.poll(() => lastInput()).toMatchObject({ sortBy: "numberPrompts", isDescending: true });
  await adminButton("Sorted descending").click();
  await expect.poll(() => lastInput()).toMatchObject({ isDescending: false });
  await cards.first().click();
  await expect.element(dialog().getByText("Because heat flows.")).toBeVisible();
});
