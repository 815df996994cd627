import { expect, test } from "vitest";
import { replaceMessageText } from "./replaceMessageText.ts";

const structuredMessage = { role: "user" as const, content: "(prefix) List", label: "json({}) List" };

test("[C5.10] an overwriting text is sent without the prefix of a structured mode and shown with it", () => {
  expect(replaceMessageText(structuredMessage, "json({}) Count")).toEqual({
    content: "(prefix) Count",
    label: "json({}) Count",
  });
  expect(replaceMessageText(structuredMessage, "Count")).toEqual({ content: "(prefix) Count", label: "Count" });
  const plainMessage = { role: "user" as const, content: "List" };
  expect(replaceMessageText(plainMessage, "csv({columns: ['a']}) List")).toEqual({
    content: "List",
    label: "csv({columns: ['a']}) List",
  });
  expect(replaceMessageText({ ...structuredMessage, content: "List" }, "Count")).toEqual({ content: "Count" });
});

test("a text without such a prefix, with an unreadable one, or in an answer, is stored unchanged", () => {
  expect(replaceMessageText({ role: "user", content: "(prefix) Hi", label: "Hi" }, "Bye")).toEqual({
    content: "(prefix) Bye",
    label: "Bye",
  });
  expect(replaceMessageText({ role: "assistant", content: "A" }, "json({}) B")).toEqual({ content: "json({}) B" });
  expect(replaceMessageText({ role: "user", content: "A" }, "json({a b)}) B")).toEqual({ content: "json({a b)}) B" });
});
