/** Parses the citation numbers of an answer while it streams. */
export interface CitationParser {
  /** Parses the next part of the text. Returns the numbers that are cited for the first time. */
  read(text: string): number[];
  /** Must be called at the end of the text. Returns the new numbers in brackets at the very end of the text. */
  end(): number[];
}

const maxListLength = 60;
const maxRangeLength = 100;
/** Lists and numbers that are read in one answer. Later ones are ignored, so that millions of `[1]` block nobody. */
const maxReadNumbers = 20_000;

/**
 * Creates a parser that recognizes `[3]`, `[1, 2]`, `[1][2]` and `[1-3]` with numbers up to `getMaxNumber()`. It ignores
 * numbers in code and in link text, and reads each character once.
 */
export function createCitationParser(getMaxNumber: () => number): CitationParser {
  const citedNumbers = new Set<number>();
  let isInFence = false;
  let isInCode = false;
  let isEscaped = false;
  let readNumbers = 0;
  /** The start of the line without its spaces while the line may still be a code fence; otherwise null. */
  let lineStart: string | null = "";
  /** The text after an open bracket while it may be a list of numbers; otherwise null. */
  let listText: string | null = null;
  /** Numbers of the brackets that have just been closed. If `(` follows, the brackets enclose link text. */
  let pendingNumbers: number[] = [];

  const acceptPendingNumbers = (newNumbers: number[]) => {
    for (const number of pendingNumbers) {
      if (citedNumbers.has(number)) continue;
      citedNumbers.add(number);
      newNumbers.push(number);
    }
    pendingNumbers = [];
  };

  const readCharacter = (character: string, newNumbers: number[]) => {
    if (character === "(") pendingNumbers = [];
    else acceptPendingNumbers(newNumbers);
    if (character === "\n") {
      lineStart = "";
      isInCode = false;
      isEscaped = false;
      listText = null;
      return;
    }
    if (lineStart !== null) {
      lineStart = (lineStart + character).trimStart();
      const fence = lineStart;
      if (fence === "```" || fence === "~~~") {
        isInFence = !isInFence;
        lineStart = null;
        isInCode = false;
        return;
      }
      if (fence !== "" && !/^(`{1,2}|~{1,2})$/.test(fence)) lineStart = null;
    }
    if (isInFence) return;
    const wasEscaped = isEscaped;
    isEscaped = character === "\\" && !wasEscaped;
    if (character === "`" && !wasEscaped) isInCode = !isInCode;
    if (isInCode || wasEscaped) listText = null;
    else if (character === "[") listText = "";
    else if (listText !== null && character === "]") {
      pendingNumbers = parseNumbers(listText, getMaxNumber());
      readNumbers += 1 + pendingNumbers.length;
      listText = null;
    } else if (listText !== null) {
      listText = /[\d,;\s–-]/.test(character) && listText.length < maxListLength ? listText + character : null;
    }
  };

  return {
    read(text) {
      const newNumbers: number[] = [];
      for (const character of text) {
        if (readNumbers >= maxReadNumbers) break;
        readCharacter(character, newNumbers);
      }
      return newNumbers;
    },
    end() {
      const newNumbers: number[] = [];
      acceptPendingNumbers(newNumbers);
      return newNumbers;
    },
  };
}

function parseNumbers(listText: string, maxNumber: number): number[] {
  return listText.split(/[,;]/).flatMap((part) => {
    const [, first, last] = /^\s*(\d+)\s*(?:[–-]\s*(\d+)\s*)?$/.exec(part) ?? [];
    if (first === undefined) return [];
    const from = Number(first);
    const to = last === undefined ? from : Number(last);
    if (to < from || to - from > maxRangeLength) return [];
    const length = Math.max(0, Math.min(to, maxNumber) - from + 1);
    return Array.from({ length }, (_, index) => from + index).filter((number) => number >= 1);
  });
}
