import { fileTexts } from "@lectern/contract";
import { afterAll, describe, expect, test } from "vitest";
import { createXfaPdf } from "./testing/golden/pdfCases.ts";
import { openTestReader, type TestRead } from "./testing/readTestDocument.ts";
import {
  createSampleEmail,
  createSampleEpub,
  createSampleImage,
  createSampleOpenSheet,
  createSampleOpenSlides,
  createSampleOpenText,
  createSamplePdf,
  createSampleRtf,
  createSampleSheet,
  createSampleSlides,
  createSampleWord,
  placePdfLines,
} from "./testing/samples.ts";

const reader = await openTestReader();
afterAll(() => reader.close());

const listItems = ({ items }: TestRead) => items.map(({ content, location }) => [content, location]);

describe("the text and locations of a document", () => {
  test("Word: headings in any language, tables as Markdown, footnotes after their paragraph", async () => {
    const read = await reader.read("handbook.docx", createSampleWord());
    expect(listItems(read)).toEqual([
      ["# Handbook", { heading: "Handbook", paragraph: 1 }],
      ["## Loans", { heading: "Handbook > Loans", paragraph: 2 }],
      [expect.stringMatching(/^Books are lent for four weeks\./), { heading: "Handbook > Loans", paragraph: 3 }],
      [
        expect.stringMatching(/^Note: .*Reference works are not lent\.$/),
        { heading: "Handbook > Loans", paragraph: 3 },
      ],
      ["| Medium | Weeks |\n| --- | --- |\n| Film | 1 |", { heading: "Handbook > Loans", paragraph: 4 }],
      ["## Fees", { heading: "Handbook > Fees", paragraph: 5 }],
      ["A day late costs 20 cents.", { heading: "Handbook > Fees", paragraph: 6 }],
    ]);
    expect(read.kind).toBe("word");
    expect(read.items.every(({ tokens }) => tokens > 0)).toBe(true);
    expect(read.chunks.map(({ content }) => content).join("\n")).toContain("A day late costs 20 cents.");
    expect(read.progress).toEqual([...read.progress].sort((a, b) => a - b));
    expect(read.progress.at(-1)).toBe(100);
  });

  test("PowerPoint: by slide, with titles and notes", async () => {
    const read = await reader.read("talk.pptx", createSampleSlides());
    expect(listItems(read)).toEqual([
      ["# Budget", { slide: 1 }],
      ["We saved a tenth.", { slide: 1 }],
      ["# Outlook", { slide: 2 }],
      ["Next year is dearer.", { slide: 2 }],
      ["Notes: Mention the heating.", { slide: 2 }],
    ]);
  });

  test("Excel: sheets in the workbook's order, each row with its column names, values as shown", async () => {
    const read = await reader.read("orders.xlsx", createSampleSheet());
    expect(listItems(read)).toEqual([
      ["Article | Price | Ordered", { sheet: "Orders", row: 1 }],
      ["Article: Chairs; Price: 1,234.50 EUR; Ordered: 2024-01-01", { sheet: "Orders", row: 2 }],
      ["Article: Chairs!; Price: 1234.5; Ordered: TRUE", { sheet: "Orders", row: 7 }],
    ]);
  });

  test("OpenDocument: text, sheet and slides", async () => {
    expect(listItems(await reader.read("a.odt", createSampleOpenText()))).toEqual([
      ["# Statutes", { heading: "Statutes", paragraph: 1 }],
      ["The board meets in May.", { heading: "Statutes", paragraph: 2 }],
    ]);
    expect(listItems(await reader.read("a.ods", createSampleOpenSheet()))).toEqual([
      ["Room | Seats", { sheet: "Rooms", row: 1 }],
      ["Aula | two hundred", { sheet: "Rooms", row: 2 }],
    ]);
    expect(listItems(await reader.read("a.odp", createSampleOpenSlides()))).toEqual([
      [expect.stringMatching(/Welcome/), { slide: 1 }],
      ["Goodbye to all.", { slide: 2 }],
    ]);
  });

  test("RTF: letters inside and outside of its code page", async () => {
    const { items, kind } = await reader.read("cafe.rtf", createSampleRtf());
    expect(items.map(({ content }) => content)).toEqual(["The café opens at „nine”.", "It closes at five."]);
    expect(kind).toBe("rtf");
  });

  test("PDF: lines joined to paragraphs, hyphenation removed, columns in order, running headers dropped", async () => {
    const left = [
      "The library opens every work-",
      "ing day at nine. Books are",
      "lent for four weeks and no",
      "longer, say the rules of it.",
      "Readers sit by the windows.",
    ];
    const right = [
      "Fees are due at once after",
      "the loan has ended. A day",
      "costs twenty cents, a week",
      "one Euro, and so it goes on.",
      "Nobody pays more than ten.",
    ];
    const pages = [1, 2, 3].map((page) => [
      { x: 72, y: 800, size: 9, text: "Rules of the library" },
      { x: 72, y: 770, size: 18, text: `Chapter ${page}` },
      ...placePdfLines(left, { y: 720 }),
      ...placePdfLines(right, { x: 320, y: 720 }),
      { x: 290, y: 40, size: 9, text: String(page) },
    ]);
    const read = await reader.read("rules.pdf", createSamplePdf(pages));
    expect(listItems(read).slice(0, 3)).toEqual([
      ["Chapter 1", { page: 1 }],
      [expect.stringMatching(/^The library opens every working day at nine\. Books .*windows\.$/), { page: 1 }],
      [expect.stringMatching(/^Fees are due .*ten\.$/), { page: 1 }],
    ]);
    expect(read.items).toHaveLength(9);
    expect(read.items[0]?.kind).toBe("heading");
    expect(read.props).toMatchObject({ pages: 3 });
  });

  test("EPUB: chapters in reading order", async () => {
    const read = await reader.read("tales.epub", createSampleEpub());
    expect(listItems(read)).toEqual([
      ["# The Fox", { chapter: "First Tale", heading: "The Fox" }],
      ["A fox went out.", { chapter: "First Tale", heading: "The Fox" }],
      ["# The Hen", { chapter: "Second Tale", heading: "The Hen" }],
      ["A hen stayed in.", { chapter: "Second Tale", heading: "The Hen" }],
    ]);
    expect(read.props).toMatchObject({ title: "Two Tales", author: "A. Writer" });
  });

  test("email: main headers, the text of HTML without scripts, the names of attachments", async () => {
    const read = await reader.read("keys.eml", createSampleEmail());
    expect(read.items.map(({ content }) => content)).toEqual([
      expect.stringMatching(/^From: Jürgen <j@example\.org>\nTo: Library .*\nDate: .*\nSubject: Keys$/),
      "The key of the cellar is with Müller.",
      "Attachments:\n- plan.pdf (application/pdf)",
    ]);
  });

  test("HTML: headings, lists, tables and code, without scripts, styles and navigation", async () => {
    const html = `<title>Guide</title><style>p{}</style><nav>Home</nav><h1>Loans</h1><p>Four&nbsp;weeks <b>at</b> most.<ul><li>Books<li>Films<ol><li>old</ol></ul>
      <table><tr><th>Medium<th>Weeks<tr><td>Film<td>1</table><pre>if (a &lt; b)\n  lend();</pre><script>var x = "<p>no</p>";</script><h2>Fees</h2>A day is 20 cents.`;
    const read = await reader.read("guide.html", html);
    expect(listItems(read)).toEqual([
      ["# Loans", { heading: "Loans", paragraph: 1 }],
      [expect.stringMatching(/^Four\sweeks at most\.$/), { heading: "Loans", paragraph: 2 }],
      ["- Books\n- Films\n  1. old", { heading: "Loans", paragraph: 3 }],
      ["| Medium | Weeks |\n| --- | --- |\n| Film | 1 |", { heading: "Loans", paragraph: 4 }],
      ["if (a < b)\n  lend();", { heading: "Loans", paragraph: 5 }],
      ["## Fees", { heading: "Loans > Fees", paragraph: 6 }],
      ["A day is 20 cents.", { heading: "Loans > Fees", paragraph: 7 }],
    ]);
    expect(read.props).toEqual({ title: "Guide" });
  });

  test("Markdown: blocks in source form, with the headings above and the line number", async () => {
    const read = await reader.read(
      "notes.md",
      "# Loans\n\nFour weeks.\n\n## Fees\n\n- a day\n- a week\n\n```sh\n\n\nlend\n```\n",
    );
    expect(listItems(read)).toEqual([
      ["# Loans", { heading: "Loans", line: 1 }],
      ["Four weeks.", { heading: "Loans", line: 3 }],
      ["## Fees", { heading: "Loans > Fees", line: 5 }],
      ["- a day\n- a week", { heading: "Loans > Fees", line: 7 }],
      ["```sh\n\n\nlend\n```", { heading: "Loans > Fees", line: 10 }],
    ]);
  });

  test("CSV: all common delimiters, cells with line breaks, the column names in each row", async () => {
    const { items } = await reader.read("loans.csv", 'Name;Weeks\r\n"Film; old\nor new";1\r\nBook;4\r\n');
    expect(items.map(({ content, location }) => [content, location])).toEqual([
      ["Name | Weeks", { row: 1 }],
      ["Name: Film; old or new; Weeks: 1", { row: 2 }],
      ["Name: Book; Weeks: 4", { row: 3 }],
    ]);
  });

  test("JSON, notebooks, XML and code", async () => {
    const flatJson = await reader.read(
      "a.json",
      JSON.stringify({ loans: Array.from({ length: 400 }, (_, id) => ({ id, weeks: 4 })) }),
    );
    expect(flatJson.items.length).toBeGreaterThan(5);
    const notebook = {
      cells: [
        { cell_type: "markdown", source: ["# Loans\n", "Four weeks."] },
        { cell_type: "code", source: "lend()", outputs: [{ text: "done" }] },
      ],
    };
    expect(listItems(await reader.read("a.ipynb", JSON.stringify(notebook)))).toEqual([
      ["# Loans", { heading: "Loans", cell: 1 }],
      ["Four weeks.", { heading: "Loans", cell: 1 }],
      ["lend()", { heading: "Loans", cell: 2 }],
      ["done", { heading: "Loans", cell: 2 }],
    ]);
    const xml =
      '<loans>\n<loan id="7"><medium>Film</medium><p>One <b>short</b> week.</p></loan>\n<loan><medium>Book</medium></loan></loans>';
    expect(listItems(await reader.read("a.xml", xml))).toEqual([
      ["loan: id=7\nmedium: Film\np: One short week.", { line: 2 }],
      ["medium: Book", { line: 3 }],
    ]);
    const code = `${Array.from({ length: 30 }, (_, index) => `const a${index} = ${index};`).join("\n")}\n\nfunction lend() {}\n`;
    expect((await reader.read("a.ts", code)).items.map(({ location }) => location)).toEqual([
      { line: 1 },
      { line: 32 },
    ]);
  });

  test("text: UTF-8 and UTF-16 with byte order marks, windows-1252 without; blocks with their line number", async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("Grüße\r\n\r\nund Küsse", "utf16le")]);
    for (const bytes of [utf16, Buffer.from("\ufeffGrüße\n\nund Küsse"), Buffer.from("Grüße\r\rund Küsse", "latin1")])
      expect(listItems(await reader.read("a.txt", bytes))).toEqual([
        ["Grüße", { line: 1 }],
        ["und Küsse", { line: 3 }],
      ]);
    expect((await reader.read("LICENSE", "You may use it.")).kind).toBe("text");
  });

  test("[C5.18] an image, which needs no text: its size, a preview for models, and its cost in tokens", async () => {
    const read = await reader.read("a.png", await createSampleImage("png", 4_000, 2_000));
    expect(read.image).toMatchObject({ width: 4_000, height: 2_000, previewType: "image/jpeg" });
    expect(read.image?.tokens).toEqual({ openai: 1_105, anthropic: 1_640, google: 1_548, bedrock: 1_640 });
    expect(read.preview?.subarray(0, 3).toString("hex")).toBe("ffd8ff");
    expect(read.items).toEqual([]);
    const transparentImage = await reader.read("a.png", await createSampleImage("png", 100, 100, "none"));
    expect(transparentImage.image?.previewType).toBe("image/png");
    const rotatedImage = await reader.read("a.jpg", addExifRotation(await createSampleImage("jpeg", 60, 20)));
    expect(rotatedImage.image).toMatchObject({ width: 20, height: 60 });
  });
});

