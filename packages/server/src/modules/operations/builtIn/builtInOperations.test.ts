import { type HttpRequestTemplate, OperationId } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { fillRequest } from "../request/fillRequest.ts";
import { builtInOperations, findBuiltInOperation } from "./builtInOperations.ts";
import { prepareBuiltInCall } from "./prepareBuiltInCall.ts";

const origin = "https://api.example.org";

/** Returns the request of a call as it is sent. */
function fill(id: string, params: Record<string, unknown>) {
  const operation = findBuiltInOperation(id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  const auth = { type: "none" as const, token: "", username: "", password: "" };
  const template: HttpRequestTemplate = {
    ...{ requestType: operation.method, url: origin + operation.path, headers: {}, body: "", auth },
  };
  const call = prepareBuiltInCall(operation, template, params);
  const { method, url, body } = fillRequest(call.template, call.params, call.body);
  const { pathname, searchParams } = new URL(url);
  const { fields, ...query } = Object.fromEntries(searchParams);
  return { method, pathname, query, fields, body: body === undefined ? undefined : JSON.parse(body) };
}

test("each has a function name of its own that begins with its integration", () => {
  expect(new Set(builtInOperations.map(({ id }) => id)).size).toBe(builtInOperations.length);
  for (const { id, integration } of builtInOperations) {
    expect(OperationId.safeParse(id).success, id).toBe(true);
    expect(id.startsWith(`${integration}_`), id).toBe(true);
  }
});

test("each has a place for each parameter, and reads only what it needs", () => {
  for (const { id, params } of builtInOperations) {
    const values = Object.fromEntries(params.map(({ name }) => [name, name === "rows" ? "[[1]]" : `value-${name}`]));
    const request = fill(id, values);
    const sent = JSON.stringify(request);
    for (const { name } of params.filter((param) => param.name !== "rows")) expect(sent, id).toContain(`value-${name}`);
    if (id !== "google_drive_export_file") expect(request.fields, id).toMatch(/^[\w(),]+$/);
  }
});

test("a required parameter that is absent or blank is an error, and an optional one leaves nothing behind", () => {
  for (const timeMin of [undefined, null, "", " "]) {
    expect(() => fill("google_calendar_list_events", { timeMin })).toThrow("The parameter “timeMin” is missing.");
  }
  const { query } = fill("google_forms_list_responses", { formId: "f", pageToken: "" });
  expect(query).toEqual({ pageSize: "100" });
});

describe("the requests of Google’s APIs", () => {
  test.each([
    [
      "google_calendar_list_events",
      { timeMin: "2026-03-01T00:00:00+01:00", timeMax: "2026-03-02T00:00:00Z", query: "a&b", pageToken: "p" },
      "/calendar/v3/calendars/primary/events",
      {
        ...{ singleEvents: "true", orderBy: "startTime", maxResults: "50", q: "a&b", pageToken: "p" },
        ...{ timeMin: "2026-03-01T00:00:00+01:00", timeMax: "2026-03-02T00:00:00Z" },
      },
    ],
    [
      "google_drive_search_files",
      { query: "name contains 'x' and trashed = false" },
      "/drive/v3/files",
      {
        ...{ q: "name contains 'x' and trashed = false", pageSize: "30" },
        ...{ corpora: "allDrives", supportsAllDrives: "true", includeItemsFromAllDrives: "true" },
      },
    ],
    [
      "google_drive_export_file",
      { fileId: "f1", mimeType: "text/csv" },
      "/drive/v3/files/f1/export",
      { mimeType: "text/csv" },
    ],
    ["google_docs_read_document", { documentId: "d1" }, "/v1/documents/d1", { includeTabsContent: "true" }],
    ["google_sheets_list_sheets", { spreadsheetId: "s1" }, "/v4/spreadsheets/s1", {}],
    [
      "google_sheets_read_range",
      { spreadsheetId: "s1", range: "My sheet!A1:B2" },
      "/v4/spreadsheets/s1/values/My%20sheet!A1%3AB2",
      {},
    ],
    ["google_forms_get_form", { formId: "f1" }, "/v1/forms/f1", {}],
    ["google_forms_list_responses", { formId: "f1" }, "/v1/forms/f1/responses", { pageSize: "100" }],
    [
      "google_gmail_search_messages",
      { query: "from:ada@example.org" },
      "/gmail/v1/users/me/threads",
      { q: "from:ada@example.org", maxResults: "20" },
    ],
    ["google_gmail_read_messages", { threadId: "t1" }, "/gmail/v1/users/me/threads/t1", { format: "full" }],
  ])("%s reads", (id, params, pathname, query) => {
    expect(fill(id, params)).toMatchObject({ method: "GET", pathname, body: undefined });
    expect(fill(id, params).query).toEqual(query);
  });

  test("google_drive_search_files tells whether all drives were searched, and google_docs_read_document asks for all tabs", () => {
    expect(fill("google_drive_search_files", { query: "x" }).fields).toMatch(/^nextPageToken,incompleteSearch,files\(/);
    const { fields = "" } = fill("google_docs_read_document", { documentId: "d1" });
    expect(fields.match(/documentTab\(/g)).toHaveLength(3);
    const depths = Array.from(fields, (character) => (character === "(" ? 1 : character === ")" ? -1 : 0));
    expect(depths.reduce<number>((sum, each) => sum + each, 0)).toBe(0);
  });

  test("google_calendar_create_event writes an event, with times or for whole days", () => {
    const day = { summary: "Trip", start: "2026-03-01", end: "2026-03-03" };
    const request = fill("google_calendar_create_event", day);
    expect(request).toMatchObject({ method: "POST", pathname: "/calendar/v3/calendars/primary/events" });
    expect(request.query).toEqual({ sendUpdates: "all" });
    expect(request.body).toEqual({ summary: "Trip", start: { date: day.start }, end: { date: day.end } });
    const [start, end, timeZone] = ["2026-03-01T10:00:00", "2026-03-01T11:00:00", "Europe/Berlin"];
    const more = { location: "Hall", description: "${x}", attendees: "a@example.org, b@example.org" };
    expect(fill("google_calendar_create_event", { summary: "Tea", start, end, timeZone, ...more }).body).toEqual({
      ...{ summary: "Tea", location: "Hall", description: "${x}" },
      ...{ start: { dateTime: start, timeZone }, end: { dateTime: end, timeZone } },
      attendees: [{ email: "a@example.org" }, { email: "b@example.org" }],
    });
  });

  test("google_sheets_append_rows adds values, which are no formulas", () => {
    const rows = [
      ["Ada", 3, true, null],
      ["=1+1", "", false, 0],
    ];
    const params = { spreadsheetId: "s1", range: "Sheet1" };
    const request = fill("google_sheets_append_rows", { ...params, rows: JSON.stringify(rows) });
    expect(request).toMatchObject({ method: "POST", pathname: "/v4/spreadsheets/s1/values/Sheet1:append" });
    expect(request.query).toEqual({ valueInputOption: "RAW", insertDataOption: "INSERT_ROWS" });
    expect(request.body).toEqual({ values: rows });
    expect(fill("google_sheets_append_rows", { ...params, rows }).body).toEqual({ values: rows });
    for (const wrong of ["Ada", "[1]", '{"a":1}', [{}]]) {
      expect(() => fill("google_sheets_append_rows", { ...params, rows: wrong })).toThrow("The parameter “rows”");
    }
  });

  test("google_docs_append_text adds text at the end", () => {
    const request = fill("google_docs_append_text", { documentId: "d1", text: "\nBye ${x}" });
    expect(request).toMatchObject({ method: "POST", pathname: "/v1/documents/d1:batchUpdate", query: {} });
    expect(request.body).toEqual({
      requests: [{ insertText: { endOfSegmentLocation: {}, text: "\nBye ${x}" } }],
    });
  });
});
