import {
  type AuditEntry,
  exportAuditEntries,
  getFeatureFlags,
  getPerson as getPersonOp,
  getSiteConfigs,
  listAuditEntries,
  listAuditKinds,
  listPeople,
} from "@lectern/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { dialogNamed, eventually } from "../../../testing/screen.ts";
import { failOp, listInputs, stubOp } from "../../../testing/stubServer.ts";
import { clearAuditFilter } from "./auditFilter.ts";

const panel = () => dialogNamed("Admin Interface").getByRole("region", { name: "Audit log" });
const entries = () => panel().getByRole("list", { name: "Entries of the audit log" }).getByRole("button");

/** The filter of the last call, without the page. */
function lastFilter() {
  const { limit: _, cursor: __, ...filter } = listInputs(listAuditEntries).at(-1) ?? {};
  return filter;
}

const createEntry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  at: "2026-11-20T10:00:00.000Z",
  actorId: "head",
  verb: "configure",
  objectType: "configuration",
  objectIds: ["rateLimit"],
  before: { period: "Daily", rate: 5, secret: "***" },
  after: { period: "Monthly", rate: 5, secret: "***", administrator: "ann" },
  requestId: "r-1",
  ...changes,
});

const names = {
  head: { kind: "person", name: "Head (head@uni.edu)" },
  ann: { kind: "person", name: "Ann (ann@uni.edu)" },
  gone: { kind: "erasedPerson", name: "" },
} as const;

beforeEach(() => {
  clearAuditFilter();
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  stubOp(getSiteConfigs, { states: {} });
  stubOp(listAuditKinds, { verbs: ["block", "configure", "somethingNew"], objectTypes: ["configuration", "person"] });
});
afterEach(clearAuditFilter);

const open = () => renderApp("#page=admin&tab=auditLog");

test("an entry says who did what, and on request only what has changed, with names", async () => {
  stubOp(listAuditEntries, { entries: [createEntry()], names, nextCursor: null });
  await open();
  await expect
    .element(entries())
    .toMatchTextContent(/Changed the configuration.*Configuration: Chat Rate Limit.*Head \(head@uni\.edu\)/);
  await entries().click();
  await expect.element(entries()).toHaveAttribute("aria-expanded", "true");
  const rows = panel().getByRole("table").getByRole("row");
  await expect.element(rows.nth(1)).toMatchTextContent(/period\s*Daily\s*Monthly/);
  await expect.element(rows.nth(2)).toMatchTextContent(/administrator\s*–\s*Ann \(ann@uni\.edu\)/);
  await eventually(() => rows.elements().length).toBe(3);
  await expect.element(panel().getByText("Request id: r-1")).toBeVisible();
});

test("the server itself, erased people and hidden addresses are named as such, and a new verb in words", async () => {
  const entry = createEntry({
    actorId: null,
    verb: "somethingNew",
    objectType: "person",
    objectIds: ["gone", "email:abcdefghijkl"],
    before: null,
    after: null,
  });
  stubOp(listAuditEntries, { entries: [entry], names, nextCursor: null });
  await open();
  await expect
    .element(entries())
    .toMatchTextContent(/Something new.*Person: Erased person and Hidden address abcdefgh.*System/);
  await entries().click();
  await expect.element(panel().getByText("No settings were changed.")).toBeVisible();
});

test("a change of what the log does not contain is not called no change, and sections have their titles", async () => {
  const same = { names: ["REGION"] };
  const entry = createEntry({ objectIds: ["promtCostAlert", "modelServer"], before: same, after: same });
  stubOp(listAuditEntries, { entries: [entry], names, nextCursor: null });
  await open();
  await expect.element(entries()).toMatchTextContent(/Configuration: Prompt Cost Alert and Model servers/);
  await entries().click();
  await expect
    .element(panel().getByText("Nothing was changed that the log contains. Texts and secrets are not in it."))
    .toBeVisible();
});

