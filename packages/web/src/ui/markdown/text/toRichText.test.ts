import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { markdownAttacks } from "../testing/markdownAttacks.ts";
import { toRichText } from "./toRichText.ts";

const htmlOf = async (source: string) => (await toRichText(source)).html;

const allowedTags = new Set(
  "p h1 h2 h3 h4 h5 h6 pre code ul ol li table thead tbody tr th td blockquote hr br strong em del a img".split(" "),
);
/** What stands in markup without formulas that our writer never writes. */
function foreignIn(html: string): string[] {
  const found: string[] = [];
  const rest = html.replace(/<\/?([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)>/g, (tag, name: string, written: string) => {
    if (!allowedTags.has(name)) found.push(tag);
    for (const [, attribute, value = ""] of written.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
      const isFine =
        (attribute === "align" && /^(right|center)$/.test(value)) ||
        (/^(border|cellpadding|cellspacing)$/.test(attribute ?? "") && /^\d$/.test(value)) ||
        (attribute === "href" && /^(https?:\/\/|mailto:)/.test(value)) ||
        (attribute === "src" && /^data:image\/(png|jpeg|gif|webp);base64,/.test(value)) ||
        (attribute === "start" && /^\d+$/.test(value)) ||
        attribute === "alt";
      if (!isFine) found.push(tag);
    }
    return "";
  });
  if (/[<>]/.test(rest)) found.push(rest);
  return found;
}

describe("an answer as rich text", () => {
  test("has headings, emphasis, links, lists and quotes as HTML", async () => {
    const source =
      "# Title\n\nA **bold** *word* with [a link](https://example.org/?a=1&b=2).\n\n3. three\n4. four\n\n> quoted";
    expect(await htmlOf(source)).toBe(
      '<h1>Title</h1><p>A <strong>bold</strong> <em>word</em> with <a href="https://example.org/?a=1&amp;b=2">a link</a>.</p>' +
        '<ol start="3"><li>three</li><li>four</li></ol><blockquote><p>quoted</p></blockquote>',
    );
  });

  test("has tables with borders that a word processor takes over, and code as code", async () => {
    const html = await htmlOf("| a | b |\n| - | -: |\n| 1 | `x < y` |\n\n```ts\nif (a < b) run();\n```");
    expect(html).toContain('<table border="1" cellpadding="4" cellspacing="0">');
    expect(html).toContain('<td align="right"><code>');
    expect(html).toContain("x &lt; y");
    expect(html).toContain("<pre><code>if (a &lt; b) run();</code></pre>");
    expect(foreignIn(html)).toEqual([]);
  });

  test("has formulas as MathML without their source, and the source where TeX cannot read it", async () => {
    const html = await htmlOf("The bound is $\\frac{1}{2}$.\n\n$$\\notacommand{x}$$");
    expect(html).toMatch(/<math xmlns="http:\/\/www\.w3\.org\/1998\/Math\/MathML">.*<mfrac>.*<\/math>/s);
    expect(html).not.toContain("annotation");
    expect(html).toMatch(/<code[^>]*>\\notacommand\{x\}<\/code>/);
  });

  test("keeps tasks, marks of sources and pictures that stand in the text; other pictures are links", async () => {
    const html = await htmlOf("- [x] done\n- [ ] not yet\n\nSeen [1].\n\n![chart](https://example.org/c.png)");
    expect(html).toContain("☑ done");
    expect(html).toContain("☐ not yet");
    expect(html).toContain("Seen [1].");
    expect(html).toContain('<a href="https://example.org/c.png">chart</a>');
    expect(await htmlOf("![dot](data:image/png;base64,AAAA)")).toContain('<img src="data:image/png;base64,AAAA"');
    expect(await htmlOf("![mine](/files/a.png)")).toBe("<p>mine</p>");
  });

  test("comes with plain text beside it", async () => {
    expect((await toRichText("# Title\n\nA **bold** word.")).text).toBe("Title\nA bold word.");
  });

  test.each(markdownAttacks)("writes nothing foreign for $name", async ({ source }) => {
    const html = await htmlOf(source);
    expect(foreignIn(html.replace(/<math xmlns="http:\/\/www\.w3\.org[\s\S]*?<\/math>/g, ""))).toEqual([]);
    expect(html).not.toMatch(/<(script|iframe|style|svg|form|object|maction)\b/i);
    for (const [, href] of html.matchAll(/\b(?:href|src)="([^"]*)"/g))
      expect(href).toMatch(/^(https?:|mailto:|data:image\/)/);
  });

  test("writes only its own tags and attributes, whatever is in the source", async () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "**",
        "`",
        "```\n",
        "[x](",
        "](",
        "<b onclick=x>",
        "| a |\n|-|\n",
        "\n\n",
        "> ",
        "- ",
        '"',
        "&lt;",
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
        const source = pieces.join("").replace(/[$\\]/g, "");
        expect(foreignIn(await htmlOf(source))).toEqual([]);
      }),
    );
  });
});
