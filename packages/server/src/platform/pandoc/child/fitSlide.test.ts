import { expect, test } from "vitest";
import { fitSlide } from "./fitSlide.ts";

const createParagraph = (attributes: string, font: string) =>
  `<a:p><a:r><a:rPr${attributes}><a:latin typeface="${font}" /></a:rPr><a:t>x</a:t></a:r></a:p>`;

test.each([
  ["", ' sz="1400"'],
  [' b="1"', ' sz="1400" b="1"'],
  [' sz="2000" i="1"', ' sz="1400" i="1"'],
])("code with the attributes '%s' gets one font size", (attributes, expected) => {
  expect(fitSlide(createParagraph(attributes, "Consolas"))).toBe(createParagraph(expected, "Consolas"));
});

test("text with a code font in only some of its runs keeps its size", () => {
  const paragraph = createParagraph(' sz="2000"', "Consolas").replace(
    "</a:p>",
    "<a:r><a:rPr /><a:t>y</a:t></a:r></a:p>",
  );
  expect(fitSlide(paragraph)).toBe(paragraph);
});
