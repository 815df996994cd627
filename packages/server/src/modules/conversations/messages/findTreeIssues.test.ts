import type { Message } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { findTreeIssues } from "./findTreeIssues.ts";

const message = (id: string, parentId: string | null): Message => ({
  id,
  parentId,
  role: "user",
  content: id,
  data: {},
});

describe("findTreeIssues", () => {
  test("finds nothing wrong with parents that are stored, in the same call, or none", () => {
    const messages = [message("c", "b"), message("b", "a"), message("a", null), message("x", "old")];
    expect(findTreeIssues(messages, new Set(["old"]), "messages")).toEqual([]);
  });

  test("names the place of a parent that is nowhere, of an id that occurs twice, and of a loop", () => {
    const issues = findTreeIssues([message("a", "nowhere"), message("a", null)], new Set(), "messages");
    expect(issues).toEqual([
      { path: "messages.1.id", message: "occurs twice" },
      { path: "messages.0.parentId", message: "names no message of this conversation" },
    ]);
    expect(findTreeIssues([message("a", "b"), message("b", "a")], new Set(), "m")[0]).toEqual({
      path: "m.0.parentId",
      message: "makes a loop",
    });
    expect(findTreeIssues([message("a", "a")], new Set(), "m")).toHaveLength(1);
  });

  test("passes over the parent of a stored message, which it keeps", () => {
    expect(findTreeIssues([message("a", "b"), message("b", "a")], new Set(["a"]), "m")).toEqual([]);
  });
});
