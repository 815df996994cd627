import { expect, test } from "vitest";
import { findCodeLanguage } from "./findCodeLanguage.ts";

const find = (type: Parameters<typeof findCodeLanguage>[0]["type"], contents = "x", name = "Chart") =>
  findCodeLanguage({ type, name, contents });

test("the language of an artifact follows its type, its contents or the ending of its name", () => {
  expect(find("static")).toBe("html");
  expect(find("react")).toBe("tsx");
  expect(find("svg")).toBe("xml");
  expect(find("vanilla", "<p>")).toBe("html");
  expect(find("vanilla", "let x = 1")).toBe("javascript");
  expect(find("react", "```jsx App.jsx\nx\n```\n")).toBe("markdown");
  expect(find("json", '"```"')).toBe("json");
  expect(find("code", "x", "report.R")).toBe("r");
  expect(find("csv")).toBe("");
  expect(find("")).toBe("");
});
