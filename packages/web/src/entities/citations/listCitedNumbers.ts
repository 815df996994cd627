import { splitCitations } from "../../ui/markdown/citations/splitCitations.ts";

/** A fenced code block, which may be incomplete, or a code span. */
const codePattern = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1|(?![\s\S]))|(`+)(?!`)[^\n]*?[^`]\2(?!`)/gm;

/** Returns the numbers that an answer's text cites, as in `[1, 3-5]`. Marks in code are not citations. */
export function listCitedNumbers(text: string, knownNumbers: ReadonlySet<number>): Set<number> {
  const marks = splitCitations(text.replace(codePattern, " "), knownNumbers).filter((part) => typeof part !== "string");
  return new Set(
    marks.flatMap(({ segments }) =>
      segments.flatMap((segment) => (segment.kind === "characters" ? [] : [segment.number])),
    ),
  );
}
