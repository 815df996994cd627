import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { markdownAttacks } from "../testing/markdownAttacks.ts";
import { toRichText } from "./toRichText.ts";

const toHtml = async (source: string) => (await toRichText(source)).html;

const allowedTags = new Set(
  "p h1 h2 h3 h4 h5 h6 pre code ul ol li table thead tbody tr th td blockquote hr br strong em del a img".split(" "),
);
/** Finds tags and attributes that `toRichText` never writes, in markup without formulas. */
function findUnexpectedMarkup(html: string): string[] {
  const unexpectedMarkup: string[] = [];
  const rest = html.replace(/<\/?([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)>/g, (tag, name: string, list: string) => {
    if (!allowedTags.has(name)) unexpectedMarkup.push(tag);
    for (const [, attribute, value = ""] of list.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
      const isExpected =
        (attribute === "align" && /^(right|center)$/.test(value)) ||
        (/^(border|cellpadding|cellspacing)$/.test(attribute ?? "") && /^\d$/.test(value)) ||
        (attribute === "href" && /^(https?:\/\/|mailto:)/.test(value)) ||
        (attribute === "src" && /^data:image\/(png|jpeg|gif|webp);base64,/.test(value)) ||
        (attribute === "start" && /^\d+$/.test(value)) ||
        attribute === "alt";
      if (!isExpected) unexpectedMarkup.push(tag);
    }
    return "";
  });
  if (/[<>]/.test(rest)) unexpectedMarkup.push(rest);
  return unexpectedMarkup;
}

describe("an answer as rich text", () => {
  test("has headings, emphasis, links, lists and quotes as HTML", async () => {
    const source =
      "# Title\n\nA **bold** *word* with [a link](https://example.org/?a=1&b=2).\n\n3. three\n4. four\n\n> quoted";
    expect(await toHtml(source)).toBe(
      '<h1>Title</h1><p>A <strong>bold</strong> <em>word</em> with <a href="https://example.org/?a=1&amp;b=2">a link</a>.</p>' +
        '<ol start="3"><li>three</li><li>four</li></ol><blockquote><p>quoted</p></blockquote>',
    );
  });

  test("has code, and tables with borders that word processors keep", async () => {
    const html = await toHtml("| a | b |\n| - | -: |\n| 1 | `x < y` |\n\n```ts\nif (a < b) run();\n```");
    expect(html).toContain('<table border="1" cellpadding="4" cellspacing="0">');
    expect(html).toContain('<td align="right"><code>');
    expect(html).toContain("x &lt; y");
    expect(html).toContain("<pre><code>if (a &lt; b) run();</code></pre>");
    expect(findUnexpectedMarkup(html)).toEqual([]);
  });

  test("has formulas as MathML without their source, or as source if they cannot be parsed", async () => {
    const html = await toHtml("The bound is $\\frac{1}{2}$.\n\n$$\\notacommand{x}$$");
    expect(html).toMatch(/<math xmlns="http:\/\/www\.w3\.org\/1998\/Math\/MathML">.*<mfrac>.*<\/math>/s);
    expect(html).not.toContain("annotation");
    expect(html).toMatch(/<code[^>]*>\\notacommand\{x\}<\/code>/);
  });

  test("keeps tasks, citation marks and embedded images; other images become links", async () => {
    const html = await toHtml("- [x] done\n- [ ] not yet\n\nSeen [1].\n\n![chart](https://example.org/c.png)");
    expect(html).toContain("☑ done");
    expect(html).toContain("☐ not yet");
    expect(html).toContain("Seen [1].");
    expect(html).toContain('<a href="https://example.org/c.png">chart</a>');
    expect(await toHtml("![dot](data:image/png;base64,AAAA)")).toContain('<img src="data:image/png;base64,AAAA"');
    expect(await toHtml("![mine](/files/a.png)")).toBe("<p>mine</p>");
  });

  test("includes a plain text version", async () => {
    expect((await toRichText("# Title\n\nA **bold** word.")).text).toBe("Title\nA bold word.");
  });

  test.each(markdownAttacks)("writes no unexpected markup for $name", async ({ source }) => {
    const html = await toHtml(source);
    expect(findUnexpectedMarkup(html.replace(/<math xmlns="http:\/\/www\.w3\.org[\s\S]*?<\/math>/g, ""))).toEqual([]);
    expect(html).not.toMatch(/<(script|iframe|style|svg|form|object|maction)\b/i);
    for (const [, href] of html.matchAll(/\b(?:href|src)="([^"]*)"/g))
      expect(href).toMatch(/^(https?:|mailto:|data:image\/)/);
  });

  test("writes only expected tags and attributes for any source", async () => {
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
        expect(findUnexpectedMarkup(await toHtml(source))).toEqual([]);
      }),
    );
  });
});

test("a request for an artifact, which is addressed to a program, is not copied", async () => {
  const { html, text } = await toRichText('Here it is.\n\n```autoArtifacts\n{"name": "Chart"}\n```');
  expect([html, text]).toEqual(["<p>Here it is.</p>", "Here it is."]);
});
