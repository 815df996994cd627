import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRewriting } from "./parseRewriting.ts";

const rewriting = {
  question: "What does the Borealis pump cost?",
  alternatives: ["Price of the Borealis pump"],
  keywords: ["Borealis", "price"],
  translations: [{ language: "German", text: "Was kostet die Pumpe Borealis?" }],
};
const json = JSON.stringify(rewriting);

test("JSON is read, also in a code block, after reasoning and between words", () => {
  for (const output of [
    json,
    `\`\`\`json\n${json}\n\`\`\``,
    `<think>{"a": 1}</think>\n${json}`,
    `Here: ${json} Good?`,
  ]) {
    expect(parseRewriting(output)).toEqual(rewriting);
  }
});

test.each([
  ["an empty output", ""],
  ["prose", "A scripted title"],
  ["JSON that is cut off", json.slice(0, -5)],
  ["a list", `[${JSON.stringify("a")}]`],
  ["an object without a question", '{"alternatives": ["a"], "keywords": ["b"]}'],
  ["a blank question", '{"question": " \\n", "keywords": ["b"]}'],
  ["a question that is no text", '{"question": {"text": "a"}}'],
  ["unfinished reasoning", `<think>${json}`],
])("%s is no rewriting", (_, output) => {
  expect(parseRewriting(output)).toBeNull();
});

test("what is missing, of another type, blank or repeated is left out, and unknown members are ignored", () => {
  const output = { question: "a", alternatives: ["b", 1, " ", "b", null], keywords: "price", documentIds: ["x"] };
  expect(parseRewriting(JSON.stringify(output))).toEqual({
    question: "a",
    alternatives: ["b"],
    keywords: [],
    translations: [],
  });
});

test("a translation whose language is missing is kept, the same text is kept once, and the question is left out", () => {
  const written = ["Was?", { language: 1, text: "Quoi ?" }, { language: " ", text: "Qué" }, { language: "German" }];
  const repeated = [
    { language: "French", text: "Quoi ?" },
    { language: "French\n(fr)", text: "Combien ?" },
  ];
  expect(
    parseRewriting(JSON.stringify({ question: "a", translations: [...written, ...repeated] }))?.translations,
  ).toEqual([
    { language: null, text: "Was?" },
    { language: null, text: "Quoi ?" },
    { language: null, text: "Qué" },
    { language: "French (fr)", text: "Combien ?" },
  ]);
});

test("whatever a model writes, the texts are few, short and one line", () => {
  const text = fc.string({ unit: "binary", maxLength: 400 });
  const texts = fc.array(text, { maxLength: 12 });
  const translations = fc.array(fc.oneof(text, fc.record({ language: text, text })), { maxLength: 12 });
  const output = fc.record({ question: text, alternatives: texts, keywords: texts, translations });
  fc.assert(
    fc.property(output, (value) => {
      const result = parseRewriting(JSON.stringify(value));
      if (!result) return;
      expect(result.alternatives.length).toBeLessThanOrEqual(3);
      expect(result.keywords.length).toBeLessThanOrEqual(10);
      expect(result.translations.length).toBeLessThanOrEqual(9);
      for (const each of result.keywords) expect(each.length).toBeLessThanOrEqual(60);
      const translatedTexts = result.translations.map((translation) => translation.text);
      for (const each of [result.question, ...result.alternatives, ...result.keywords, ...translatedTexts]) {
        expect(each.length).toBeLessThanOrEqual(300);
        expect(each).not.toMatch(/^$|[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(each.isWellFormed()).toBe(true);
      }
    }),
  );
});

test("a hostile output takes no longer than any other", () => {
  expect(parseRewriting("<think>".repeat(100_000))).toBeNull();
  expect(parseRewriting("{".repeat(100_000))).toBeNull();
});
