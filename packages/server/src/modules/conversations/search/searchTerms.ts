import { foldText, segmentsOf } from "./foldText.ts";

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

/** The terms as a `tsquery` over one person's entries of the index. */
export function indexQuery(ownerId: string, terms: readonly SearchTerm[]): string {
  const owner = ownerId.slice(0, 8);
  const lexemes = terms.flatMap(({ text, place }) => {
    const letters = [...text];
    if (place !== "part") {
      return [quoted(owner + letters.slice(0, longestWord).join("")) + (place === "start" ? ":*" : "")];
    }
    // A letter by itself stands at the end of a run; elsewhere it begins a pair.
    if (letters.length === 1) return [`${quoted(owner + text)}:*`];
    return letters.slice(1).map((letter, index) => quoted(`${owner}${letters[index]}${letter}`));
  });
  return [...new Set(lexemes)].join(" & ");
}

/** As `tsquery` reads a lexeme: nothing in it is a sign of its own. */
const quoted = (lexeme: string) => `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
