import { expect, test } from "vitest";
import { replaceMessageText } from "./replaceMessageText.ts";

const asked = { role: "user" as const, content: "(prefix) List", label: "json({}) List" };

test("[C5.10] a text that is written over another is without the prefix of a structured mode too, and shown with it", () => {
  expect(replaceMessageText(asked, "json({}) Count")).toEqual({ content: "(prefix) Count", label: "json({}) Count" });
  expect(replaceMessageText(asked, "Count")).toEqual({ content: "(prefix) Count", label: "Count" });
  const plain = { role: "user" as const, content: "List" };
  expect(replaceMessageText(plain, "csv({columns: ['a']}) List")).toEqual({
    content: "List",
    label: "csv({columns: ['a']}) List",
  });
  expect(replaceMessageText({ ...asked, content: "List" }, "Count")).toEqual({ content: "Count" });
});

test("a text without such a prefix, or in an answer, or one that cannot be read, is taken as it is", () => {
  expect(replaceMessageText({ role: "user", content: "(prefix) Hi", label: "Hi" }, "Bye")).toEqual({
    content: "(prefix) Bye",
    label: "Bye",
  });
  expect(replaceMessageText({ role: "assistant", content: "A" }, "json({}) B")).toEqual({ content: "json({}) B" });
  expect(replaceMessageText({ role: "user", content: "A" }, "json({a b)}) B")).toEqual({ content: "json({a b)}) B" });
});