test("the log is filtered by who, what, about what and when, and earlier entries are loaded on request", async () => {
  stubOp(listPeople, { people: [], nextCursor: null });
  stubOp(listAuditEntries, ({ cursor, object }) => {
    if (object) return { entries: [], names, nextCursor: null };
    const earlier = createEntry({ id: 2, verb: "block" });
    return cursor
      ? { entries: [earlier], names, nextCursor: null }
      : { entries: [createEntry()], names, nextCursor: "next" };
  });
  await open();
  await panel().getByRole("button", { name: "Show earlier entries" }).click();
  await eventually(() => entries().elements().length).toBe(2);
  await panel().getByRole("combobox", { name: "What" }).click();
  await page.getByRole("option", { name: "Blocked" }).click();
  await eventually(lastFilter).toEqual({ verb: "block" });
  await panel().getByRole("combobox", { name: "Type of object" }).click();
  await page.getByRole("option", { name: "Person" }).click();
  await eventually(lastFilter).toEqual({ verb: "block", objectType: "person" });
  await panel().getByRole("button", { name: "Clear filters" }).click();
  await panel().getByRole("combobox", { name: "Who" }).fill("system");
  await eventually(lastFilter).toEqual({ actor: "system" });
  await panel().getByRole("combobox", { name: "Who" }).fill("ann@uni.edu");
  await panel().getByLabelText("First day").fill("2026-11-01");
  await panel().getByLabelText("Last day").fill("2026-11-02");
  const from = new Date(2026, 10, 1).toISOString();
  const until = new Date(2026, 10, 3).toISOString();
  await eventually(lastFilter).toEqual({ actor: "ann@uni.edu", from, until });
  await panel().getByLabelText("Last day").fill("2026-10-02");
  await expect.element(panel().getByText("The last day is before the first one.")).toBeVisible();
  await panel().getByRole("textbox", { name: "Object" }).fill("x");
  await panel().getByLabelText("Last day").fill("2026-11-02");
  await expect.element(panel().getByText("No entry matches.")).toBeVisible();
  // Days in the wrong order are not asked for.
  for (const asked of listInputs(listAuditEntries)) {
    expect(asked.until === undefined || asked.from === undefined || asked.from < asked.until).toBe(true);
  }
});

test("an empty log says so, and one that can’t be loaded is loaded again", async () => {
  await open();
  await expect.element(panel().getByText("Nothing has been recorded yet.")).toBeVisible();
  await expect.element(panel().getByRole("button", { name: "Export as CSV" })).toBeDisabled();
  failOp(listAuditEntries, "The database is down.");
  await panel().getByRole("button", { name: "Reload the audit log" }).click();
  await expect.element(panel().getByText("The database is down.")).toBeVisible();
  stubOp(listAuditEntries, { entries: [createEntry()], names, nextCursor: null });
  await panel().getByRole("button", { name: "Try again" }).click();
  await expect.element(entries()).toBeVisible();
});

test("all pages that match are exported, and no cell is a formula", async () => {
  const createUrl = vi.spyOn(URL, "createObjectURL");
  const files: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download);
  });
  stubOp(listAuditEntries, { entries: [createEntry()], names, nextCursor: null });
  stubOp(exportAuditEntries, ({ cursor }) =>
    cursor
      ? { entries: [createEntry({ id: 1, actorId: null, objectIds: ["=1+1"] })], names, nextCursor: null }
      : { entries: [createEntry({ id: 2 })], names, nextCursor: "next" },
  );
  await open();
  await panel().getByRole("button", { name: "Export as CSV" }).click();
  await eventually(() => files).toEqual([expect.stringMatching(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)]);
  const [content] = createUrl.mock.calls.at(-1) ?? [];
  click.mockRestore();
  createUrl.mockRestore();
  if (!(content instanceof Blob)) throw new Error("nothing was saved");
  const lines = (await content.text()).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain(
    "Time,Who,Id of who did it,What,Type of object,Objects,Object ids,Before,After,Request id",
  );
  expect(lines[1]).toContain('Head (head@uni.edu),head,configure,configuration,Chat Rate Limit,rateLimit,"{""period""');
  expect(lines[2]).toContain("System,,configure,configuration,'=1+1,'=1+1,");
});

test("a person leads to what was done to them", async () => {
  const ann = {
    id: "ann",
    name: "Ann",
    email: "ann@uni.edu",
    isEmailVerified: true,
    administratorSource: null,
    blockedAt: null,
    lastSeenAt: "2026-11-20T10:00:00.000Z",
    activeSessionCount: 0,
  };
  stubOp(listPeople, { people: [ann], nextCursor: null });
  stubOp(getPersonOp, {
    person: ann,
    createdAt: "2026-01-02T10:00:00.000Z",
    lastSignInAt: null,
    storage: { files: { count: 0, bytes: 0 }, conversations: { count: 0, bytes: 0 } },
    groups: [],
    groupCount: 0,
    usageThisMonth: { cost: 0, answers: 0, inputTokens: 0, outputTokens: 0 },
  });
  await renderApp("#page=admin&tab=people");
  await dialogNamed("Admin Interface")
    .getByRole("list", { name: "People" })
    .getByRole("button", { name: "Ann" })
    .click();
  await dialogNamed("Ann").getByRole("button", { name: "Show in the audit log" }).click();
  await expect.element(panel().getByRole("textbox", { name: "Object" })).toHaveValue("ann");
  await eventually(lastFilter).toEqual({ object: "ann" });
});
