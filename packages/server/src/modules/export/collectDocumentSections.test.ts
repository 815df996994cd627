import { limits } from "@lectern/contract";
import { expect, test } from "vitest";
import { collectDocumentSections } from "./collectDocumentSections.ts";
import type { DocumentRequest } from "./generateDocumentSections.ts";

const header = "x".repeat(2_000);
const headers = { conversation: header, message: header, user: header, assistant: header };
const createRequest = (messages: DocumentRequest["content"]["history"][number]["messages"]): DocumentRequest => ({
  headers,
  includeConversationName: true,
  include: "all",
  content: { history: [{ name: "n", messages }] },
});

test("many small messages with long headers are rejected before their text is built", () => {
  let readCount = 0;
  const messages = Array.from({ length: 80_000 }, (_, index) => ({
    role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
    get content() {
      readCount += 1;
      return "a";
    },
  }));
  expect(() => collectDocumentSections(createRequest(messages))).toThrow(
    expect.objectContaining({
      code: "tooLarge",
      userMessage: "A document can have at most 2 million characters. Choose fewer chats.",
    }),
  );
  // Each message has the length of two headers. The generator stopped at the first message that did not fit.
  expect(readCount).toBeLessThan(limits.documentCharacters / (2 * header.length) + 2);
});

test("a document of exactly the maximum length is accepted, and one character more is rejected", () => {
  const headerLength = `${header}\n\n`.length;
  const text = "y".repeat(limits.documentCharacters - `${header}\n\nn`.length - 2 * headerLength);
  const sections = collectDocumentSections(createRequest([{ role: "user", content: text }]));
  expect(sections.map(({ kind }) => kind)).toEqual(["name", "user"]);
  expect(sections.reduce((sum, { markdown }) => sum + markdown.length, 0)).toBe(limits.documentCharacters);
  expect(() => collectDocumentSections(createRequest([{ role: "user", content: `${text}y` }]))).toThrow();
});

test("a conversation without a message to include leaves no name in the document", () => {
  const requestWithoutSections = { ...createRequest([{ role: "system", content: "s" }]), include: "all" as const };
  expect(() => collectDocumentSections(requestWithoutSections)).toThrow(
    expect.objectContaining({ code: "invalidInput" }),
  );
});
