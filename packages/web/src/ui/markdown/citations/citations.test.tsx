import { prerender } from "react-dom/static";
import { expect, test } from "vitest";
import { Markdown } from "../Markdown.tsx";
import { type Citations, CitationsContext } from "./CitationsContext.ts";

const citations: Citations = {
  numbers: new Set([1, 2, 3]),
  nameOf: (number) => `Source ${number}`,
  onOpen: () => {},
  onHover: () => {},
};

/** What is drawn once everything is loaded; a cited number is shown as `<1>`. */
async function draw(source: string, { streaming = false, given = citations as Citations | null } = {}) {
  const { prelude } = await prerender(
    <CitationsContext value={given}>
      <Markdown source={source} streaming={streaming} />
    </CitationsContext>,
  );
  const html = await new Response(prelude).text();
  return html
    .replace(/<!--.*?-->/g, "")
    .replace(/<span role="button"[^>]*aria-label="Source (\d)"[^>]*>\1<\/span>/g, "<$1>")
    .replace(/<\/?(?:sup|span|div)[^>]*>/g, "")
    .replace(/ class="[^"]*"/g, "");
}

test("marks of known sources become numbers, wherever text stands", async () => {
  expect(await draw("so [1], **and [2, 3]**")).toBe("<p>so [<1>], <strong>and [<2>, <3>]</strong></p>");
  expect(await draw("# A [1]\n\n- b [2]")).toContain("<h2>A [<1>]</h2>");
  expect(await draw("| a |\n|---|\n| b [3] |")).toContain("<td>b [<3>]</td>");
  expect(await draw("a &amp; b [1] &lt;")).toBe("<p>a &amp; b [<1>] &lt;</p>");
});

test("not in code, formulas or links, and not where there is no such source", async () => {
  for (const source of [
    "`x[1]`",
    "```\nx[1]\n```",
    "$a_[1]$",
    "[see [1]](https://example.org)",
    "[1](https://a.org)",
    "[9]",
  ]) {
    expect(await draw(source)).not.toMatch(/<\d>/);
  }
  expect(await draw("so [1]", { given: null })).toBe("<p>so [1]</p>");
});

test("a label that the text itself defines is a link and no citation", async () => {
  expect(await draw("see [1]\n\n[1]: https://example.org")).toContain('href="https://example.org/"');
});

test("half a mark is text until the rest has come", async () => {
  expect(await draw("so [1", { streaming: true })).not.toMatch(/<\d>/);
  expect(await draw("so [1]", { streaming: true })).toContain("[<1>]");
});
