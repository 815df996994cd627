import { setImmediate } from "node:timers/promises";
import type { ContentItem } from "@lectern/contract";

/** Parts of a quote with fewer letters occur anywhere. */
const minPartLetters = 6;
/** More letters of a part are not compared. */
const maxPartLetters = 60;
/** The longest parts decide; the others add little. */
const maxParts = 40;
/** The number of parts times the letters of the document: of a very long document, fewer parts are compared. */
const maxComparedLetters = 200_000_000;
/** Other requests get their turn after so many letters, which take a few milliseconds. */
const lettersPerTurn = 1_000_000;
/** An item needs this many letters of the quote if it does not have all of it. */
const minMatchedLetters = 12;
/** How far from the best item others may be. */
const maxDistance = 20;

/** Called with the number of letters that are compared next. Waits now and then. */
type TakeTurn = (letterCount: number) => Promise<void> | undefined;

/**
 * Returns the indexes of the items that have the text of a quote from an earlier text of the document: those that it
 * covers, or else those around the one with the most of its longest lines, sentences and cells. White space does not
 * count. Other requests get their turn meanwhile.
 */
export async function locateQuote(
  items: readonly Pick<ContentItem, "content">[],
  quote: string,
  waitForTurn: () => Promise<void> = () => setImmediate(),
): Promise<number[]> {
  const wanted = toLetters(quote.replace(/^\s*…|…\s*$/g, ""));
  if (wanted === "") return [];
  const takeTurn = createTurns(waitForTurn);
  const letters: string[] = [];
  for (const { content } of items) {
    await takeTurn(content.length);
    letters.push(toLetters(content));
  }
  return (await findWhole(letters, wanted, takeTurn)) ?? (await findParts(letters, quote, takeTurn));
}

function createTurns(waitForTurn: () => Promise<void>): TakeTurn {
  let count = 0;
  return (letterCount) => {
    count += letterCount;
    if (count < lettersPerTurn) return undefined;
    count = 0;
    return waitForTurn();
  };
}

/**
 * Searches with the method of Knuth, Morris and Pratt, because `indexOf` takes the product of both lengths for some
 * texts.
 */
async function findWhole(letters: readonly string[], wanted: string, takeTurn: TakeTurn): Promise<number[] | null> {
  const borders = findBorders(wanted);
  let matched = 0;
  for (const [index, text] of letters.entries()) {
    await takeTurn(text.length);
    for (let position = 0; position < text.length; position++) {
      const code = text.charCodeAt(position);
      while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
      if (wanted.charCodeAt(matched) === code) matched++;
      if (matched === wanted.length) return listCovered(letters, index, wanted.length - position - 1);
    }
  }
  return null;
}

/** Returns for each beginning of a text the length of its longest proper beginning that is also its end. */
function findBorders(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  let length = 0;
  for (let index = 1; index < text.length; index++) {
    while (length > 0 && text[index] !== text[length]) length = borders[length - 1] ?? 0;
    if (text[index] === text[length]) length++;
    borders[index] = length;
  }
  return borders;
}

/** Lists the last item and those before it that have so many letters more. */
function listCovered(letters: readonly string[], last: number, missing: number): number[] {
  const indexes = [last];
  let remaining = missing;
  for (let index = last - 1; index >= 0 && remaining > 0; index--) {
    const { length } = letters[index] ?? "";
    if (length > 0) indexes.unshift(index);
    remaining -= length;
  }
  return indexes;
}

async function findParts(letters: readonly string[], quote: string, takeTurn: TakeTurn): Promise<number[]> {
  const parts = selectParts(
    quote,
    letters.reduce((sum, text) => sum + text.length, 0),
  );
  const matches: number[] = [];
  for (const text of letters) {
    let match = 0;
    for (const part of parts) {
      await takeTurn(text.length);
      if (text.includes(part)) match += part.length;
    }
    matches.push(match);
  }
  const most = matches.reduce((highest, match) => Math.max(highest, match), 0);
  if (most < minMatchedLetters) return [];
  const best = matches.indexOf(most);
  return matches.flatMap((match, index) =>
    match >= minMatchedLetters && Math.abs(index - best) <= maxDistance ? [index] : [],
  );
}

/** Returns the longest lines, sentences and cells of a quote, as many as a document of this length allows. */
export function selectParts(quote: string, documentLetters: number): string[] {
  return [...new Set(quote.split(/\n|[.!?。！？;|]/).map((part) => toLetters(part).slice(0, maxPartLetters)))]
    .filter((part) => part.length >= minPartLetters)
    .sort((a, b) => b.length - a.length)
    .slice(0, Math.min(maxParts, Math.floor(maxComparedLetters / Math.max(1, documentLetters))));
}

const toLetters = (text: string) => text.replace(/\s+/g, "");
