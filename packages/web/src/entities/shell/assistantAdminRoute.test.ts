import { expect, test } from "vitest";
import { formatAssistantAdminRoute, parseAssistantAdminRoute } from "./assistantAdminRoute.ts";

const route = { groupId: "Physics_1", tab: null, assistantId: "astgp/1" } as const;

test("the fragment names group, tab and assistant, beside the page below", () => {
  const fragment = formatAssistantAdminRoute("#c=1&page=home", route);
  expect(fragment).toBe("#c=1&page=home&admin=Physics_1&ast=astgp%2F1");
  expect(parseAssistantAdminRoute(fragment)).toEqual(route);
  const other = formatAssistantAdminRoute(fragment, { groupId: null, tab: "group", assistantId: null });
  expect(other).toBe("#c=1&page=home&admin=&tab=group");
  expect(parseAssistantAdminRoute(other)).toEqual({ groupId: null, tab: "group", assistantId: null });
  expect(formatAssistantAdminRoute(other, null)).toBe("#c=1&page=home");
  for (const tab of ["dashboard", "conversations", "edit_assistant"] as const)
    expect(parseAssistantAdminRoute(formatAssistantAdminRoute("", { ...route, tab }))).toEqual({ ...route, tab });
  expect(parseAssistantAdminRoute("#admin=Physics_1&tab=unknown")?.tab).toBeNull();
});

test("a fragment without `admin` does not open it", () => {
  for (const fragment of ["", "#c=1&tab=group", "#administration=1"])
    expect(parseAssistantAdminRoute(fragment)).toBeNull();
  expect(formatAssistantAdminRoute("#admin=a", null)).toBe("");
});
