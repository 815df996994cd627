import { foldText } from "@lectern/contract";
import { isUnspacedScript, splitIntoSegments } from "./segments.ts";

/** A folded term of a query. */
export interface SearchTerm {
  text: string;
  /** The kind of match: a whole `word`, the `start` of a word, or any `part` of text without spaces. */
  match: "word" | "start" | "part";
}

const maxTerms = 32;
/** The index contains only the beginning of longer words. */
const maxIndexedWordLength = 40;

/** Splits a query into terms. The last word may be unfinished. */
export function parseSearchTerms(query: string): SearchTerm[] {
  // Fold first, like the index: folding turns some symbols into letters.
  const segments = [...splitIntoSegments(foldText(query))].slice(0, maxTerms);
  return segments.map(({ text, isRun }, index) => ({
    text,
    match: isRun ? "part" : index === segments.length - 1 ? "start" : "word",
  }));
}

/** Splits a query at white space. The database then extracts the index entries of each part. */
export function splitQuery(query: string): string[] {
  return query.split(/\s+/).filter(Boolean).slice(0, maxTerms);
}

/**
 * Builds a `tsquery` from the index entries of each part of a query. The entries start with the beginning of the
 * owner's id. The query may match more than the terms do. Returns null if there is nothing to search for.
 */
export function buildIndexQuery(entries: readonly string[][], terms: readonly SearchTerm[]): string | null {
  const unfinishedWord =
    terms.at(-1)?.match === "start" ? terms.at(-1)?.text.slice(0, maxIndexedWordLength) : undefined;
  const lexemes = entries.flatMap((part, index) => {
    const isLast = index === entries.length - 1;
    const isKnown = part.some((entry) => removeOwnerPrefix(entry) === unfinishedWord);
    return part.flatMap((entry) => {
      const word = removeOwnerPrefix(entry);
      // A single letter is the end of a run. If a pair ends with this letter, the pair is sufficient. Otherwise, search
      // for pairs that start with the letter.
      if (isUnspacedScript(word) && [...word].length === 1)
        return part.some((other) => other !== entry && other.endsWith(word)) ? [] : [`${quoteLexeme(entry)}:*`];
      const isUnfinished =
        isLast && unfinishedWord !== undefined && !isUnspacedScript(word) && (!isKnown || word === unfinishedWord);
      return [quoteLexeme(entry) + (isUnfinished ? ":*" : "")];
    });
  });
  return lexemes.length === 0 ? null : [...new Set(lexemes)].join(" & ");
}

/** Returns the word of an entry, without the eight characters of the owner's id before the word. */
const removeOwnerPrefix = (entry: string) => entry.slice(8);

/** Quotes a lexeme for `tsquery`, so that none of its characters acts as an operator. */
const quoteLexeme = (lexeme: string) => `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
