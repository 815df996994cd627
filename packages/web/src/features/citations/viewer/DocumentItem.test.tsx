import type { ContentItem } from "@lectern/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DocumentItem } from "./DocumentItem.tsx";
import { InlineMarkdownContext } from "./inline/InlineMarkdownContext.ts";
import { toShownText } from "./itemTexts.ts";
import { KeySentenceContext } from "./KeySentenceContext.ts";

const content = "It is old. The room opens at nine. It closes at eight. Bring a card.";

/** Returns the parts of an item that are highlighted, and those that are highlighted more strongly. */
function listHighlights(quote: string | null, keySentence: string | null, changes: Partial<ContentItem> = {}) {
  const item: ContentItem = { kind: "paragraph", content, tokens: 1, location: {}, canSplit: true, ...changes };
  const html = renderToStaticMarkup(
    <KeySentenceContext value={keySentence}>
      <DocumentItem item={item} quote={quote} />
    </KeySentenceContext>,
  );
  const toText = (markup: string) => markup.replaceAll(/<[^>]*>/g, "");
  return {
    text: toText(html),
    cited: Array.from(html.matchAll(/<mark\b.*?<\/mark>/gs), ([mark]) => toText(mark)),
    key: Array.from(html.matchAll(/<span data-key-sentence[^>]*>(.*?)<\/span>/gs), ([, text]) => text),
  };
}

const quote = "The room opens at nine. It closes at eight.";

test.each<Partial<ContentItem>>([
  { kind: "heading", content: "## The *room*" },
  { content: "It **never** closes, see [the rules](https://a.example)." },
  { kind: "list", content: "- one `a*b`\n- **two**" },
  { kind: "table", content: "| A | B |\n| --- | --- |\n| *c* | d |" },
  { kind: "code", content: "```\na **b**\n```" },
])("in a Markdown document, what is searched is what is shown: %o", (changes) => {
  const item: ContentItem = { kind: "paragraph", content, tokens: 1, location: {}, canSplit: true, ...changes };
  const html = renderToStaticMarkup(
    <InlineMarkdownContext value>
      <DocumentItem item={item} quote={null} />
    </InlineMarkdownContext>,
  );
  const shown = html.replaceAll(/<[^>]*>/g, "");
  expect(shown).toBe(toShownText(item, true).replaceAll("\n", ""));
  if (item.kind !== "code") expect(shown).not.toMatch(/\*\*|`|\]\(|#/);
});

test("the cited passage is highlighted in its item, and its key sentence more strongly", () => {
  expect(listHighlights(quote, "It closes at eight.")).toEqual({
    text: content,
    cited: [quote],
    key: ["It closes at eight."],
  });
  expect(listHighlights(quote, "The room opens at nine.").key).toEqual(["The room opens at nine."]);
});

test("without a key sentence, only the passage is highlighted, and an item that is not cited is plain", () => {
  expect(listHighlights(quote, null)).toEqual({ text: content, cited: [quote], key: [] });
  expect(listHighlights(quote, "It is old.").key).toEqual([]);
  expect(listHighlights(null, "It closes at eight.")).toEqual({ text: content, cited: [], key: [] });
});

test("a list shows the numbers and the lines of its document", () => {
  const listShownEntries = (content: string) => {
    const item: ContentItem = { kind: "list", content, tokens: 1, location: {}, canSplit: true };
    const html = renderToStaticMarkup(<DocumentItem item={item} quote={null} />);
    expect(toShownText(item, false)).toBe(html.replaceAll(/<\/li>(?=<li)/g, "\n").replaceAll(/<[^>]*>/g, ""));
    return Array.from(html.matchAll(/<li data-bullet="(\w+)"[^>]*>(.*?)<\/li>/gs), ([, bullet, text]) => [
      text,
      bullet,
    ]);
  };
  expect(listShownEntries("5. no fires\n9. no swimming")).toEqual([
    ["5. no fires", "false"],
    ["9. no swimming", "false"],
  ]);
  expect(listShownEntries("Art. III Purpose\n  (a) first\n  3.1 deep\n- point\n☒ Name: Kim")).toEqual([
    ["Art. III Purpose", "false"],
    ["(a) first", "false"],
    ["3.1 deep", "false"],
    ["point", "true"],
    ["☒ Name: Kim", "false"],
  ]);
});

test("in a list, only the cited entries are highlighted", () => {
  const list = "- The room opens at nine.\n- Bring a card for the lockers.";
  const item = { kind: "list", content: list } as const;
  expect(listHighlights("The room opens at nine.", "The room opens at nine.", item)).toMatchObject({
    cited: ["The room opens at nine."],
    key: ["The room opens at nine."],
  });
});
