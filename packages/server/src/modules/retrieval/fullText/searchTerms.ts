import { toBigrams } from "../../../platform/documents/chunking/bigrams.ts";
import { extractSearchWords, removeAccents } from "../../../platform/documents/chunking/extractSearchWords.ts";

/** A term of a question in all forms in which it may occur in a chunk. */
export interface SearchTerm {
  /** A chunk matches if it contains any of these lexemes. */
  lexemes: string[];
}

/** The words of a question before stemming. */
export interface QuestionWords {
  words: string[];
  /** Lexemes that have no stem: codes written as one word, and bigrams. */
  plainLexemes: string[];
}

/** Maximum number of words, of codes and of bigrams, each. */
const maxWords = 48;

/**
 * Extracts the distinct words of any text. If there are too many, selects the longest, which are usually the rarest,
 * and the first bigrams.
 */
export function extractQuestionWords(question: string): QuestionWords {
  const { words, plain } = extractSearchWords(question);
  const distinctWords = [...new Set(words)];
  const accentlessWords = new Set(distinctWords.map(removeAccents));
  const bigrams = new Set(toBigrams(question.normalize("NFKC").toLowerCase()));
  const distinctPlainLexemes = [...new Set(plain)].filter(
    (lexeme) => !accentlessWords.has(lexeme) && !bigrams.has(lexeme),
  );
  return {
    words: selectLongestWords(distinctWords),
    plainLexemes: selectLongestWords(distinctPlainLexemes).concat([...bigrams].slice(0, maxWords)),
  };
}

/** The stems of one word in one text search configuration. */
export interface WordStems {
  configuration: string;
  word: string;
  stems: string[];
}

const minStopWords = 2;
const minStopWordShare = 0.25;

/**
 * Builds the terms to search for: each word without accents, and its stems. If the stop words identify the question's
 * language, uses only the stems of that language and drops the stop words, unless the question has no other words.
 */
export function toSearchTerms(question: QuestionWords, wordStems: readonly WordStems[]): SearchTerm[] {
  const language = detectQuestionLanguage(question.words, wordStems);
  const relevantStems =
    language === null ? wordStems : wordStems.filter(({ configuration }) => configuration === language);
  const stopWords = new Set(
    language === null ? [] : relevantStems.flatMap(({ word, stems: [stem] }) => (stem === undefined ? [word] : [])),
  );
  const contentWords = question.words.filter((word) => !stopWords.has(word));
  const hasContent = contentWords.length > 0 || question.plainLexemes.length > 0;
  const addedKeys = new Set<string>();
  const terms: SearchTerm[] = [];
  const addTerm = (lexemes: readonly string[]) => {
    const distinctLexemes = [...new Set(lexemes)].sort((a, b) => (a < b ? -1 : 1));
    const key = distinctLexemes.join(" ");
    if (distinctLexemes.length === 0 || addedKeys.has(key)) return;
    addedKeys.add(key);
    terms.push({ lexemes: distinctLexemes });
  };
  for (const word of hasContent ? contentWords : question.words) {
    addTerm([
      removeAccents(word),
      ...relevantStems.filter((entry) => entry.word === word).flatMap((entry) => entry.stems),
    ]);
  }
  for (const lexeme of question.plainLexemes) addTerm([lexeme]);
  return terms;
}

function detectQuestionLanguage(words: readonly string[], wordStems: readonly WordStems[]): string | null {
  const counts = new Map<string, number>();
  for (const { configuration, stems } of wordStems) {
    if (stems.length === 0) counts.set(configuration, (counts.get(configuration) ?? 0) + 1);
  }
  const [topEntry, secondEntry] = [...counts].sort(([, a], [, b]) => b - a);
  if (!topEntry || topEntry[1] < minStopWords || topEntry[1] < words.length * minStopWordShare) return null;
  return secondEntry && secondEntry[1] === topEntry[1] ? null : topEntry[0];
}

/** Quotes a lexeme for `tsquery` and `tsvector`, so that its characters do not act as operators. */
export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

function selectLongestWords(words: readonly string[]): string[] {
  if (words.length <= maxWords) return [...words];
  const longestWords = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, maxWords));
  return words.filter((word) => longestWords.has(word));
}
