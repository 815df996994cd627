import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { createDocumentConverter } from "./createDocumentConverter.ts";
import { ConversionError, type DocumentSection } from "./documentConverter.ts";
import { createSlidesTemplate } from "./templates/createSlidesTemplate.ts";
import { createWordTemplate } from "./templates/createWordTemplate.ts";
import { createConverterFixture, listSlides, textOf } from "./testing/convertDocument.ts";

const { folder, config, log, converter, convert, convertAsServer } = await createConverterFixture();
const createAnswer = (markdown: string): DocumentSection => ({ kind: "assistant", markdown });

const sampleMarkdown = [
  "## Steps",
  "Heat is **absorbed** at $T_h$ [1].",
  "1. first\n2. second\n   - inner",
  "| Engine | Efficiency |\n|---|---:|\n| Otto | 37 % |\n| Diesel | 43 % |",
  '```python\nprint("<b>")\n```',
  "```mermaid\ngraph TD; A-->B\n```",
  "$$\\int_0^1 x\\,dx$$",
  "[a page](https://example.org/?a=1&b=2) and [not one](javascript:alert(1))",
].join("\n\n");

/** Writes a template whose headings have the colour AB12CD. `part`: name of the part that contains the colour. */
async function writeTemplate(name: string, template: Uint8Array, part: string): Promise<string> {
  const parts = unzipSync(template);
  const recoloredXml = strFromU8(parts[part] ?? new Uint8Array()).replaceAll("1A6C91", "AB12CD");
  const path = join(folder, name);
  await writeFile(path, zipSync({ ...parts, [part]: strToU8(recoloredXml) }));
  return path;
}

