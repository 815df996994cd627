import { expect, test } from "vitest";
import { findPreviewKind } from "./findPreviewKind.ts";

test.each([
  ["static", "", "sandbox"],
  ["vanilla", "", "sandbox"],
  ["react", "", "sandbox"],
  ["vue", "", "sandbox"],
  ["angular", "", "angular"],
  ["json", "", "json"],
  ["csv", "", "csv"],
  ["svg", "", "svg"],
  ["text", "plain\ntext", "text"],
  ["text", "# Title\n\n- a", "markdown"],
  ["text", "graph TD\n  A --> B", "mermaid"],
  ["text", "```mermaid\ngraph TD\n```", "mermaid"],
  ["node", "", "program"],
  ["next", "", "program"],
  ["code", "", "unsupported"],
  ["", "", "unsupported"],
  ["constructor", "", "unsupported"],
] as const)("an artifact of type %j with %j is previewed as %s", (type, contents, kind) => {
  expect(findPreviewKind(type, "name", contents)).toBe(kind);
});
