import type { UsageRow } from "@lectern/contract";
import { expect, test } from "vitest";
import { initialView, isReversed, openUsageRow, removeUsageFilter, toUsageRequest } from "./usageView.ts";

const now = Date.parse("2026-11-29T23:30:00Z");
const row = (id: string): UsageRow => ({
  ...{ id, kind: "model", name: null, email: null },
  ...{ calls: 1, inputTokens: 1, outputTokens: 1, cost: "1" },
});

test("the server is asked for a page of a period with the filters; an empty bound is none", () => {
  const view = { ...initialView, filters: { group: "" }, page: 2 };
  expect(toUsageRequest(view, now)).toEqual({ from: "2026-10-31", by: "model", group: "", limit: 25, offset: 50 });
  const custom = { ...initialView, period: "custom", from: "2026-11-02", to: "" } as const;
  expect(toUsageRequest(custom, now)).toEqual({ from: "2026-11-02", by: "model", limit: 25, offset: 0 });
  expect(isReversed({ ...custom, to: "2026-11-01" })).toBe(true);
  expect(isReversed({ ...custom, to: "2026-11-02" })).toBe(false);
});

test("a row is opened by what is not filtered yet, a month by its days, and a day by its models", () => {
  const ofModel = openUsageRow({ ...initialView, page: 3 }, row("large"));
  expect(ofModel).toEqual({ ...initialView, filters: { model: "large" }, by: "person", page: 0 });
  const ofPerson = openUsageRow(ofModel, row("ann"));
  expect(ofPerson).toMatchObject({ filters: { model: "large", person: "ann" }, by: "day" });
  expect(removeUsageFilter(ofPerson, "model")).toMatchObject({ filters: { person: "ann" } });
  const ofMonth = openUsageRow({ ...initialView, by: "month" }, row("2026-11"));
  expect(ofMonth).toMatchObject({ period: "custom", from: "2026-11-01", to: "2026-11-30", by: "day" });
  expect(openUsageRow(ofMonth, row("2026-11-03"))).toMatchObject({ from: "2026-11-03", to: "2026-11-03", by: "model" });
});