describe("a Word document", () => {
  test("[C1.09] has native headings, lists, tables, code, formulas and images, and preserves unclosed, deep and huge blocks", async () => {
    const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const parts = await convert(
      "docx",
      [
        { kind: "name", markdown: "# Engines" },
        { kind: "user", markdown: "What is\nit?" },
        createAnswer(sampleMarkdown),
        createAnswer("```js\nnever closed"),
        createAnswer("## After it"),
        createAnswer(`![a dot](data:image/png;base64,${dot})`),
        createAnswer(`${">".repeat(5_000)} deepest`),
        createAnswer("many ".repeat(30_000)),
      ],
      { title: "Engines & <more>" },
    );
    const xml = parts["word/document.xml"] ?? "";
    expect(xml).toMatch(/<w:pStyle w:val="Heading1" ?\/>[\s\S]*?Engines/);
    expect(xml).toMatch(/<w:pStyle w:val="Heading2" ?\/>[\s\S]*?Steps/);
    expect(xml).toMatch(/<w:pStyle w:val="Prompt" ?\/>/);
    expect(xml).toContain("<w:b />");
    expect(xml.match(/<w:tr>/g)).toHaveLength(3);
    expect(xml).toMatch(/<w:pStyle w:val="SourceCode" ?\/>/);
    expect(xml).toContain("&lt;b&gt;");
    expect(xml.match(/<m:oMath>/g)).toHaveLength(2);
    expect(textOf(xml)).toContain("graph TD; A--&gt;B");
    expect(textOf(xml)).toContain("[1]");
    expect(xml).toMatch(/<w:numPr>/);
    expect(parts["docProps/core.xml"]).toContain("<dc:title>Engines &amp; &lt;more&gt;</dc:title>");
    const relationshipsXml = parts["word/_rels/document.xml.rels"] ?? "";
    expect(relationshipsXml).toContain("https://example.org/?a=1&amp;b=2");
    expect(JSON.stringify(parts)).not.toContain("javascript:");
    // Unclosed syntax ends with its section.
    expect(xml).toMatch(/<w:pStyle w:val="Heading2" ?\/>((?!<w:p>)[\s\S])*?After it/);
    expect(Object.keys(parts).some((name) => /^word\/media\/.*\.png$/.test(name))).toBe(true);
    expect(xml).toContain("deepest");
    expect(textOf(xml).match(/many/g)).toHaveLength(30_000);
  });

  test("writes each block from right to left whose first strong character is, as on the screen, but no code", async () => {
    const { "word/document.xml": xml = "" } = await convert("docx", [
      { kind: "name", markdown: "# כותרת" },
      { kind: "user", markdown: "1. سؤال" },
      createAnswer(
        [
          "**Tide** is גאות in Hebrew.",
          "`npm` 42 גאות is **שפל** `let a` $x$ [קישור](https://example.org)",
          "- פריט\n- item\n\n  ```js\n  let inList;\n  ```",
          "> ציטוט",
          "| ים | sea |\n|:--|--:|\n| גל | `wave` |",
          "```js\n// הערה\n```",
          "| sea | ים |\n|:--|--:|\n| wave | גל |",
        ].join("\n\n"),
      ),
    ]);
    const paragraphs = [...xml.matchAll(/<w:p>(?:(?!<\/w:p>)[\s\S])*<\/w:p>/g)].map(([paragraph]) => paragraph);
    const listTexts = (isRightToLeft: boolean) =>
      paragraphs.filter((paragraph) => paragraph.includes("<w:bidi />") === isRightToLeft).map(textOf);
    expect(listTexts(true)).toEqual([
      ...["כותרת", "سؤال", "npm 42 גאות is שפל let a x קישור"],
      ...["פריט", "ציטוט", "ים", "גל", "wave", "ים", "גל"],
    ]);
    expect(listTexts(false)).toEqual([
      ...["Tide is גאות in Hebrew.", "item", "let inList;", "sea", "// הערה", "sea", "wave"],
    ]);
    // Each item has its mark.
    const marked = paragraphs.filter((paragraph) => paragraph.includes("<w:numPr>")).map(textOf);
    expect(marked).toEqual(expect.arrayContaining(["سؤال", "פריט", "item"]));
    const runs = [...xml.matchAll(/<w:r>(?:(?!<\/w:r>)[\s\S])*<\/w:r>/g)].map(([run]) => run);
    const isRunRightToLeft = (text: string) =>
      runs.filter((run) => textOf(run).includes(text)).map((run) => run.includes("<w:rtl />"));
    for (const text of ["שפל", "קישור", "سؤال", "ציטוט"]) expect(isRunRightToLeft(text), text).toEqual([true]);
    for (const text of ["npm", "let a", "הערה"]) expect(isRunRightToLeft(text), text).toEqual([false]);
    expect(xml.match(/<w:bidiVisual \/>/g)).toHaveLength(1);
    expect(xml).toMatch(/<w:tblStyle [^>]*><w:bidiVisual \/><w:tblW [^>]*>(?:(?!<\/w:p>)[\s\S])*>ים</);
    // "Left" is where the lines begin, so that the columns are aligned as on the screen.
    const alignmentOf = (text: string) =>
      paragraphs.filter((paragraph) => textOf(paragraph) === text).map((each) => /<w:jc w:val="(\w+)"/.exec(each)?.[1]);
    expect(["wave", "גל", "sea", "ים"].map(alignmentOf)).toEqual([
      ["left", "left"],
      ["right", "left"],
      ["right", "left"],
      ["right", "left"],
    ]);
  });

  test("is proofread in the language of its text, or as the template says if that is unknown", async () => {
    const readLanguage = async (markdown: string) => {
      const { "word/styles.xml": styles = "" } = await convert("docx", [createAnswer(markdown)]);
      return /<w:lang [^>]*w:val="([^"]*)"/.exec(styles)?.[1];
    };
    const german = "Die Bibliothek ist montags geschlossen. Bücher können an allen anderen Tagen ausgeliehen werden.";
    expect(await readLanguage(german)).toBe("de");
    expect(await readLanguage("12 34")).toBe("en-GB");
  });

  test("uses the styles of a custom template, and nothing in the text reaches files, other servers or raw XML", async () => {
    const attacks = [
      "![x](http://169.254.169.254/latest)",
      "![x](file:///etc/passwd)",
      "![x](/etc/passwd) ![y](template) ![z](stdin)",
      "<w:p>raw</w:p>",
      "```{=openxml}\n<w:p><w:r><w:t>raw</w:t></w:r></w:p>\n```",
      "`<w:br/>`{=openxml}",
      "\\input{/etc/passwd} $\\input{/etc/passwd}$",
      "---\ntitle: taken\nreference-doc: x\n---",
      "{{< include /etc/passwd >}}",
      "[x](file:///etc/passwd) [y](\\\\host\\share) <file:///c:/x>",
      "::: {custom-style=Title}\nx\n:::",
      "\u0000\u0001 \ud800 \uffff",
    ].join("\n\n");
    const templatePath = await writeTemplate("own.docx", createWordTemplate(), "word/styles.xml");
    const parts = await convertAsServer("docx", [createAnswer(attacks)], { templatePath });
    expect(parts["word/styles.xml"]).toContain("AB12CD");
    const xml = parts["word/document.xml"] ?? "";
    expect(JSON.stringify(parts)).not.toContain("root:");
    expect(xml).not.toContain("<w:t>raw</w:t></w:r></w:p>\n");
    expect(textOf(xml)).toContain("&lt;w:p&gt;raw&lt;/w:p&gt;");
    expect(xml).not.toMatch(/w:val="Title"/);
    const externalTargets = [...(parts["word/_rels/document.xml.rels"] ?? "").matchAll(/TargetMode="External"[^>]*/g)];
    expect(externalTargets).toHaveLength(1);
    expect(parts["word/_rels/document.xml.rels"]).toContain("http://169.254.169.254/latest");
    expect(Object.keys(parts).filter((name) => name.includes("media"))).toEqual([]);
  });
});

