import fc from "fast-check";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { katexMarkupToElements } from "./katexMarkupToElements.ts";
import { renderMath } from "./renderMath.ts";

const render = (node: ReactNode) => renderToStaticMarkup(createElement("div", null, node));

describe("formulas", () => {
  test("a formula is rendered with styles, and with MathML for screen readers", () => {
    const html = render(renderMath("\\frac{a}{\\sqrt{b}} + \\vec{c} \\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}", true));
    expect(html).toContain('class="katex-display"');
    expect(html).toContain("<mfrac>");
    expect(html).toContain('<annotation encoding="application/x-tex">');
    expect(html).toMatch(/style="height:[\d.]+em/);
    expect(html).toMatch(/<svg [^>]*viewBox="[^"]+"[^>]*><path d="/);
  });

  test("all elements and styles that KaTeX produces are allowed", () => {
    const samples = [
      "\\underbrace{a+b}_{c}",
      "\\overrightarrow{AB}",
      "\\cancel{x}",
      "\\colorbox{red}{x}",
      "\\boxed{x}",
      "\\oint x",
    ];
    for (const tex of samples) expect(renderMath(tex, false), tex).not.toBeNull();
  });

  test("invalid or endless TeX is rejected", () => {
    for (const tex of ["\\frac{a", "\\nosuch", "\\def\\x{\\x\\x}\\x", "{".repeat(3_000), "x".repeat(5_000)]) {
      expect(renderMath(tex, false)).toBeNull();
    }
  });

  test("realistic nesting is rendered; nesting that could crash the browser is not", () => {
    const nestFractions = (depth: number) => `${"\\frac{1}{".repeat(depth)}x${"}".repeat(depth)}`;
    expect(renderMath(nestFractions(10), true)).not.toBeNull();
    expect(renderMath(nestFractions(300), true)).toBeNull();
  });

  test("a formula cannot add links, images or attributes", () => {
    const hostileTex =
      "\\href{javascript:alert(1)}{x} \\includegraphics{https://evil.example/p.gif} \\htmlClass{a}{x} \\htmlStyle{color:red}{x}";
    for (const tex of [hostileTex, ...hostileTex.split(" ")]) {
      const html = render(renderMath(tex, false));
      expect(html).not.toMatch(/<(?:a|img) |href=|src=/);
    }
  });

  test("markup with elements that are not allowed is rejected", () => {
    for (const markup of [
      "<script>x</script>",
      "<span><img src=x></span>",
      "<span>",
      "</span>",
      "<span a=b>x</span>",
      "<math><a>x</a></math>",
    ]) {
      expect(katexMarkupToElements(markup)).toBeNull();
    }
    expect(
      render(
        katexMarkupToElements(
          '<span onclick="x" style="background:url(//e);height:1em;position:fixed">&lt;b&gt;</span>',
        ),
      ),
    ).toBe('<div><span><span style="height:1em">&lt;b&gt;</span></span></div>');
  });

  test("no markup produces other elements", () => {
    const pieces = fc.constantFrom(
      "<",
      ">",
      "/",
      "span",
      "script",
      ' style="',
      ' class="',
      '"',
      "<span>",
      "</span>",
      "<path/>",
      "x",
      "&lt;",
      "=",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const html = render(katexMarkupToElements(parts.join("")));
        expect(html.match(/<(?!\/?(?:div|span|path)\b)/)).toBeNull();
      }),
    );
  });
});
