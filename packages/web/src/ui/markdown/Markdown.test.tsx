import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Markdown } from "./Markdown.tsx";
import { heavyAnswers } from "./testing/heavyAnswers.ts";
import { heavyMarkdown, markdownAttacks } from "./testing/markdownAttacks.ts";

const noop = () => {};

/** Renders to HTML and removes classes, directions, icons and React's markers for lazy parts, which these tests do not check. */
function render(source: string, { streaming = false, onAppLink = noop as (() => void) | null } = {}): string {
  const handler = onAppLink ? { onAppLink } : {};
  return renderToStaticMarkup(<Markdown source={source} streaming={streaming} {...handler} />)
    .replace(/<!--\/?\$!?-->|<template(?: data-\w+="[^"]*")*><\/template>/g, "")
    .replace(/ class="[^"]*"| dir="(?:auto|ltr)"/g, "")
    .replace(/^<div>|<\/div>$/g, "");
}

describe("what is inserted into a text", () => {
  /** Renders `<hr>` for a finished insert and `<wbr>` for an active one. */
  const renderWith = (
    source: string,
    inserts: readonly (readonly [offset: number, isActive?: boolean])[],
    streaming = false,
  ) =>
    renderToStaticMarkup(
      <Markdown
        source={source}
        streaming={streaming}
        inserts={inserts.map(([offset, isActive = false], index) => {
          return { key: `${index}`, offset, isActive, node: isActive ? <wbr /> : <hr /> };
        })}
      />,
    )
      .replace(/ class="[^"]*"| dir="auto"/g, "")
      .replace(/^<div>|<\/div>$/g, "");

  test("stands between the blocks before and after it", () => {
    expect(renderWith("One.\n\nTwo.", [[4]])).toBe("<p>One.</p><hr/><p>Two.</p>");
    expect(renderWith("One.\n\nTwo.", [[0], [6], [10]])).toBe("<hr/><p>One.</p><hr/><p>Two.</p><hr/>");
    expect(renderWith("- a\n\n- b", [[3]])).toBe("<ul><li>a</li></ul><hr/><ul><li>b</li></ul>");
    expect(renderWith("", [[0]])).toBe("<hr/>");
    expect(renderWith("One.", [[900]])).toBe("<p>One.</p><hr/>");
  });

  test("stands after a block that it would break", () => {
    expect(renderWith("One\ntwo.\n\nThree.", [[2]])).toBe("<p>One\ntwo.</p><hr/><p>Three.</p>");
    const code = renderWith("```\na\n\nb\n```\n\nc", [[5]]);
    expect(code.match(/<pre/g)).toHaveLength(1);
    expect(code).toMatch(/<hr\/><p>c<\/p>$/);
    expect(renderWith("| a |\n|---|\n| b |\n\nc", [[8]])).toMatch(/<\/table><\/section><hr\/><p>c<\/p>$/);
  });

  test("leaves the links of the text as they are", () => {
    expect(renderWith("[one]\n\n[one]: https://a.example", [[5]])).toContain('href="https://a.example/"');
  });

  test("has a place for the caret after it, unless it is active itself", () => {
    expect(renderWith("One.", [[4]], true)).toBe("<p>One.</p><hr/><p></p>");
    expect(renderWith("One.", [[4, true]], true)).toBe("<p>One.</p><wbr/>");
    expect(renderWith("", [[0, true]], true)).toBe("<wbr/>");
    expect(renderWith("One.\n\nTwo", [[4]], true)).toBe("<p>One.</p><hr/><p>Two</p>");
  });
});

describe("structure", () => {
  test("[C2.08] text, emphasis, headings and rules", () => {
    expect(render("# One\n\na **b** *c* ~~d~~ `e` f\\\ng\n\n---")).toBe(
      "<h2>One</h2><p>a <strong>b</strong> <em>c</em> <del>d</del> <code>e</code> f<br/>g</p><hr/>",
    );
    expect(render("###### Six")).toBe("<h6>Six</h6>");
  });

  test("short code is not broken at its spaces, long code is", () => {
    expect(render("`n = 3000` and `a command with rather many arguments`")).toBe(
      '<p><code data-unbroken="true">n = 3000</code> and <code>a command with rather many arguments</code></p>',
    );
  });

  test("[C2.08] a table is in its own scroll container", () => {
    expect(render("| a | b |\n|:--|--:|\n| `1` | 2 |")).toBe(
      '<section aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>' +
        "<tbody><tr><td><code>1</code></td><td>2</td></tr></tbody></table></section>",
    );
  });

  test("lists nest, keep their start number and show task boxes", () => {
    expect(render("- a\n  1. b\n- c")).toBe("<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>");
    expect(render("3. a\n4. b")).toBe('<ol start="3"><li>a</li><li>b</li></ol>');
    const tasks = render("- [x] did\n- [ ] do");
    expect(tasks).toContain('aria-label="Done"');
    expect(tasks).toContain('aria-label="To do"');
    expect(tasks).toContain("<div>do</div>");
    expect(render("- [ ] a\n\n- [x] b")).toContain("<p>a</p>");
  });

  test("quotes contain blocks", () => {
    expect(render("> a\n>\n> - b")).toBe("<blockquote><p>a</p><ul><li>b</li></ul></blockquote>");
  });

  test("[C2.08] code shows its language, a copy button and a download button", () => {
    const html = render("# Code\n\n```ts\nconst a = `<b>`;\n\n# no heading\n```");
    expect(html).toContain("TypeScript");
    expect(html).toContain("Copy code");
    expect(html).toContain('aria-label="Download code"');
    expect(html).toContain("<code>const a = `&lt;b&gt;`;\n\n# no heading</code>");
  });

  test("a list whose last item was not written ends before it, but a number alone stays", () => {
    expect(render("1. a\n2.")).toBe("<ol><li>a</li></ol>");
    expect(render("- a\n\n  - b\n  -")).not.toContain("<li></li>");
    expect(render("- a\n- [ ] ")).toContain("<li>[ ]</li>");
    expect(render("42.")).toBe('<ol start="42"><li></li></ol>');
  });

  test("code inside a list item belongs to it", () => {
    expect(render("- a\n\n  ```py\n  x = 1\n\n  y\n  ```\n- b")).toMatch(
      /^<ul><li><p>a<\/p>.*x = 1\n\ny<\/code>.*<p>b<\/p><\/li><\/ul>$/s,
    );
  });

  test("dollar signs delimit formulas but not amounts of money", () => {
    expect(render("so $x_1*y*$ and \\(a*b*c\\)")).toContain("x_1*y*");
    expect(render("so $x_1*y*$ and \\(a*b*c\\)")).not.toContain("<em>");
    expect(render("$$\na\n- b\n$$")).toContain("<code>a\n- b</code>");
    expect(render("\\[\nx = 1\n\\]\n\nafter")).toContain('aria-label="Formula"');
    for (const money of [
      "$5 and $10",
      "costs $5, or 10$ in cash",
      "US$5 and CA$7",
      "$5-$10",
      "a $HOME/$USER b",
      "only 5$",
    ]) {
      expect(render(money)).toBe(`<p>${money}</p>`);
    }
  });

  test("character references are decoded in text but not in code", () => {
    expect(render("a &amp; &lt;b&gt; &copy; &nosuch; `&amp;`")).toBe(
      "<p>a &amp; &lt;b&gt; © &amp;nosuch; <code>&amp;amp;</code></p>",
    );
  });

  test("HTML tags are shown as text, except line breaks", () => {
    expect(render('<div onclick="x">**b**</div>')).toBe(
      "<p>&lt;div onclick=&quot;x&quot;&gt;<strong>b</strong>&lt;/div&gt;</p>",
    );
    expect(render("a<br>b")).toBe("<p>a<br/>b</p>");
  });
});

test("each block takes the direction of its text, and code and formulas run from left to right", () => {
  const html = renderToStaticMarkup(
    <Markdown source={"`npm` גאות $x$\n\n# راس\n\n- א\n  - ב\n\n> ג\n\n| ד |\n|---|\n| ה |\n\n```js\nx\n```"} />,
  );
  const directions = [...html.matchAll(/<([a-z]\w*)[^>]* dir="(\w+)"/g)].map(
    ([, tag, direction]) => `${tag} ${direction}`,
  );
  expect(directions.slice(0, 7)).toEqual([
    "p auto",
    "code ltr",
    "span ltr",
    "h2 auto",
    "ul auto",
    "blockquote auto",
    "section auto",
  ]);
  expect(html).toMatch(/<pre[^>]* dir="ltr"/);
});

describe("links", () => {
  test("[C2.08] [C2.11] http and https links open in a new tab without an opener", () => {
    expect(render("[a](https://example.org/x) <http://b.example> https://c.example.")).toBe(
      '<p><a href="https://example.org/x" title="https://example.org/x" target="_blank" rel="noopener noreferrer">a</a> ' +
        '<a href="http://b.example/" title="http://b.example/" target="_blank" rel="noopener noreferrer">http://b.example</a> ' +
        '<a href="https://c.example/" title="https://c.example/" target="_blank" rel="noopener noreferrer">https://c.example</a>.</p>',
    );
  });

  test("[C2.11] a link that starts with # is a button, mailto is a mail link, and other schemes are text", () => {
    expect(render("[a](#chat:send/hi)")).toBe('<p><button type="button">a</button></p>');
    expect(render("[a](#chat:send/hi)", { onAppLink: null })).toBe("<p>a</p>");
    expect(render("[a](mailto:a@b.example)")).toBe('<p><a href="mailto:a@b.example">a</a></p>');
    expect(render("[**a**](javascript:alert) [b](/own) [c](ftp://x.example)")).toBe("<p><strong>a</strong> b c</p>");
  });

  test("a remote image becomes a link, an embedded one is shown", () => {
    expect(render("![a](https://x.example/p.png)")).toMatch(
      /^<p><a href="https:\/\/x\.example\/p\.png" [^>]*>a<\/a><\/p>$/,
    );
    expect(render("![a](data:image/png;base64,AAAA)")).toContain('<img src="data:image/png;base64,AAAA" alt="a"');
    expect(render("[![a](https://x.example/p.png)](https://y.example)")).toMatch(
      /^<p><a href="https:\/\/y\.example\/"[^>]*>a<\/a><\/p>$/,
    );
  });

  test("a reference link uses its definition from anywhere in the text", () => {
    expect(render("[a][b] and [b]\n\nmore\n\n[b]: https://example.org")).toMatch(
      /<a href="https:\/\/example\.org\/".*>a<\/a> and <a .*>b<\/a>/,
    );
    expect(render("[a][b]")).toBe("<p>[a][b]</p>");
  });
});

describe("hostile text", () => {
  test.each(markdownAttacks)("[C2.11] has no effect: $name", ({ source }) => {
    expectHarmless(render(source));
    for (const end of cutLengths(source)) expectHarmless(render(source.slice(0, end), { streaming: true }));
  });

  test.each(heavyMarkdown)("renders whole and while it streams: $name", ({ source }) => {
    expectHarmless(render(source));
    expectHarmless(render(source.slice(0, source.length / 2), { streaming: true }));
  });

  test.each(heavyAnswers)("renders a long answer in parts: $name", ({ source }) => {
    const html = render(source);
    expectHarmless(html);
    expect((html.match(/<[a-z]/g) ?? []).length).toBeLessThan(4_000);
    expect(html.length).toBeLessThan(400_000);
    expect(html).not.toMatch(/[\p{M}]{31}/u);
  });

  test("[C2.11] no text produces an element or a URL that is not allowed", () => {
    fc.assert(
      fc.property(hostileText, fc.boolean(), (source, streaming) => expectHarmless(render(source, { streaming }))),
      {
        numRuns: 300,
      },
    );
  });
});

describe("while it streams", () => {
  test("incomplete syntax is not visible", () => {
    const renderOpen = (source: string) => render(source, { streaming: true });
    expect(renderOpen("a **b")).toBe("<p>a <strong>b</strong></p>");
    expect(renderOpen("a `b")).toBe("<p>a <code>b</code></p>");
    expect(renderOpen("a [b](https://exa")).toBe("<p>a b</p>");
    expect(renderOpen("a ![b](https://exa")).toBe("<p>a</p>");
    expect(renderOpen("a \\(x + ")).toBe("<p>a</p>");
    expect(renderOpen("a **$\\frac{Q_h}{T")).toBe("<p>a</p>");
    expect(renderOpen("a $5 and x_1")).toBe("<p>a $5 and x_1</p>");
    expect(renderOpen("a\n\n$$\nx + ")).toBe("<p>a</p>");
    expect(renderOpen("| a | b")).toContain("<table>");
    expect(renderOpen("| a | b |\n|--")).toContain('<th scope="col">b</th>');
    expect(renderOpen("a\n-")).toBe("<p>a</p>");
    expect(renderOpen("```py\nx\n``")).toContain("<code>x</code>");
  });

  test("text after an unclosed delimiter is shown eventually", () => {
    expect(render(`a \\(${"x ".repeat(400)}`, { streaming: true })).toContain("x x x");
  });
});

const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."[ ] ( ) ! < > \" ' # * _ ` ~ | $ \\ & ; : / @ \n \n\n - 1. > javascript: data: https:// // &#106; <a <img <script onerror= src= href= style= \\( \\) $$".split(
          " ",
        ),
        "\n",
        "\n\n",
        "[x](",
        "![x](",
        "[x]: ",
        "```",
        "| - |",
      ),
      fc.constantFrom(...markdownAttacks.map(({ source }) => source)),
      fc.string({ unit: "grapheme", maxLength: 8 }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(""));