describe("a PowerPoint document", () => {
  test("[C1.09] has a slide for each heading, tables and code, under the title of the prompt, with the layouts of a custom template", async () => {
    const templatePath = await writeTemplate("own.pptx", createSlidesTemplate(), "ppt/theme/theme1.xml");
    const parts = await convert(
      "pptx",
      [
        { kind: "name", markdown: "# Engines" },
        { kind: "user", markdown: "What is it?" },
        createAnswer(`Before.\n\n${sampleMarkdown}`),
      ],
      { templatePath },
    );
    expect(parts["ppt/theme/theme1.xml"]).toContain("AB12CD");
    const slides = listSlides(parts);
    expect(textOf(slides[0] ?? "")).toBe("Engines");
    expect(textOf(slides[1] ?? "")).toMatch(/^What is it\?Before\./);
    expect(textOf(slides[2] ?? "")).toMatch(/^StepsHeat is absorbed/);
    const tables = slides.filter((slide) => slide.includes("<a:tbl>"));
    expect(tables).toHaveLength(1);
    expect(textOf(tables[0] ?? "")).toMatch(/Otto37 %Diesel43 %/);
    const code = slides.find((slide) => slide.includes("print")) ?? "";
    expect(code).toMatch(/<a:rPr sz="1400"[^>]*>[\s\S]*?Consolas/);
  });

  test("has native formulas in titles, text and tables, and each of them as text for programs that show none", async () => {
    const markdown = [
      "## Title $x^2$",
      "Heat at $T_h < 1$ and $\\frac{a+b}{c}$.",
      "## Alone",
      "$$\\sum_{i=1}^n \\sqrt{i}$$",
      "## Table",
      "| Engine $e$ | Efficiency |\n|---|---|\n| Otto | $1-\\frac{T_c}{T_h}$ |",
    ].join("\n\n");
    const slides = listSlides(await convert("pptx", [createAnswer(markdown)]));
    const alternatives = slides.flatMap((slide) => [
      ...slide.matchAll(/<mc:Choice ([^>]*)>([\s\S]*?)<\/mc:Choice><mc:Fallback>([\s\S]*?)<\/mc:Fallback>/g),
    ]);
    expect(alternatives.map(([, , choice = ""]) => choice.match(/<m:oMath[ >]/g)?.length)).toEqual([1, 2, 1, 2]);
    expect(alternatives.map(([, , , fallback = ""]) => textOf(fallback))).toEqual([
      "Title x^2",
      "Heat at T_h&lt;1 and (a+b)/c.",
      "∑_(i=1)^n √i",
      "Engine eEfficiencyOtto1−(T_c)/(T_h)",
    ]);
    for (const [, attributes = "", , fallback] of alternatives) {
      // LibreOffice 7 takes a choice that requires only `a14`, and then shows no formulas.
      expect(attributes).toMatch(/ Requires="a14 p14"/);
      expect(fallback).not.toContain("a14:");
    }
    expect(slides.join("").match(/<a14:m>/g)).toHaveLength(6);
  });

  test("[C1.09] puts answers without prompts under the conversation's name and their own headings, and continues long ones on the next slides", async () => {
    const sentences = Array.from(
      { length: 60 },
      (_, index) => `Sentence number ${index} says something of some length.`,
    );
    const items = Array.from({ length: 40 }, (_, index) => `- item ${index};`);
    const lines = Array.from({ length: 70 }, (_, index) => `line_${index};`);
    const rows = Array.from({ length: 30 }, (_, index) => `| row ${index}; | x |`);
    const longMarkdown = [
      "# One",
      sentences.join(" "),
      "## Two",
      items.join("\n"),
      "### Three",
      `\`\`\`js\n${lines.join("\n")}\n\`\`\``,
      "## Four",
      `| a | b |\n|---|---|\n${rows.join("\n")}`,
    ].join("\n\n");
    const document = await convert("pptx", [
      { kind: "name", markdown: "# Engines" },
      createAnswer("## One\n\nFirst.\n\n## Nothing under it"),
      createAnswer("Second.\n\n#### Smaller\n\nMore."),
      { kind: "name", markdown: "# Other" },
      createAnswer("Third."),
      createAnswer(longMarkdown),
    ]);
    const shortSlides = listSlides(document).slice(0, 6);
    expect(shortSlides.map(textOf)).toEqual([
      "Engines",
      "OneFirst.",
      "Nothing under it",
      "EnginesSecond.SmallerMore.",
      "Other",
      "OtherThird.",
    ]);
    const slides = listSlides(document).slice(6);
    const allText = slides.map(textOf).join("\n");
    for (let index = 0; index < 30; index += 1) {
      for (const expectedText of [`number ${index} says`, `item ${index};`, `row ${index};`])
        expect(allText).toContain(expectedText);
    }
    expect(allText.match(/line_\d+;/g)).toHaveLength(70);
    expect(slides.length).toBeGreaterThan(12);
    for (const slide of slides) {
      expect(textOf(slide).length).toBeLessThan(1_400);
      expect((slide.match(/<a:br ?\/>/g) ?? []).length).toBeLessThan(18);
    }
  });
});

