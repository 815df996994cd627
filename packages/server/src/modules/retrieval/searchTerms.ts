import { bigramsOf } from "../../platform/documents/chunking/bigrams.ts";
import { searchWords, withoutAccents } from "../../platform/documents/chunking/searchWords.ts";

/** One thing that a question asks for, in all forms in which a passage may have it. */
export interface SearchTerm {
  /** Lexemes, any of which will do. */
  lexemes: string[];
}

/** The words of a question, before their stems are known. */
export interface QuestionWords {
  words: string[];
  /** What has no stem: codes written as one, and pairs of letters. */
  plain: string[];
}

const mostWords = 48;

/** The distinct words of any text; of a long one the longest, which are the rarest as a rule. */
export function questionWords(question: string): QuestionWords {
  const { words, plain } = searchWords(question);
  const distinct = [...new Set(words)];
  const own = new Set(distinct.map(withoutAccents));
  const pairs = new Set(bigramsOf(question.normalize("NFKC").toLowerCase()));
  const others = [...new Set(plain)].filter((lexeme) => !own.has(lexeme) && !pairs.has(lexeme));
  return { words: longest(distinct), plain: longest(others).concat([...pairs].slice(0, mostWords)) };
}

/** What a text search configuration makes of one word. */
export interface WordStems {
  configuration: string;
  word: string;
  stems: string[];
}

const fewestStopWords = 2;
const smallestShare = 0.25;

/**
 * What to look for: each word by itself, without accents, and by its stem. A question that has stop words of one language above all is
 * in that language: its stop words are left out, and its stems are those of that language alone.
 */
export function toTerms(question: QuestionWords, stems: readonly WordStems[]): SearchTerm[] {
  const language = languageOf(question.words, stems);
  const known = language === null ? stems : stems.filter(({ configuration }) => configuration === language);
  const stopWords = new Set(
    language === null ? [] : known.flatMap(({ word, stems: [stem] }) => (stem === undefined ? [word] : [])),
  );
  const telling = question.words.filter((word) => !stopWords.has(word));
  const isTelling = telling.length > 0 || question.plain.length > 0;
  const seen = new Set<string>();
  const terms: SearchTerm[] = [];
  const add = (lexemes: readonly string[]) => {
    const distinct = [...new Set(lexemes)].sort((a, b) => (a < b ? -1 : 1));
    const name = distinct.join(" ");
    if (distinct.length === 0 || seen.has(name)) return;
    seen.add(name);
    terms.push({ lexemes: distinct });
  };
  for (const word of isTelling ? telling : question.words) {
    add([withoutAccents(word), ...known.filter((one) => one.word === word).flatMap((one) => one.stems)]);
  }
  for (const lexeme of question.plain) add([lexeme]);
  return terms;
}

function languageOf(words: readonly string[], stems: readonly WordStems[]): string | null {
  const counts = new Map<string, number>();
  for (const { configuration, stems: found } of stems) {
    if (found.length === 0) counts.set(configuration, (counts.get(configuration) ?? 0) + 1);
  }
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  if (!first || first[1] < fewestStopWords || first[1] < words.length * smallestShare) return null;
  return second && second[1] === first[1] ? null : first[0];
}

/** A lexeme as `tsquery` and `tsvector` read it: quoted, so that nothing in it is a sign of theirs. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

function longest(words: readonly string[]): string[] {
  if (words.length <= mostWords) return [...words];
  const kept = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, mostWords));
  return words.filter((word) => kept.has(word));
}
