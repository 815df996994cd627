import { prerender } from "react-dom/static";
import { expect, test } from "vitest";
import { Markdown } from "../Markdown.tsx";
import { type Citations, CitationsContext } from "./CitationsContext.ts";

const citations: Citations = {
  numbers: new Set([1, 2, 3]),
  openNumbers: new Set(),
  getLabel: (number) => `Source ${number}`,
  onOpen: () => {},
  onHover: () => {},
};

/** Renders with all lazy parts loaded; a cited number becomes `<1>`. */
async function render(source: string, { streaming = false, value = citations as Citations | null } = {}) {
  const { prelude } = await prerender(
    <CitationsContext value={value}>
      <Markdown source={source} streaming={streaming} />
    </CitationsContext>,
  );
  const html = await new Response(prelude).text();
  return html
    .replace(/<!--.*?-->/g, "")
    .replace(/<span role="button"[^>]*aria-label="Source (\d)"[^>]*>\1<\/span>/g, "<$1>")
    .replace(/<\/?(?:sup|span|div)[^>]*>/g, "")
    .replace(/ class="[^"]*"| dir="(?:auto|ltr)"/g, "");
}

test("marks of known citations become numbers wherever there is text", async () => {
  expect(await render("so [1], **and [2, 3]**")).toBe("<p>so [<1>], <strong>and [<2>, <3>]</strong></p>");
  expect(await render("# A [1]\n\n- b [2]")).toContain("<h2>A [<1>]</h2>");
  expect(await render("| a |\n|---|\n| b [3] |")).toContain("<td>b [<3>]</td>");
  expect(await render("a &amp; b [1] &lt;")).toBe("<p>a &amp; b [<1>] &lt;</p>");
});

test("marks in code, formulas or links, and marks of unknown citations, stay text", async () => {
  for (const source of [
    "`x[1]`",
    "```\nx[1]\n```",
    "$a_[1]$",
    "[see [1]](https://example.org)",
    "[1](https://a.org)",
    "[9]",
  ]) {
    expect(await render(source)).not.toMatch(/<\d>/);
  }
  expect(await render("so [1]", { value: null })).toBe("<p>so [1]</p>");
});

test("a label that the text defines is a link, not a citation", async () => {
  expect(await render("see [1]\n\n[1]: https://example.org")).toContain('href="https://example.org/"');
});

test("an incomplete mark is text until the rest arrives", async () => {
  expect(await render("so [1", { streaming: true })).not.toMatch(/<\d>/);
  expect(await render("so [1]", { streaming: true })).toContain("[<1>]");
});
