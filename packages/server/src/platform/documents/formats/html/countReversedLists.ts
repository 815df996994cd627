import { createMarkupParser } from "../markupParser.ts";

/** Returns the number of items of each list that counts down, in the order in which the lists begin. */
export function countReversedLists(html: string): number[] {
  if (!/\sreversed\b/i.test(html)) return [];
  const counts: number[] = [];
  /** The positions in `counts` of the open lists; null: a list counts up. */
  const openLists: (number | null)[] = [];
  const parser = createMarkupParser({
    onopentag(name, { reversed }) {
      if (name === "ol" && reversed !== undefined) openLists.push(counts.push(0) - 1);
      else if (name === "ol" || name === "ul") openLists.push(null);
      const list = openLists.at(-1) ?? null;
      if (name === "li" && list !== null) counts[list] = (counts[list] ?? 0) + 1;
    },
    onclosetag(name) {
      if (name === "ol" || name === "ul") openLists.pop();
    },
  });
  parser.end(html);
  return counts;
}
