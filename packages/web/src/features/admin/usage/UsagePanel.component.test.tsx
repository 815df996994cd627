import { getFeatureFlags, getSiteConfigs, getUsageReport, type UsageRow } from "@lectern/contract";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { dialogNamed } from "../../../testing/screen.ts";
import { getSelectField, selectChoice } from "../../../testing/selectField.ts";
import { failOp, listInputs, pauseOp, stubOp } from "../../../testing/stubServer.ts";
import type { UsageReport } from "./usageReportQuery.ts";

const dialog = () => dialogNamed("Admin Interface");
const panel = () => dialog().getByRole("region", { name: "Usage", exact: true });
const button = (name: string) => panel().getByRole("button", { name, exact: true });
const lastInput = () => listInputs(getUsageReport).at(-1);

const none = { calls: 0, inputTokens: 0, outputTokens: 0, cost: "0" };
const createRow = (id: string, fields: Partial<UsageRow> = {}): UsageRow => ({
  ...{ id, kind: "model", name: `Model ${id}`, email: null },
  ...{ calls: 2, inputTokens: 1_500, outputTokens: 300, cost: "1.25" },
  ...fields,
});
const createReport = (rows: readonly UsageRow[], fields: Partial<UsageReport> = {}): UsageReport => ({
  total: { calls: 1_204, inputTokens: 2_500_000, outputTokens: 90_300, cost: "12.500000000001" },
  days: [
    { day: "2026-11-20", calls: 1_000, inputTokens: 2_000_000, outputTokens: 90_000, cost: "10" },
    { day: "2026-11-23", calls: 204, inputTokens: 500_000, outputTokens: 300, cost: "2.500000000001" },
  ],
  rows: [...rows],
  rowCount: rows.length,
  filters: {},
  ...fields,
});
const people = [
  createRow("p1", { kind: "person", name: "Ann Lee", email: "ann@example.org" }),
  createRow("p2", { kind: "erased", name: null }),
];

beforeEach(() => {
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  stubOp(getSiteConfigs, { states: {} });
  stubOp(getUsageReport, ({ by, model }) =>
    createReport(by === "person" ? people : [createRow("large"), createRow("small", { cost: "0.0004" })], {
      filters: model === undefined ? {} : { model: { id: model, kind: "model", name: "Model large", email: null } },
    }),
  );
});

const open = () => renderApp("#page=admin&tab=usage");
const readTable = (name: string) =>
  panel()
    .getByRole("table", { name, exact: true })
    .getByRole("row")
    .elements()
    .map((row) => [...row.querySelectorAll("th,td")].filter(isVisible).map(readCell).join(" | "));
const isVisible = (element: Element) => element.checkVisibility();
const readCell = (cell: Element) =>
  cell.children.length === 0
    ? cell.textContent
    : [...cell.children]
        .filter(isVisible)
        .map(({ textContent }) => textContent)
        .join(" ");

test("the last 30 days are shown by model, with the sum of everything; another period and another grouping are asked for", async () => {
  await open();
  await expect.element(panel().getByRole("table", { name: "Usage by Model" })).toBeVisible();
  const figures = [...panel().element().querySelectorAll("dl > div")].map(({ textContent }) => textContent);
  expect(figures).toEqual(["Cost$12.50", "Model calls1,204", "Tokens read2,500,000", "Tokens written90,300"]);
  expect(readTable("Usage by Model")).toEqual([
    "Model | Model calls | Tokens read | Tokens written | Cost",
    "Model large | 2 | 1,500 | 300 | $1.25",
    "Model small | 2 | 1,500 | 300 | $0.0004",
    "Total | 1,204 | 2,500,000 | 90,300 | $12.50",
  ]);
  const thirtyDaysAgo = new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10);
  expect(lastInput()).toEqual({ from: thirtyDaysAgo, by: "model", limit: 25, offset: 0 });
  await selectChoice(panel(), "Period", "All time");
  await expect.poll(lastInput).toEqual({ by: "model", limit: 25, offset: 0 });
  await selectChoice(panel(), "Grouped by", "Person");
  await expect.element(panel().getByRole("table", { name: "Usage by Person" })).toBeVisible();
  expect(readTable("Usage by Person").slice(1, 3)).toEqual([
    "ann@example.org Ann Lee | 2 | 1,500 | 300 | $1.25",
    "Erased person | 2 | 1,500 | 300 | $1.25",
  ]);
});

