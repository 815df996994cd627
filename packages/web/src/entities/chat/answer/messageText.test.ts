import type { Message } from "@lectern/contract";
import { expect, test } from "vitest";
import { createVersion, getEditableText, isAsTyped, replaceEditableText } from "./messageText.ts";

test("only the typed text is edited; what was added to it before it was sent stays", () => {
  expect(getEditableText({ content: "Hello" })).toBe("Hello");
  const prefixed = { content: "Answer in French.\n\nHello", label: "Hello" };
  expect(getEditableText(prefixed)).toBe("Hello");
  expect(replaceEditableText(prefixed, "Good day $&")).toEqual({
    content: "Answer in French.\n\nGood day $&",
    label: "Good day $&",
  });
});

test("if the text does not contain the label, the whole text is edited and shown from then on", () => {
  const filled = { content: "Summarise the report of 2024", label: "Summary" };
  expect(getEditableText(filled)).toBe("Summarise the report of 2024");
  expect(replaceEditableText(filled, "Summarise the report of 2025")).toEqual({
    content: "Summarise the report of 2025",
  });
  expect(replaceEditableText({ content: "text", label: " " }, "other")).toEqual({ content: "other" });
});

test("[C4.15] a new version of a message has its parent and its documents, but not the outcome of the old one", () => {
  const message: Message = {
    id: "m",
    parentId: "p",
    role: "user",
    content: "Old",
    data: { dataSources: [{ id: "d" }], unsent: true },
  };
  const version = createVersion(message, "New");
  expect(version).toMatchObject({ parentId: "p", role: "user", content: "New", data: { dataSources: [{ id: "d" }] } });
  expect(version.id).not.toBe("m");
  expect(version.data).not.toHaveProperty("unsent");
});

test("a result that an operation has returned is edited whole, even if it contains its label, and stays a result", () => {
  const content = '{"resultOfOps":[{"id":"Enrol","result":"ok"}]}';
  const message: Message = {
    ...{ id: "m", parentId: null, role: "user", content, label: "Enrol", data: { actionResult: true } },
  };
  expect(getEditableText(message)).toBe(content);
  expect(isAsTyped(message)).toBe(false);
  const version = createVersion(message, "{}");
  expect(version).toMatchObject({ content: "{}", data: { actionResult: true } });
  expect(version).not.toHaveProperty("label");
});
