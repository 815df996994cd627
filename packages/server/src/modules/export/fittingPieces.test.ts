import { limits } from "@lectern/contract";
import { expect, test } from "vitest";
import type { DocumentRequest } from "./documentPieces.ts";
import { fittingPieces } from "./fittingPieces.ts";

const header = "x".repeat(2_000);
const headers = { conversation: header, message: header, user: header, assistant: header };
const asking = (messages: DocumentRequest["content"]["history"][number]["messages"]): DocumentRequest => ({
  headers,
  includeConversationName: true,
  include: "all",
  content: { history: [{ name: "n", messages }] },
});

test("headers before very many small messages are refused before their text is put together", () => {
  let read = 0;
  const messages = Array.from({ length: 80_000 }, (_, index) => ({
    role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
    get content() {
      read += 1;
      return "a";
    },
  }));
  expect(() => fittingPieces(asking(messages))).toThrow(
    expect.objectContaining({
      code: "tooLarge",
      userMessage: "A document takes at most 2 million characters. Choose fewer conversations.",
    }),
  );
  // Each is two headers long: what was read is what fits, and one more.
  expect(read).toBeLessThan(limits.documentCharacters / (2 * header.length) + 2);
});

test("a document of exactly the longest length is taken, and one character more is not", () => {
  const over = `${header}\n\n`.length;
  const text = "y".repeat(limits.documentCharacters - `${header}\n\nn`.length - 2 * over);
  const pieces = fittingPieces(asking([{ role: "user", content: text }]));
  expect(pieces.map(({ kind }) => kind)).toEqual(["name", "user"]);
  expect(pieces.reduce((sum, { markdown }) => sum + markdown.length, 0)).toBe(limits.documentCharacters);
  expect(() => fittingPieces(asking([{ role: "user", content: `${text}y` }]))).toThrow();
});

test("a conversation without a message that goes into the document leaves no name in it", () => {
  const none = { ...asking([{ role: "system", content: "s" }]), include: "all" as const };
  expect(() => fittingPieces(none)).toThrow(expect.objectContaining({ code: "invalidInput" }));
});
