import { foldText } from "@lectern/contract";
import { isUnspaced, segmentsOf } from "./segments.ts";

/** One thing that is searched for, folded. */
export interface SearchTerm {
  text: string;
  /** `word`: the whole of one; `start`: its beginning; `part`: any part of a text without spaces. */
  place: "word" | "start" | "part";
}

const mostTerms = 32;
/** Longer words are indexed by their beginning. */
const longestWord = 40;

/** What a query asks for: its words, of which the last one may be unfinished. */
export function searchTerms(query: string): SearchTerm[] {
  // Folded first, as in the index: that makes letters of some signs.
  const segments = [...segmentsOf(foldText(query))].slice(0, mostTerms);
  return segments.map(({ text, isRun }, index) => ({
    text,
    place: isRun ? "part" : index === segments.length - 1 ? "start" : "word",
  }));
}

/** The pieces of a query, whose words the database tells. */
export function queryPieces(query: string): string[] {
  return query.split(/\s+/).filter(Boolean).slice(0, mostTerms);
}

/**
 * A `tsquery` for what the database made of each piece of a query: `entries` are those of the index, with the beginning of their owner's
 * id. It may find more than the terms ask for. Null where there is nothing to look for.
 */
export function indexQuery(entries: readonly string[][], terms: readonly SearchTerm[]): string | null {
  const unfinished = terms.at(-1)?.place === "start" ? terms.at(-1)?.text.slice(0, longestWord) : undefined;
  const asked = entries.flatMap((piece, index) => {
    const isLast = index === entries.length - 1;
    const isKnown = piece.some((entry) => wordOf(entry) === unfinished);
    return piece.flatMap((entry) => {
      const word = wordOf(entry);
      // A letter by itself stands at the end of a run, where a longer one needs no look for it; elsewhere it begins a pair.
      if (isUnspaced(word) && [...word].length === 1)
        return piece.some((other) => other !== entry && other.endsWith(word)) ? [] : [`${quoted(entry)}:*`];
      const isUnfinished = isLast && unfinished !== undefined && !isUnspaced(word) && (!isKnown || word === unfinished);
      return [quoted(entry) + (isUnfinished ? ":*" : "")];
    });
  });
  return asked.length === 0 ? null : [...new Set(asked)].join(" & ");
}

/** Of the owner's id an entry has eight letters. */
const wordOf = (entry: string) => entry.slice(8);

/** As `tsquery` reads a lexeme: nothing in it is a sign of its own. */
const quoted = (lexeme: string) => `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