test("a row shows only its calls, by person next, until its filter is removed", async () => {
  await open();
  await button("Model large").click();
  await expect.poll(lastInput).toMatchObject({ model: "large", by: "person" });
  await expect.element(button("Remove the filter Model: Model large")).toBeVisible();
  await button("ann@example.org").click();
  await expect.poll(lastInput).toMatchObject({ model: "large", person: "p1", by: "day" });
  await button("Remove the filter Model: Model large").click();
  await expect.poll(() => lastInput()?.model).toBeUndefined();
  expect(lastInput()).toMatchObject({ person: "p1" });
});

test("the chart shows cost or tokens, which screen readers have as a table, with the days between", async () => {
  await open();
  await expect.element(panel().getByRole("heading", { name: "Cost by day" })).toBeVisible();
  expect(readTable("Cost by day")).toEqual(["Nov 20, 2026 | $10.00", "Nov 23, 2026 | $2.50"]);
  await expect.poll(() => document.querySelectorAll("circle.recharts-dot").length).toBe(4);
  await panel().getByText("Tokens", { exact: true }).click();
  await expect.element(panel().getByRole("heading", { name: "Tokens by day" })).toBeVisible();
  expect(readTable("Tokens by day")).toEqual(["Nov 20, 2026 | 2,090,000", "Nov 23, 2026 | 500,300"]);
});

test("the rows of all pages are exported with exact amounts, and no name is a formula", async () => {
  const blobs: (Blob | MediaSource)[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    blobs.push(blob);
    return "blob:x";
  });
  const rows = Array.from({ length: 30 }, (_, index) => createRow(`m${index}`, { cost: "0.000000000001" }));
  const hostile = createRow("=1+1", { name: '=HYPERLINK("https://evil.example")', kind: "model" });
  stubOp(getUsageReport, ({ offset }) => {
    const all = [hostile, ...rows];
    const first = Number(offset);
    return createReport(all.slice(first, first + 20), { rowCount: all.length });
  });
  await open();
  await expect.element(panel().getByText("1–25 of 31")).toBeVisible();
  await button("Export as CSV").click();
  await expect.poll(() => blobs.length).toBe(1);
  const [blob] = blobs;
  if (!(blob instanceof Blob)) throw new Error("no file was saved");
  const lines = (await blob.text()).trim().split("\r\n");
  expect(lines).toHaveLength(32);
  expect(lines[0]).toBe("Model,Name,ID,Model calls,Tokens read,Tokens written,Cost (USD)");
  expect(lines[1]).toBe(`"'=HYPERLINK(""https://evil.example"")",,'=1+1,2,1500,300,1.25`);
  expect(lines.at(-1)).toBe("Model m29,,m29,2,1500,300,0.000000000001");
  vi.restoreAllMocks();
});

test("pages are turned, and another grouping begins with the first one", async () => {
  const rows = Array.from({ length: 30 }, (_, index) => createRow(`m${index}`));
  stubOp(getUsageReport, ({ offset }) =>
    createReport(rows.slice(Number(offset), Number(offset) + 25), { rowCount: rows.length }),
  );
  await open();
  await button("Next").click();
  await expect.element(panel().getByText("26–30 of 30")).toBeVisible();
  await expect.element(button("Next")).toBeDisabled();
  await selectChoice(panel(), "Grouped by", "Account");
  await expect.poll(lastInput).toMatchObject({ by: "account", offset: 0 });
});

