/** Reads the numbers that an answer cites while it is being written. */
export interface CitationParser {
  /** Gives those that are cited for the first time by now. */
  read(text: string): number[];
  /** The answer has ended: gives what was held back until it was clear. */
  end(): number[];
}

const longestList = 60;
const widestRange = 100;

/**
 * `[3]`, `[1, 2]`, `[1][2]`, `[1-3]`, up to `highest`. A number in code, the text of a link, and any other is none. Looks at each
 * character once.
 */
export function createCitationParser(highest: number): CitationParser {
  const cited = new Set<number>();
  let isInFence = false;
  let isInCode = false;
  let isEscaped = false;
  /** What the line began with, as long as it may open or close a fence. */
  let lineHead: string | null = "";
  /** What stands in the brackets that are open. */
  let list: string | null = null;
  /** Numbers of brackets just closed: with `(` after them they are a link's text. */
  let closed: number[] = [];

  const take = (found: number[]) => {
    for (const number of closed) {
      if (cited.has(number)) continue;
      cited.add(number);
      found.push(number);
    }
    closed = [];
  };

  const step = (character: string, found: number[]) => {
    if (character === "(") closed = [];
    else take(found);
    if (character === "\n") {
      lineHead = "";
      isInCode = false;
      isEscaped = false;
      list = null;
      return;
    }
    if (lineHead !== null) {
      lineHead += character;
      const marks = lineHead.trimStart();
      if (marks === "```" || marks === "~~~") {
        isInFence = !isInFence;
        lineHead = null;
        isInCode = false;
        return;
      }
      if (marks !== "" && !/^(`{1,2}|~{1,2})$/.test(marks)) lineHead = null;
    }
    if (isInFence) return;
    const wasEscaped = isEscaped;
    isEscaped = character === "\\" && !wasEscaped;
    if (character === "`" && !wasEscaped) isInCode = !isInCode;
    if (isInCode || wasEscaped) list = null;
    else if (character === "[") list = "";
    else if (list !== null && character === "]") {
      closed = numbersOf(list, highest);
      list = null;
    } else if (list !== null) {
      list = /[\d,;\s–-]/.test(character) && list.length < longestList ? list + character : null;
    }
  };

  return {
    read(text) {
      const found: number[] = [];
      for (const character of text) step(character, found);
      return found;
    },
    end() {
      const found: number[] = [];
      take(found);
      return found;
    },
  };
}

function numbersOf(list: string, highest: number): number[] {
  return list.split(/[,;]/).flatMap((part) => {
    const [, first, last] = /^\s*(\d+)\s*(?:[–-]\s*(\d+)\s*)?$/.exec(part) ?? [];
    if (first === undefined) return [];
    const from = Number(first);
    const to = last === undefined ? from : Number(last);
    if (to < from || to - from > widestRange) return [];
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    return numbers.filter((number) => number >= 1 && number <= highest);
  });
}
