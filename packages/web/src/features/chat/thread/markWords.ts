/** As in the style sheet of the messages. */
const highlightName = "found-words";

/**
 * Marks words in an element, also in parts that are rendered later, without changing its elements. Only the latest call
 * has an effect. Returns a function that removes the marks.
 */
export function markWords(element: HTMLElement, words: readonly string[]): () => void {
  const pattern = buildPattern(words);
  // Not every browser has the registry. The message is still highlighted.
  if (pattern === null || !("highlights" in CSS)) return () => {};
  const highlight = new Highlight();
  const update = () => {
    highlight.clear();
    for (const range of findRanges(element, pattern)) highlight.add(range);
  };
  update();
  CSS.highlights.set(highlightName, highlight);
  const observer = new MutationObserver(update);
  observer.observe(element, { childList: true, characterData: true, subtree: true });
  return () => {
    observer.disconnect();
    if (CSS.highlights.get(highlightName) === highlight) CSS.highlights.delete(highlightName);
  };
}

function buildPattern(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null;
  const escapedWords = words.map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"));
  return new RegExp(escapedWords.join("|"), "giu");
}

function* findRanges(element: HTMLElement, pattern: RegExp): Generator<Range> {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: match, index } of (node.nodeValue ?? "").matchAll(pattern)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + match.length);
      yield range;
    }
  }
}
