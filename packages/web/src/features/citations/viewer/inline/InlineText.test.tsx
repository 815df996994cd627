import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { InlineMarkdownContext } from "./InlineMarkdownContext.ts";
import { InlineText } from "./InlineText.tsx";

const source = "See **the *best* guide** at [docs](https://a.example) &amp; `rm *` or \\*that\\*.";

function render(part: { from?: number; to?: number } = {}, isMarkdown = true): string {
  return renderToStaticMarkup(
    <InlineMarkdownContext value={isMarkdown}>
      <InlineText text={source} {...part} />
    </InlineMarkdownContext>,
  );
}

test("Markdown is shown with its emphasis and code, links as text, and other text as it is", () => {
  expect(render()).toBe(
    "See <strong>the </strong><strong><em>best</em></strong><strong> guide</strong> at docs &amp; <code>rm *</code> or *that*.",
  );
  expect(render({}, false)).toContain("See **the *best* guide** at [docs](https://a.example) &amp;amp;");
});

test("a part of it has the style of its place, and parts are complete together", () => {
  const from = source.indexOf("st* gu");
  expect(render({ from, to: from + "st* gu".length })).toBe("<strong><em>st</em></strong><strong> gu</strong>");
  const toText = (markup: string) => markup.replaceAll(/<[^>]*>/g, "");
  for (let cut = 0; cut <= source.length; cut++)
    expect(toText(render({ to: cut }) + render({ from: cut }))).toBe(toText(render()));
});

test("what a document says is never markup", () => {
  const markup = renderToStaticMarkup(
    <InlineMarkdownContext value>
      <InlineText
        text={"<img src=x onerror=alert(1)> [a](javascript:alert(1)) ![b](https://a.example/b.png) <b>c</b>"}
      />
    </InlineMarkdownContext>,
  );
  expect(markup).not.toMatch(/<(?!\/?(strong|em|del|code)>)/);
});
