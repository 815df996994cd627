import { expect, test } from "vitest";
import { toShownMarkdown } from "./mayBeStructured.ts";

const json = '{ "code": "a*b*c", "fence": "```" }';

test("JSON that was requested is shown as a code block, so that its signs are not read as Markdown", () => {
  for (const question of ["json() Hi", "json!({schema: {}}) Hi", "  json({}) Hi"])
    expect(toShownMarkdown(question, json)).toBe(`\`\`\`\`json\n${json}\n\`\`\`\``);
  expect(toShownMarkdown("json() Hi", "[1]")).toBe("```json\n[1]\n```");
});

test("other answers are shown as they are", () => {
  for (const question of [undefined, "Hi", "csv({columns: []}) Hi"]) expect(toShownMarkdown(question, json)).toBe(json);
  for (const content of ["```json\n{}\n```", "Here is the JSON: {}", ""])
    expect(toShownMarkdown("json() Hi", content)).toBe(content);
});
