import * as z from "zod/mini";
import { parseModelObject } from "../../sideCalls/service.ts";
import type { Rewriting, Translation } from "./rewriting.ts";

/** Limits of the texts in UTF-16 code units, and of their number. */
const maxTextLength = 300;
const maxKeywordLength = 60;
const maxLanguageLength = 60;
const maxAlternatives = 3;
const maxKeywords = 10;
const maxTranslations = 9;

/** The part of the output that is read. A rewriting with reasoning before it is far shorter. */
const maxReadLength = 20_000;

const Texts = z.catch(z.array(z.catch(z.string(), "")), []);
const NamedText = z.object({ language: z.catch(z.nullable(z.string()), null), text: z.string() });
/** A model that is not bound to the schema may write the texts alone. */
const Translations = z.catch(z.array(z.catch(z.union([NamedText, z.string()]), "")), []);
const Output = z.object({
  question: z.string(),
  alternatives: Texts,
  keywords: Texts,
  translations: Translations,
});

/**
 * Reads the rewriting from a model's output, which may be wrapped in reasoning or a code block. Cuts everything to the
 * limits. Returns null if the output contains no JSON object with a question.
 */
export function parseRewriting(output: string): Rewriting | null {
  const { success, data } = z.safeParse(Output, parseModelObject(output.slice(0, maxReadLength)));
  if (!success) return null;
  const question = cleanText(data.question, maxTextLength);
  if (question === "") return null;
  return {
    question,
    alternatives: cleanTexts(data.alternatives, maxAlternatives, maxTextLength),
    keywords: cleanTexts(data.keywords, maxKeywords, maxKeywordLength),
    translations: cleanTranslations(data.translations, question),
  };
}

function cleanTexts(texts: readonly string[], maxCount: number, maxLength: number): string[] {
  const cleanedTexts = texts.map((text) => cleanText(text, maxLength)).filter((text) => text !== "");
  return [...new Set(cleanedTexts)].slice(0, maxCount);
}

/** A translation that repeats the question is left out, because the question is searched anyway. */
function cleanTranslations(translations: z.output<typeof Translations>, question: string): Translation[] {
  const byText = new Map<string, Translation>();
  for (const translation of translations) {
    const { language, text } = typeof translation === "string" ? { language: null, text: translation } : translation;
    const cleanedText = cleanText(text, maxTextLength);
    const cleanedLanguage = cleanText(language ?? "", maxLanguageLength) || null;
    const isQuestion = cleanedText.toLowerCase() === question.toLowerCase();
    if (cleanedText !== "" && !isQuestion && !byText.has(cleanedText))
      byText.set(cleanedText, { language: cleanedLanguage, text: cleanedText });
  }
  return [...byText.values()].slice(0, maxTranslations);
}

/** Also removes marks of direction, because the question is shown in a line of its own. */
function cleanText(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, " ")
    .trim();
}
