import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseXml } from "./parseXml.ts";
import { sanitizeSvg } from "./sanitizeSvg.ts";

const svg = (inside: string, attributes = 'viewBox="0 0 100 50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;
const sanitize = (inside: string) => sanitizeSvg(svg(inside))?.svg.replace(/^<svg[^>]*>|<\/svg>$/g, "");

describe("an SVG from the frame", () => {
  test("keeps its drawing elements and gets a size", () => {
    const inside =
      '<style>#a .b{fill:url(#g);stroke:#333}</style><g class="b" transform="translate(1,2)"><rect width="3" style="fill: red"/><text>a &amp; b<tspan x="1">c</tspan></text></g>';
    const sanitizedSvg = sanitizeSvg(svg(inside, 'viewBox="-5 -6 100.4 50" style="max-width: 20px" width="100%"'));
    expect(sanitizedSvg).toMatchObject({ x: -5, y: -6, width: 101, height: 50 });
    expect(sanitizedSvg?.svg).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" width="101" height="50" viewBox="-5 -6 100.4 50">${inside.replace("&amp;", "&#38;")}</svg>`,
    );
  });

  test("gives its title and description if it has them", () => {
    expect(
      sanitizeSvg(svg("<title>Trees &#38; paths</title><desc>Three of them</desc><g><title>a</title></g>")),
    ).toMatchObject({
      title: "Trees & paths",
      description: "Three of them",
    });
  });

  test.each([
    ["a script", "<script>alert(1)</script>", ""],
    ["a script in a group", "<g><script href='x'/></g>", "<g></g>"],
    [
      "HTML inside",
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x"/></body></foreignObject>',
      "",
    ],
    ["HTML by its namespace", '<text xmlns="http://www.w3.org/1999/xhtml">x</text>', ""],
    ["a prefix for the SVG namespace", '<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>', ""],
    ["an event handler", '<rect onclick="alert(1)" ONLOAD="alert(1)" x="1"/>', '<rect x="1"/>'],
    [
      "a link",
      '<a xlink:href="https://evil.example" target="_top"><text>x</text></a>',
      '<a target="_top"><text>x</text></a>',
    ],
    ["a script behind a link", '<a href="javascript:alert(1)"/>', "<a/>"],
    ["an external image", '<image xlink:href="https://evil.example/p.png"/>', "<image/>"],
    ["an embedded SVG image", '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>', "<image/>"],
    [
      "a reference to another file",
      '<use href="https://evil.example/x.svg#a"/><use xlink:href="#a"/>',
      '<use/><use href="#a"/>',
    ],
    ["a style that loads", '<rect style="fill:url(https://evil.example/x)" fill="url(//evil.example)"/>', "<rect/>"],
    ["a style that hides a URL with an escape", '<rect style="fill:u\\72l(//evil.example)"/>', "<rect/>"],
    ["a style that hides a URL with a character reference", '<rect style="fill:u&#1;rl(//evil.example)"/>', "<rect/>"],
    [
      "a style that hides a URL with a raw control character",
      '<rect style="fill:u\u0001rl(//evil.example)"/>',
      "<rect/>",
    ],
    ["an animation that sets a URL", '<animate attributeName="href" values="javascript:alert(1)"/><set/>', ""],
    ["a comment", "<!-- <script> --><g/>", "<g/>"],
  ])("loses %s", (_, inside, expected) => {
    expect(sanitize(inside)).toBe(expected);
  });

  test.each([
    ["imported styles", svg("<style>@import '//evil.example/x.css';</style>")],
    [
      "an import split by a comment",
      svg("<style>@imp<!-- -->ort '//evil.example'; .a{fill:u<g/>rl(//evil.example)}</style>"),
    ],
    ["an import that hides behind a control character", svg("<style>@imp&#0;ort '//evil.example/x.css';</style>")],
    ["an external font", svg("<style>@font-face{font-family:x;src:url(//evil.example/x)}</style>")],
    ["an external background", svg("<style>.a{background:url( 'https://evil.example/x')}</style>")],
    ["entities", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("&a;")}`],
    ["an unknown entity reference", svg("&nbsp;")],
    ["a processing instruction", `<?xml-stylesheet href="//evil.example"?>${svg("")}`],
    ["a CDATA section", svg("<style><![CDATA[a]]></style>")],
    ["HTML instead of SVG", "<html><script>alert(1)</script></html>"],
    ["another namespace", '<svg viewBox="0 0 1 1"/>'],
    ["no size", svg("", "")],
    ["an enormous size", svg("", 'viewBox="0 0 1e9 1"')],
    ["mismatched tags", svg("<g></a>")],
    ["content after its end", `${svg("")}<script/>`],
    ["an unclosed element", svg("<g>")],
    ["the same attribute twice", svg('<rect x="1" x="2"/>')],
    ["excessive depth", svg("<g>".repeat(5_000) + "</g>".repeat(5_000))],
    ["no content", ""],
  ])("is rejected: %s", (_, text) => {
    expect(sanitizeSvg(text)).toBeNull();
  });

  test("no combination of these pieces leaves anything that runs or loads", () => {
    const pieces = fc.constantFrom(
      "<g>",
      "</g>",
      "<script>",
      "</script>",
      "<a ",
      "href=",
      '"javascript:x"',
      "'",
      '"',
      ">",
      "/>",
      "<style>",
      "</style>",
      "url(",
      "//evil.example",
      "@import",
      "<!--",
      "-->",
      "&lt;",
      "script",
      "&",
      ";",
      "onload=",
      "<image ",
      "<foreignObject>",
      " ",
      "x",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (list) => {
        const clean = sanitizeSvg(svg(list.join("")));
        if (!clean) return;
        for (const token of parseXml(clean.svg) ?? []) {
          if (token.type !== "open") continue;
          expect(["svg", "g", "a", "style", "image"]).toContain(token.name);
          for (const { name, value } of token.attributes) {
            expect(name).not.toMatch(/^on|src/);
            if (name === "href") expect(value).toMatch(/^#/);
          }
        }
        // The output parses, and sanitizing it again does not change it.
        expect(parseXml(clean.svg)).not.toBeNull();
        expect(sanitizeSvg(clean.svg)?.svg.length).toBe(clean.svg.length);
      }),
      { numRuns: getFuzzRunCount(2_000) },
    );
  });
});
