import { getLastSentence } from "./listCitedNumbers.ts";

/** The elements in which a sentence begins and ends. A mark that is alone in a cell cites for its row. */
const scopes = ["p, li, td, th, dd, dt, h1, h2, h3, h4, h5, h6", "tr"];
const markSelector = "sup:has([role=button])";
/** Stands for a mark: the sign for an object within a text. */
const markSign = "\ufffc";

/** Finds the sentence of a shown answer that ends at a citation mark; null: there is no text before the mark. */
export function findCitingSentence(element: HTMLElement): string | null {
  for (const selector of scopes) {
    const scope = element.closest(selector);
    const sentence = scope && getLastSentenceBefore(element, scope);
    if (sentence) return sentence;
  }
  return null;
}

function getLastSentenceBefore(element: HTMLElement, scope: Element): string | undefined {
  const range = document.createRange();
  range.setStart(scope, 0);
  range.setEndBefore(element.closest("sup") ?? element);
  const content = range.cloneContents();
  for (const mark of content.querySelectorAll(markSelector)) mark.replaceWith(markSign);
  for (const boundary of content.querySelectorAll("td, th, br")) boundary.before(" ");
  // Punctuation between two marks belongs to the sentence before them.
  const statements = (content.textContent ?? "").split(markSign).map(getLastSentence);
  return statements.findLast((statement) => statement !== undefined);
}
