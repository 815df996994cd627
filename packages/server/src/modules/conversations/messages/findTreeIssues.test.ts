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
  test("accepts parents that are stored, parents in the same call, and messages without a parent", () => {
    const messages = [message("c", "b"), message("b", "a"), message("a", null), message("x", "old")];
    expect(findTreeIssues(messages, new Set(["old"]), "messages")).toEqual([]);
  });

  test("returns the path of a missing parent, of a repeated id, and of a cycle", () => {
    const issues = findTreeIssues([message("a", "nowhere"), message("a", null)], new Set(), "messages");
    expect(issues).toEqual([
      { path: "messages.1.id", message: "is used more than once" },
      { path: "messages.0.parentId", message: "is not a message of this conversation" },
    ]);
    expect(findTreeIssues([message("a", "b"), message("b", "a")], new Set(), "m")[0]).toEqual({
      path: "m.0.parentId",
      message: "creates a cycle",
    });
    expect(findTreeIssues([message("a", "a")], new Set(), "m")).toHaveLength(1);
  });

  test("ignores the parent of a stored message, which does not change", () => {
    expect(findTreeIssues([message("a", "b"), message("b", "a")], new Set(["a"]), "m")).toEqual([]);
  });
});
