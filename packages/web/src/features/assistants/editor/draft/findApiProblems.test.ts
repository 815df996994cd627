import { authTypes, operationTexts, requestTypes } from "@lectern/contract";
import { expect, test } from "vitest";
import { createCustomApi } from "./customApiDraft.ts";
import { findApiProblems, findOperationsProblem } from "./findApiProblems.ts";

const complete = { ...createCustomApi(), name: "Courses", url: "https://example.org/", description: "Finds courses." };

test("[G5.03] each custom API needs a request type, a URL and a description if the assistant can call APIs", () => {
  expect(findOperationsProblem([complete], true)).toBeNull();
  for (const change of [{ requestType: null }, { url: " " }, { description: "" }]) {
    const apis = [complete, { ...complete, ...change }];
    expect(findOperationsProblem(apis, true)).toBe(
      "Please fill out all required API fields (Request Type, URL, and Description) before saving.",
    );
    expect(findOperationsProblem(apis, false)).toBeNull();
  }
  expect(operationTexts.incompleteApi).toBe(findOperationsProblem([createCustomApi()], true));
});

test("[G5.06] all request types and types of authentication are accepted", () => {
  expect(requestTypes).toEqual(["GET", "POST", "PUT", "DELETE", "PATCH"]);
  expect(authTypes).toEqual(["none", "basic", "bearer"]);
  for (const requestType of requestTypes) expect(findApiProblems({ ...complete, requestType }, true)).toEqual({});
  const { auth } = complete;
  expect(findApiProblems({ ...complete, auth: { ...auth, type: "basic" } }, true)).toHaveProperty("username");
  expect(findApiProblems({ ...complete, auth: { ...auth, type: "bearer" } }, true)).toHaveProperty("token");
});

test("a URL that cannot be called says why", () => {
  const find = (url: string) => findApiProblems({ ...complete, url }, true).url;
  expect(find("courses.example.org")).toBe("Please enter an address that begins with https:// or http://.");
  expect(find(`https://\${host}/`)).toMatch(/^Parameters can’t be part of the server’s name/);
  expect(find("https://ann:secret@example.org/")).toMatch(/under Authentication, not in the URL/);
  expect(find(`https://example.org/\${id}?q=\${q}`)).toBeUndefined();
});

test("names of headers must be valid even while the assistant cannot call APIs, because the server stores no others", () => {
  const find = (names: string[], isOn: boolean) => {
    const headers = names.map((name) => ({ name, value: "x" }));
    return findOperationsProblem([{ ...complete, headers }], isOn);
  };
  for (const isOn of [true, false]) {
    expect(find(["Accept", "X-Key"], isOn)).toBeNull();
    for (const names of [["My header"], ["Accept", "accept"], [""]])
      expect(find(names, isOn)).toBe("Please check the custom API “Courses”.");
  }
});

test("parameters need names of their own that models accept", () => {
  const find = (...names: string[]) =>
    findApiProblems({ ...complete, params: names.map((name) => ({ name, description: "x" })) }, true).params;
  expect(find("title", "year")).toBeUndefined();
  for (const names of [["a b"], ["a", "a"], [""]]) expect(find(...names)).toMatch(/^Each parameter needs a name/);
});
