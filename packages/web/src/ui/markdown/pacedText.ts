/** Returns the end of the fenced code block that contains `offset`, or `offset` if no block contains it. */
export type FindFenceEnd = (source: string, offset: number) => number;

/**
 * How much markdown is rendered in one frame, in characters plus `lineCost` for each line and `cellCost` for each cell:
 * an item or a cell costs more than its text.
 */
export const frameBudgets = { streaming: 5_000, first: 30_000, next: 12_000 } as const;
const lineCost = 20;
const cellCost = 10;
/** Separates the cells of a table in Markdown or CSV. */
const cellSeparator = /[|,]/;

/** A text that is longer than this is folded when it is opened. */
export const foldCharacters = 100_000;
/** A rest that is shorter than this is not folded. */
const minFoldedCharacters = 10_000;

/**
 * Reveals a text in steps, one per frame, so that no frame takes long. A text that is complete from the start is folded
 * after `foldCharacters`.
 */
export class PacedText {
  #shown = "";
  #isFolding: boolean;
  readonly #findFenceEnd: FindFenceEnd;

  constructor(isStreaming: boolean, findFenceEnd: FindFenceEnd) {
    this.#isFolding = !isStreaming;
    this.#findFenceEnd = findFenceEnd;
  }

  /** Returns the part of `source` to render now. Each call reveals one more step. */
  next(source: string, isStreaming: boolean): { shown: string; isFolded: boolean } {
    if (isStreaming) this.#isFolding = false;
    if (!source.startsWith(this.#shown)) this.#shown = "";
    const isFolded = this.#isFolding && this.#shown.length >= foldCharacters && this.#hasLongRest(source);
    if (!isFolded) this.#shown = source.slice(0, this.#findStepEnd(source, isStreaming));
    return { shown: this.#shown, isFolded };
  }

  unfold(): void {
    this.#isFolding = false;
  }

  #hasLongRest(source: string): boolean {
    return source.length - this.#shown.length > minFoldedCharacters;
  }

  #findStepEnd(source: string, isStreaming: boolean): number {
    const start = this.#shown.length;
    if (isStreaming) return findLinesEnd(source, start, frameBudgets.streaming);
    const end = findLinesEnd(source, start, start === 0 ? frameBudgets.first : frameBudgets.next);
    // Half a code block would be copied and highlighted as such.
    return end === source.length ? end : this.#findFenceEnd(source, end);
  }
}

/**
 * Returns the end of the lines after `start` that fit the budget. Divides a line only if it does not fit by itself,
 * because part of a line may look like different syntax, and never a line with an embedded image.
 */
function findLinesEnd(source: string, start: number, budget: number): number {
  let end = start;
  let cost = 0;
  while (end < source.length) {
    const lineBreak = source.indexOf("\n", end);
    const lineEnd = lineBreak === -1 ? source.length : lineBreak + 1;
    const line = source.slice(end, lineEnd);
    cost += lineCost + line.length;
    // Do not search a line that is too long anyway.
    if (cost <= budget) cost += cellCost * (line.split(cellSeparator).length - 1);
    if (cost > budget) return end > start ? end : divideLine(line, start, budget);
    end = lineEnd;
  }
  return end;
}

function divideLine(line: string, start: number, budget: number): number {
  if (line.length <= budget || line.includes("data:image/")) return start + line.length;
  const space = line.lastIndexOf(" ", budget);
  return start + (space > 0 ? space : budget);
}
