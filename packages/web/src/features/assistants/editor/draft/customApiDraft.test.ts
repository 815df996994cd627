import { AssistantOperation, keptSecret } from "@lectern/contract";
import { expect, test } from "vitest";
import {
  asksBeforeCalls,
  createCustomApi,
  duplicateCustomApi,
  emptyTypedSecrets,
  isNewApi,
  lacksSecrets,
  nameFunctions,
  toCustomApiDraft,
  toOperation,
} from "./customApiDraft.ts";

const stored = AssistantOperation.parse({
  id: "find_courses",
  name: "Find courses",
  description: "Finds courses by their titles.",
  params: [{ name: "title", description: "A part of the title" }],
  type: "http",
  requestType: "POST",
  url: "https://courses.example.org/search",
  headers: { Accept: keptSecret },
  body: `{"title": \${title}}`,
  auth: { type: "bearer", token: keptSecret },
  shouldConfirm: false,
  confirmationMessage: "Search?",
});

test("[G3.04] [G3.06] what is saved of a custom API without changes equals what was read", () => {
  expect(toOperation(toCustomApiDraft(stored), stored.id)).toEqual(stored);
  // What its definition lacks is not chosen for the author.
  const incomplete = toCustomApiDraft(AssistantOperation.parse({ id: "a", name: "A", type: "http" }));
  expect(incomplete).toMatchObject({ requestType: null, url: "", shouldConfirm: null });
  expect(toOperation(incomplete, "a")).not.toHaveProperty("requestType");
});

test("blank rows and the credentials of another authentication are not saved", () => {
  const api = {
    ...toCustomApiDraft(stored),
    params: [{ name: " ", description: "" }],
    headers: [{ name: "", value: " " }],
    auth: { type: "basic" as const, token: "old", username: "ann", password: "secret" },
  };
  expect(toOperation(api, "a")).toMatchObject({
    params: [],
    headers: {},
    auth: { type: "basic", token: "", username: "ann", password: "secret" },
  });
});

test("[G2.07] the model calls an API by a valid name that no other operation of the assistant has; a saved one keeps it", () => {
  const name = (text: string) => ({ ...createCustomApi(), name: text });
  const apis = [
    name("Find courses"),
    { id: "Find_courses", name: "Another name" },
    name("Räume & Zeiten"),
    name(""),
    name("2nd"),
    name("x".repeat(100)),
    name("x".repeat(101)),
  ];
  expect(new Set(nameFunctions(apis, ["api"]).values())).toEqual(
    new Set([
      "Find_courses",
      "Find_courses_2",
      "Raume_Zeiten",
      "api_2",
      "api_2nd",
      "x".repeat(64),
      `${"x".repeat(62)}_2`,
    ]),
  );
});

test("a person is asked before all calls but GET, unless the author has decided", () => {
  const api = createCustomApi();
  expect(asksBeforeCalls(api)).toBe(false);
  expect(asksBeforeCalls({ ...api, requestType: "DELETE" })).toBe(true);
  expect(asksBeforeCalls({ ...api, shouldConfirm: true })).toBe(true);
  expect(asksBeforeCalls({ ...api, requestType: "POST", shouldConfirm: false })).toBe(false);
});

test("a copy lacks the stored secrets, and what a browser stores lacks those that were typed", () => {
  const api = { ...toCustomApiDraft(stored), headers: [{ name: "Accept", value: "text/csv" }] };
  const copy = duplicateCustomApi(api, "Copy");
  expect(isNewApi(copy)).toBe(true);
  expect(copy).toMatchObject({ name: "Copy", auth: { token: "" }, headers: [{ name: "Accept", value: "text/csv" }] });
  expect(lacksSecrets(copy)).toBe(true);
  expect(lacksSecrets(api)).toBe(false);
  expect(emptyTypedSecrets(api)).toMatchObject({
    auth: { token: keptSecret },
    headers: [{ name: "Accept", value: "" }],
  });
});
