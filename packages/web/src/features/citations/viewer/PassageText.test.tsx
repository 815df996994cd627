import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PassageText } from "./PassageText.tsx";

test("the headings of a passage stand apart from its text, in which the key sentence is marked", () => {
  const html = renderToStaticMarkup(
    <PassageText
      name="a.md"
      headings="3 Building › 3.3 Tests"
      content="Run **them all**. Then *wait*."
      keySentence="Then *wait*."
    />,
  );
  expect(html).toMatch(/<span class="[^"]*headings[^"]*">3 Building › 3\.3 Tests\n<\/span>Run them all\. <mark/);
  expect(html).toMatch(/data-key-sentence[^>]*>Then wait\.</);
  // What is searched is the whole passage.
  const text = html.match(/data-find-unit="0">(.*)<\/div>/s)?.[1]?.replace(/<[^>]*>/g, "");
  expect(text).toBe("3 Building › 3.3 Tests\nRun them all. Then wait.");
});

test.each([
  ["a.md", "Skip `**/test/**` now.", "Skip **/test/** now."],
  ["a.txt", "- 5 °C at night.", "- 5 °C at night."],
  ["a.md", "- 5 **apples** a day.", "• 5 apples a day."],
])("the key sentence of %s is marked with the signs that it is shown with: %s", (name, keySentence, shown) => {
  const html = renderToStaticMarkup(
    <PassageText name={name} headings="" content={`First.\n${keySentence}\nLast.`} keySentence={keySentence} />,
  );
  expect(html).toContain(`>${shown}</span>`);
  expect(html).toMatch(/data-key-sentence/);
});
