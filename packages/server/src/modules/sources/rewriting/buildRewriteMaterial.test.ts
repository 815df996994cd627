import { eld } from "eld/small";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { buildRewriteMaterial } from "./buildRewriteMaterial.ts";

const createQuestion = (content: string) => ({ role: "user" as const, content });
const createAnswer = (content: string) => ({ role: "assistant" as const, content });
const createDocument = (name: string, language: string | null = "en") => ({ name, language });
const parse = (material: string | null): unknown => JSON.parse(material ?? "null");

test("the model gets the question, the last messages, and the names and languages of the documents", () => {
  const history = [createQuestion("Who sells it?"), createAnswer("Aurora Ltd."), createQuestion("And the cost?")];
  const documents = [createDocument("a.pdf"), createDocument("b.pdf", "de"), createDocument("c.pdf", "de")];
  expect(parse(buildRewriteMaterial({ history, documents: [...documents, createDocument("d.pdf", null)] }))).toEqual({
    conversation: [
      { from: "person", text: "Who sells it?" },
      { from: "assistant", text: "Aurora Ltd." },
    ],
    question: "And the cost?",
    documents: ["a.pdf", "b.pdf", "c.pdf", "d.pdf"],
    documentLanguages: ["German", "English"],
  });
});

test("a question without text is not rewritten", () => {
  expect(buildRewriteMaterial({ history: [createQuestion(" ")], documents: [createDocument("a.pdf")] })).toBeNull();
  expect(buildRewriteMaterial({ history: [], documents: [] })).toBeNull();
});

test("however long the conversation and the names are, the material is short", () => {
  const history = Array.from({ length: 99 }, (_, index) => createQuestion(`${index} ${"word ".repeat(9_000)}`));
  const documents = ["de", "fr", "it", "es", "pt", "en", "ru", "ja", "zh", "ko"].flatMap((language) =>
    Array.from({ length: 99 }, () => createDocument("n".repeat(500), language)),
  );
  const material = buildRewriteMaterial({ history, documents }) ?? "";
  expect(material.length).toBeLessThan(8_000);
  expect(parse(material)).toMatchObject({
    conversation: { length: 6 },
    documents: { length: 20 },
    documentLanguages: { length: 9 },
  });
});

test("instructions of the system, blank messages and broken characters are left out", () => {
  const history = [
    { role: "system" as const, content: "Be kind." },
    createQuestion(" "),
    createQuestion(`Why? ${"\ud83d"}`),
  ];
  const material = buildRewriteMaterial({ history, documents: [createDocument(`${"x".repeat(99)}😀`, null)] });
  expect(material?.isWellFormed()).toBe(true);
  expect(parse(material)).toMatchObject({ conversation: [], documentLanguages: [] });
});

test("every language that is detected in documents has an English name", () => {
  const languages = [...Object.values(eld.info().Languages), ...["ja", "ko", "zh", "th", "lo", "km", "my"]];
  expect(languages.length).toBeGreaterThan(60);
  for (const language of languages) {
    const material = buildRewriteMaterial({
      history: [createQuestion("Why?")],
      documents: [createDocument("a", language)],
    });
    const [name = ""] = z.parse(
      z.object({ documentLanguages: z.array(z.string()) }),
      parse(material),
    ).documentLanguages;
    expect(name).toMatch(/^[A-Z][a-z]+/);
  }
});