describe("the bytes of a file", () => {
  test("take precedence over its name", async () => {
    expect(
      (await reader.read("letter.docx", createSamplePdf([placePdfLines(["Dear reader, this is a letter."])]))).kind,
    ).toBe("pdf");
    expect((await reader.read("table.csv", createSampleWord())).kind).toBe("word");
    expect((await reader.read("page.txt", "<html><body>Hello</body></html>")).items[0]?.content).toContain("<body>");
    expect((await reader.read("picture.pdf", await createSampleImage("jpeg"))).kind).toBe("image");
  });

  test("are not supported if they are neither text nor a known format", async () => {
    for (const [name, bytes] of [
      ["a.unknown", Buffer.from([0, 1, 2, 3])],
      ["old.doc", Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)])],
    ] as const)
      await expect(reader.read(name, bytes)).rejects.toMatchObject({
        failure: "unsupported",
        userMessage: fileTexts.unsupported,
      });
  });

  test("count as damaged if they do not match the supported type that the name claims", async () => {
    for (const name of ["a.docx", "a.pdf", "a.xlsx", "a.epub", "a.png"])
      await expect(reader.read(name, Buffer.from([0, 1, 2, 80, 75]))).rejects.toMatchObject({
        failure: "damaged",
        userMessage: expect.stringContaining("damaged, or its contents don’t match its file type"),
      });
  });

  test("count as damaged if the name claims text but they are not", async () => {
    const noise = Buffer.from(Array.from({ length: 1_000 }, (_, index) => (index * 7) % 256));
    for (const [name, bytes] of [
      ["a.txt", noise],
      ["a.py", noise],
      ["late.csv", Buffer.concat([Buffer.from("a,b\n".repeat(30_000)), noise])],
      ["old.txt", Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)])],
    ] as const)
      await expect(reader.read(name, bytes)).rejects.toMatchObject({
        failure: "damaged",
        userMessage: expect.stringContaining("its name says that it is text, but its contents aren’t"),
      });
  });

  test("[C5.18] without any text, as in a scan, fail with the specified message", async () => {
    for (const [name, bytes] of [
      ["scan.pdf", createSamplePdf([[], []])],
      ["blank.docx", createSampleWord("")],
      ["blank.txt", " \n "],
      ["nothing.txt", ""],
    ] as const)
      await expect(reader.read(name, bytes)).rejects.toMatchObject({
        failure: "empty",
        userMessage:
          "I was unable to extract any text from the provided document. If this is a PDF, please OCR the PDF before " +
          "uploading it.",
        canRetry: false,
      });
  });

  test("that are an XFA form, whose page only says so, fail with what to do", async () => {
    await expect(reader.read("berth.pdf", createXfaPdf())).rejects.toMatchObject({
      failure: "unsupported",
      userMessage: expect.stringMatching(/form of the kind XFA.*print it to a new PDF and upload that\.$/),
    });
  });

  test("that are encrypted fail with a message about the password", async () => {
    const key = `<${"41".repeat(32)}>`;
    const encryptedPdf = createSamplePdf(
      [placePdfLines(["secret"])],
      `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >> /ID [<00> <00>] `,
    );
    await expect(reader.read("closed.pdf", encryptedPdf)).rejects.toMatchObject({ failure: "encrypted" });
    const encryptedWord = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
    await expect(reader.read("closed.docx", encryptedWord)).rejects.toMatchObject({ failure: "encrypted" });
  });
});

/** Adds Exif orientation 6 (Exif 2.3), which a camera writes for a picture in portrait format. */
function addExifRotation(jpeg: Uint8Array): Buffer {
  const exif = Buffer.concat([
    Buffer.from("Exif\0\0"),
    Buffer.from("49492a0008000000010012010300010000000600000000000000", "hex"),
  ]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from("ffe1", "hex"), length, exif, jpeg.subarray(2)]);
}
