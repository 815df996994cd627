import fc from "fast-check";
import { expect, test } from "vitest";
import type { DocumentSection } from "./documentConverter.ts";
import { createConverterFixture, listSlides, textOf } from "./testing/convertDocument.ts";

const { convert } = await createConverterFixture();

/** Stands for a word in generated Markdown; each is replaced by another word. */
const word = "§";

const dot =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const plain = fc.integer({ min: 1, max: 12 }).map((count) => Array(count).fill(word).join(" "));
const inline = fc
  .array(
    fc.tuple(
      fc.constantFrom("", "**", "*", "~~", "`", "$"),
      plain,
      fc.constantFrom(
        "",
        ` [${word}](https://example.org/a?b=1&c=2)`,
        ` ![${word}](https://example.org/x.png)`,
        ` <b>${word}</b>`,
        ` ![dot](${dot})`,
      ),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.map(([mark, text, end]) => `${mark}${text}${mark}${end}`).join(" "));
const longText = fc.integer({ min: 50, max: 400 }).map((count) => `${word} `.repeat(count).trim());
const indentLines = (text: string, indent: string) => text.replaceAll("\n", `\n${indent}`);
const code = fc
  .tuple(fc.constantFrom("", "js", "no such language", "mermaid"), fc.array(plain, { minLength: 1, maxLength: 60 }))
  .map(([language, lines]) => `\`\`\`${language}\n${lines.join("\n")}\n\`\`\``);
const table = fc.integer({ min: 1, max: 6 }).chain((columns) => {
  const row = fc.array(inline, { minLength: columns, maxLength: columns }).map((cells) => `| ${cells.join(" | ")} |`);
  return fc
    .tuple(row, fc.array(row, { maxLength: 25 }))
    .map(([header, rows]) => [header, `|${"---|".repeat(columns)}`, ...rows].join("\n"));
});

const { blocks } = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    inline,
    longText,
    fc.tuple(fc.integer({ min: 1, max: 6 }), inline).map(([level, text]) => `${"#".repeat(level)} ${text}`),
    code,
    table,
    fc.constant("---"),
    tie("blocks").map((text) => `> ${indentLines(text, "> ")}`),
    fc
      .tuple(fc.constantFrom("- ", "1. ", "- [x] "), fc.array(tie("blocks"), { minLength: 1, maxLength: 6 }))
      .map(([marker, items]) => items.map((item) => `${marker}${indentLines(item, "   ")}`).join("\n")),
  ),
  blocks: fc.array(tie("block"), { minLength: 1, maxLength: 4 }).map((all) => all.join("\n\n")),
}));
const kind = fc.constantFrom<DocumentSection["kind"][]>("name", "user", "assistant", "assistant");
const section = kind.chain((kind) =>
  (kind === "name" ? plain : blocks).map(
    (text): DocumentSection => ({ kind, markdown: kind === "name" ? `# ${text}` : text }),
  ),
);

/** Generates sections that contain each of the returned words once. */
function generateDocument(seed: number): { sections: DocumentSection[]; words: string[] } {
  const words: string[] = [];
  const nameWord = () => {
    // Ends with a letter, so that no word is the beginning of another.
    const name = `q${words.length}z`;
    words.push(name);
    return name;
  };
  const sections = fc
    .sample(section, { seed, numRuns: 5 })
    .map(({ kind, markdown }) => ({ kind, markdown: markdown.replaceAll(word, nameWord) }));
  return { sections, words };
}

const countWords = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const [found] of text.matchAll(/q\d+z/g)) counts.set(found, (counts.get(found) ?? 0) + 1);
  return counts;
};

/** Counts the images of a document: those that are pictures, and those that are text, because they are in code. */
const countImages = (xml: string, pictureTag: string) =>
  xml.split(`<${pictureTag}>`).length + textOf(xml).split(dot).length - 2;

const { sections, words } = generateDocument(1);
const imageCount = sections.reduce((sum, { markdown }) => sum + markdown.split(dot).length - 1, 0);

test("a Word document has each word and image of random messages exactly once", async () => {
  const xml = (await convert("docx", sections))["word/document.xml"] ?? "";
  const counts = countWords(textOf(xml));
  expect(words.filter((name) => counts.get(name) !== 1)).toEqual([]);
  expect(countImages(xml, "pic:pic")).toBe(imageCount);
  expect([words.length > 2_000, imageCount > 50, xml.includes("<pic:pic>")]).toEqual([true, true, true]);
});

test("a presentation has each word of random messages, and each image once", async () => {
  const slides = listSlides(await convert("pptx", sections));
  const counts = countWords(slides.map(textOf).join("\n"));
  expect(words.filter((name) => !counts.has(name))).toEqual([]);
  expect(countImages(slides.join(""), "p:pic")).toBe(imageCount);
});
