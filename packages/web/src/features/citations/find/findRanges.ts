import { findStarts, foldForFind } from "./foldForFind.ts";

/** Elements that continue the text around them; others separate words. */
const inlineTags: ReadonlySet<string> = new Set(["SPAN", "MARK", "STRONG", "EM", "A"]);

/** The attribute of the elements that show a unit, with its number. */
const unitAttribute = "data-find-unit";
/** The attribute of elements inside whose text does not belong to the unit. */
const leftOutSelector = "[data-find-skip]";

/** Returns the elements within an area that show units; those of one unit if its number is given. */
export function listUnitElements(area: Element, unit?: number): Element[] {
  return [...area.querySelectorAll(unit === undefined ? `[${unitAttribute}]` : `[${unitAttribute}="${unit}"]`)];
}

/** Returns where a query occurs in the text of the elements that show one unit, as it was counted in its text. */
export function findRanges(elements: readonly Element[], query: string): Range[] {
  let text = "";
  const pieces: { node: Text; from: number }[] = [];
  const addText = (node: Node) => {
    if (node instanceof Text) {
      pieces.push({ node, from: text.length });
      text += node.data;
    } else if (node instanceof Element && !node.matches(leftOutSelector)) {
      const isInline = inlineTags.has(node.tagName);
      if (!isInline) text += "\n";
      for (const child of node.childNodes) addText(child);
      if (!isInline) text += "\n";
    }
  };
  for (const element of elements) addText(element);
  const folded = foldForFind(text);
  return findStarts(folded.text, query).flatMap((start) => {
    const from = folded.offsets[start] ?? 0;
    const to = (folded.offsets[start + query.length - 1] ?? 0) + 1;
    const first = pieces.findLast((piece) => piece.from <= from);
    const last = pieces.findLast((piece) => piece.from < to);
    if (!first || !last) return [];
    const range = new Range();
    range.setStart(first.node, Math.min(from - first.from, first.node.length));
    range.setEnd(last.node, Math.min(to - last.from, last.node.length));
    return [range];
  });
}
