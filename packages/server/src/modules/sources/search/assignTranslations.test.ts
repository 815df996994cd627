import { expect, test } from "vitest";
import { assignTranslations } from "./assignTranslations.ts";

const documents = [
  { documentId: "english", language: "en" },
  { documentId: "german", language: "de" },
  { documentId: "short", language: null },
  { documentId: null, language: "de" },
];

test("a translation is for the documents in its language and those of unknown language", () => {
  const translations = [
    { language: "German", text: "Was kostet sie?" },
    { language: "English", text: "What is its price?" },
    { language: "Deutsch", text: "Wie teuer ist sie?" },
  ];
  expect(assignTranslations({ alternatives: ["price"], translations, documents })).toEqual({
    alternatives: ["price"],
    translations: [
      { texts: ["Was kostet sie?", "Wie teuer ist sie?"], documentIds: ["german", "short"] },
      { texts: ["What is its price?"], documentIds: ["english", "short"] },
    ],
  });
});

test("a translation for other documents of the search is left out, and one without a known language is a wording like any other", () => {
  const translations = [
    { language: "French", text: "Combien ?" },
    { language: "Klingon", text: "arlogh?" },
    { language: null, text: "Quanto?" },
  ];
  const alternatives = ["price"];
  expect(assignTranslations({ alternatives, translations, documents, languages: ["en", "de", "fr"] })).toEqual({
    alternatives: ["price", "arlogh?", "Quanto?"],
    translations: [],
  });
});
