import fc from "fast-check";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { katexMarkupToElements } from "./katexMarkupToElements.ts";
import { renderMath } from "./renderMath.ts";

const draw = (node: ReactNode) => renderToStaticMarkup(createElement("div", null, node));

describe("formulas", () => {
  test("a formula is drawn with its styles and with MathML for who listens", () => {
    const drawn = draw(renderMath("\\frac{a}{\\sqrt{b}} + \\vec{c} \\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}", true));
    expect(drawn).toContain('class="katex-display"');
    expect(drawn).toContain("<mfrac>");
    expect(drawn).toContain('<annotation encoding="application/x-tex">');
    expect(drawn).toMatch(/style="height:[\d.]+em/);
    expect(drawn).toMatch(/<svg [^>]*viewBox="[^"]+"[^>]*><path d="/);
  });

  test("what KaTeX draws comes through whole: every element and every style", () => {
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

  test("what TeX cannot read, or what never ends, is no formula", () => {
    for (const tex of ["\\frac{a", "\\nosuch", "\\def\\x{\\x\\x}\\x", "{".repeat(3_000), "x".repeat(5_000)]) {
      expect(renderMath(tex, false)).toBeNull();
    }
  });

  test("a formula as deep as people write is drawn, one that could end the browser's process is not", () => {
    const nested = (depth: number) => `${"\\frac{1}{".repeat(depth)}x${"}".repeat(depth)}`;
    expect(renderMath(nested(10), true)).not.toBeNull();
    expect(renderMath(nested(300), true)).toBeNull();
  });

  test("a formula brings no link, no picture and no attribute of its own", () => {
    const asked =
      "\\href{javascript:alert(1)}{x} \\includegraphics{https://evil.example/p.gif} \\htmlClass{a}{x} \\htmlStyle{color:red}{x}";
    for (const tex of [asked, ...asked.split(" ")]) {
      const drawn = draw(renderMath(tex, false));
      expect(drawn).not.toMatch(/<(?:a|img) |href=|src=/);
    }
  });

  test("markup that is not made of the allowed elements gives nothing", () => {
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
      draw(
        katexMarkupToElements(
          '<span onclick="x" style="background:url(//e);height:1em;position:fixed">&lt;b&gt;</span>',
        ),
      ),
    ).toBe('<div><span><span style="height:1em">&lt;b&gt;</span></span></div>');
  });

  test("no markup whatever makes another element", () => {
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
        const drawn = draw(katexMarkupToElements(parts.join("")));
        expect(drawn.match(/<(?!\/?(?:div|span|path)\b)/)).toBeNull();
      }),
    );
  });
});