async function failureOf(conversion: Promise<unknown>): Promise<ConversionError> {
  const error = await conversion.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ConversionError) return error;
  throw error ?? new Error("it was document");
}

describe("the converter process", () => {
  const signal = new AbortController().signal;
  const request = { format: "docx", templatePath: null, title: "t", sections: [createAnswer("x")], signal } as const;
  const getProgramPath = (name: string) => fileURLToPath(new URL(`../documents/testing/${name}.ts`, import.meta.url));

  test("reports a template that is damaged or of the wrong type", async () => {
    const templatePath = join(folder, "bad.docx");
    for (const bytes of [
      Buffer.from("no archive"),
      Buffer.from(zipSync({ "word/styles.xml": strToU8("<w:styles") })),
    ]) {
      await writeFile(templatePath, bytes);
      const failure = await failureOf(converter.convert({ ...request, templatePath }));
      expect(failure).toMatchObject({
        failure: "template",
        userMessage: expect.stringMatching(/template can’t be used/),
      });
    }
    expect(await failureOf(converter.convert({ ...request, templatePath: join(folder, "none.docx") }))).toMatchObject({
      failure: "template",
    });
  });

  test.each([
    ["crashingProcess", "crashed"],
    ["invalidMessageProcess", "crashed"],
    ["hangingProcess", "timeout"],
    ["missingOutputProcess", "crashed"],
  ] as const)("fails with a reason if it is a %s", async (program, failure) => {
    const faultyConverter = createDocumentConverter(config, log, {
      program: getProgramPath(program),
      timeoutMs: 2_000,
    });
    const conversionError = await failureOf(faultyConverter.convert(request));
    expect(conversionError.failure).toBe(failure);
    expect(conversionError.userMessage).toMatch(/Please try again|Choose fewer/);
  });

  test("is killed if it exhausts memory", async () => {
    const exhaustingConverter = createDocumentConverter(config, log, {
      program: getProgramPath("memoryExhaustingProcess"),
      memoryBytes: 3e8,
    });
    expect(await failureOf(exhaustingConverter.convert(request))).toMatchObject({ failure: "memory" });
  });

  test("is killed when the caller aborts, and leaves no files behind", async () => {
    const hangingConverter = createDocumentConverter(config, log, { program: getProgramPath("hangingProcess") });
    const controller = new AbortController();
    const pendingConversion = hangingConverter.convert({ ...request, signal: controller.signal });
    controller.abort(new Error("the server ends"));
    await expect(pendingConversion).rejects.toThrow("the server ends");
  });

  test("is unavailable, with the reason, if pandoc is not installed", async () => {
    const converterWithoutPandoc = createDocumentConverter(config, log, { isInstalled: false });
    expect(converterWithoutPandoc.unavailable).toMatch(/pandoc-wasm isn’t installed/);
    expect(converter.unavailable).toBeNull();
    await failureOf(converterWithoutPandoc.convert(request));
  });
});