const allowedTags = new Set(
  "div p h2 h3 h4 h5 h6 ul ol li blockquote hr br strong em del code pre a img button span section table thead tbody tr th td svg path".split(
    " ",
  ),
);
const allowedAttributes = new Set(
  (
    "class href title target rel src alt loading decoding referrerpolicy type start scope role aria-label aria-hidden aria-busy tabindex data-kind data-unbroken dir " +
    "xmlns width height viewbox fill stroke stroke-width stroke-linecap stroke-linejoin d"
  ).split(" "),
);

/** Yields the lengths at which a source is cut: every third; fewer within a code block, where all text is code. */
function* cutLengths(source: string): Generator<number> {
  const codeStep = Math.max(12, Math.ceil(source.length / 40));
  const isInCode = (end: number) => source.startsWith("```") && end > 40 && end < source.length - 12;
  for (let end = 1; end < source.length; end += isInCode(end) ? codeStep : 3) yield end;
}

/** React escapes `<` in text, so each `<` in the markup starts a real tag. */
function expectHarmless(markup: string): void {
  for (const [, tag = "", attributes = ""] of markup.matchAll(/<\/?([^\s>/]+)((?:[^>"]|"[^"]*")*)>/g)) {
    if (!allowedTags.has(tag)) expect.fail(`the element ${tag}`);
    for (const [, name = "", value = ""] of attributes.matchAll(/([^\s=/]+)="([^"]*)"/g)) {
      if (!allowedAttributes.has(name.toLowerCase())) expect.fail(`the attribute ${name} of ${tag}`);
      if (name === "href" && !/^(?:https?:\/\/[^/@]+\/|mailto:[^\s@]+@)/.test(value)) expect.fail(`the URL ${value}`);
      if (name === "src" && !/^(?:data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=]*|\/[^/\\].*)$/.test(value))
        expect.fail(`the source ${value}`);
    }
  }
}
