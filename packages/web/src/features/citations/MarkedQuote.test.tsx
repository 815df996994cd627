import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MarkedQuote } from "./MarkedQuote.tsx";

const quote = "The room opens at nine. It closes at eight, and nobody may stay…";

/** Returns the marked parts of the quote, whose text must be complete. */
function listMarks(keySentence: string | null, shownQuote = quote) {
  const markup = renderToStaticMarkup(<MarkedQuote quote={shownQuote} name="rooms.txt" keySentence={keySentence} />);
  expect(markup.replaceAll(/<[^>]*>/g, "")).toBe(shownQuote);
  return Array.from(markup.matchAll(/<mark[^>]*>(.*?)<\/mark>/g), ([, text]) => text);
}

test("the key sentence is marked in the quote of a card, also if it is cut", () => {
  expect(listMarks("The room opens\nat nine.")).toEqual(["The room opens at nine."]);
  expect(listMarks("It closes at eight, and nobody may stay overnight.")).toEqual([
    "It closes at eight, and nobody may stay",
  ]);
});

test("nothing is marked without a key sentence in the quote, or if the quote is nothing else", () => {
  expect(listMarks(null)).toEqual([]);
  expect(listMarks("Bring a card.")).toEqual([]);
  expect(listMarks("The room opens at nine.", "The room opens at nine.")).toEqual([]);
  expect(listMarks("The room opens at nine and closes.", "… The room opens at nine…")).toEqual([]);
});