test("without calls the tab says so, and leads to all time or to no filter", async () => {
  stubOp(getUsageReport, ({ from }) =>
    from === undefined ? createReport([createRow("large")]) : createReport([], { total: none, days: [] }),
  );
  await open();
  await expect.element(panel().getByText("No usage in this period.")).toBeVisible();
  await expect.element(button("Export as CSV")).toBeDisabled();
  await button("Show all time").click();
  await expect.element(button("Model large")).toBeVisible();
  stubOp(getUsageReport, ({ model }) =>
    model === undefined ? createReport([createRow("large")]) : createReport([], { total: none, days: [] }),
  );
  await button("Model large").click();
  await button("Remove all filters").click();
  await expect.element(button("Model large")).toBeVisible();
});

test("days in the wrong order are not asked for", async () => {
  await open();
  await selectChoice(panel(), "Period", "Custom");
  await panel().getByLabelText("Last day").fill("2026-11-02");
  await expect.poll(() => lastInput()?.to).toBe("2026-11-02");
  await panel().getByLabelText("First day").fill("2026-11-03");
  await expect.element(panel().getByText("The last day is before the first one.")).toBeVisible();
  expect(listInputs(getUsageReport).some(({ from }) => from === "2026-11-03")).toBe(false);
});

test("while the figures are loading their place is shown; what cannot be loaded is loaded again on request", async () => {
  const { reached, release } = pauseOp(getUsageReport);
  await open();
  await reached;
  await expect.element(panel().getByText("Loading usage")).toBeInTheDocument();
  release();
  await expect.element(button("Model large")).toBeVisible();
  failOp(getUsageReport, "The database is busy.");
  // Not a period that may have the same days today.
  await selectChoice(panel(), "Period", "Last month");
  await expect.element(panel().getByRole("alert").getByText("The database is busy.")).toBeVisible();
  stubOp(getUsageReport, createReport([createRow("other")]));
  await panel().getByRole("button", { name: "Try again" }).click();
  await expect.element(button("Model other")).toBeVisible();
});

test("what an id stands for is said in words", async () => {
  const rows = [
    createRow("", { kind: "none", name: null, cost: "9" }),
    createRow("astgp/1", { kind: "assistant", name: "Heat" }),
    createRow("astp/1", { kind: "personalAssistant", name: null, email: "ann@example.org" }),
    createRow("deleted", { kind: "deleted", name: null }),
  ];
  stubOp(getUsageReport, ({ by }) =>
    createReport(
      by === "assistant"
        ? rows
        : [
            createRow("", { kind: "none", name: null }),
            createRow("0b2d6c1e-0000-4000-8000-000000000001", { kind: "key", name: null }),
          ],
    ),
  );
  await open();
  await selectChoice(panel(), "Grouped by", "Assistant");
  await expect.element(button("Heat")).toBeVisible();
  const names = () =>
    readTable(`Usage by ${(getSelectField(panel(), "Grouped by").element() as HTMLInputElement).value}`);
  expect(names().map((row) => row.split(" | ")[0])).toEqual([
    ...["Assistant", "No assistant", "Heat", "Personal assistant of ann@example.org", "Deleted assistants", "Total"],
  ]);
  await selectChoice(panel(), "Grouped by", "API key");
  await expect.element(button("API key 0b2d6c1e")).toBeVisible();
  expect(names()[1]).toMatch(/^No API key/);
});

test("on a phone each row has its calls and tokens below its name, and nothing is wider than the window", async () => {
  await page.viewport(390, 844);
  await open();
  await expect.element(button("Model large")).toBeVisible();
  expect(readTable("Usage by Model")[1]).toBe("Model large 2 calls · 1.8K tokens | $1.25");
  const scroller = panel().element().parentElement?.parentElement;
  expect(scroller?.scrollWidth).toBeLessThanOrEqual(scroller?.clientWidth ?? 0);
});
