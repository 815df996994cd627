import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createItemCollector, type UncountedItem } from "../../child/itemCollector.ts";
import { createSamplePdf, placePdfLines } from "../../testing/samples.ts";
import { readPdf } from "../pdf.ts";

const corpusFolder = fileURLToPath(new URL("../../../../../../bench/corpus/documents/", import.meta.url));
const passagesPath = fileURLToPath(new URL("../../testing/pdfHeadings.json", import.meta.url));

/** `text`: the start of a passage; `headings`: those above it, which a person found in the document. */
const Passage = z.object({ file: z.string(), page: z.number(), text: z.string(), headings: z.array(z.string()) });
const passages = z.array(Passage).parse(JSON.parse(readFileSync(passagesPath, "utf8")));

async function readItems(bytes: Uint8Array): Promise<readonly UncountedItem[]> {
  const items = createItemCollector();
  const input = { path: "", name: "a.pdf", size: bytes.length, folder: "", encoding: null, ocrLanguages: null };
  const loadBytes = async () => Buffer.from(bytes);
  await readPdf({ ...input, loadBytes, note: items.note, onProgress() {} }, items);
  return items.collectedItems;
}

/** Returns the path above each paragraph, by its first word. */
async function readPaths(bytes: Uint8Array): Promise<Record<string, string>> {
  const paragraphs = (await readItems(bytes)).filter(({ kind }) => kind === "paragraph");
  return Object.fromEntries(paragraphs.map(({ content, headings }) => [content.split(" ")[0], headings?.join(" › ")]));
}

describe("the headings above passages of real documents", () => {
  test.each([...new Set(passages.map(({ file }) => file))])("%s", async (file) => {
    const items = await readItems(await readFile(corpusFolder + file));
    for (const { page, text, headings } of passages.filter((passage) => passage.file === file)) {
      const item = items.find(
        ({ content, location }) => location.page === page && content.replaceAll("\n", " ").startsWith(text),
      );
      expect({ text, headings: item?.headings }).toEqual({ text, headings });
    }
  });
});

const body = (first: string) => [
  `${first} of this part, which is long enough for a paragraph,`,
  "goes on here with a second line of the same size,",
  "and ends with a third one.",
];
const heading = (text: string, y: number, size = 18) => ({ x: 72, y, size, text });

describe("the headings of a PDF with an outline", () => {
  const pages = [
    [
      heading("1 Loans", 780),
      ...placePdfLines(body("Books"), { y: 740 }),
      heading("Note", 680, 14),
      ...placePdfLines(body("Films"), { y: 650 }),
      heading("Reading rooms", 590, 14),
      ...placePdfLines(body("Rooms"), { y: 560 }),
    ],
    [...placePdfLines(body("Desks"), { y: 780 }), heading("Fees", 700), ...placePdfLines(body("Days"), { y: 660 })],
  ];

  test("are those of the outline, found by their titles; other large text is none", async () => {
    const outline = [
      { title: "Loans", page: 1, children: [{ title: "Reading rooms", page: 1 }] },
      { title: "Fees", page: 2 },
    ];
    expect(await readPaths(createSamplePdf(pages, "", outline))).toEqual({
      Books: "Loans",
      Note: "Loans",
      Films: "Loans",
      Rooms: "Loans › Reading rooms",
      Desks: "Loans › Reading rooms",
      Days: "Fees",
    });
  });

  test("start at the place that the outline names if their titles are not in the text", async () => {
    const outline = [
      { title: "About loans", page: 1, y: 800, children: [{ title: "About rooms", page: 1, y: 605 }] },
      { title: "About fees", page: 2, y: 715 },
    ];
    expect(await readPaths(createSamplePdf(pages, "", outline))).toMatchObject({
      Books: "About loans",
      Rooms: "About loans › About rooms",
      Desks: "About loans › About rooms",
      Days: "About fees",
    });
  });

  test("are left out where the outline does not say which section the text is in", async () => {
    const outline = [
      { title: "About loans", page: 1 },
      { title: "About rooms", page: 1 },
      { title: "About fees", page: 2, y: 715 },
    ];
    expect(await readPaths(createSamplePdf(pages, "", outline))).toMatchObject({
      Books: "",
      Rooms: "",
      Days: "About fees",
    });
  });

  test("exclude bookmarks of notes, figures, pages and files", async () => {
    const outline = [
      {
        title: "rules.docx",
        page: 1,
        children: [
          { title: "Loans", page: 1, y: 800, children: [{ title: "Note", page: 1, y: 695 }] },
          { title: "Figure 1: The rooms", page: 1, y: 605 },
          { title: "Page 2", page: 2, y: 842 },
          { title: "Fees", page: 2, y: 715 },
        ],
      },
    ];
    expect(await readPaths(createSamplePdf(pages, "", outline))).toMatchObject({
      Books: "Loans",
      Films: "Loans",
      Rooms: "Loans",
      Desks: "Loans",
      Days: "Fees",
    });
  });

  test("survive an outline that refers to itself and to pages that do not exist", async () => {
    const pdf = Buffer.from(
      createSamplePdf(pages, "", [
        { title: "Loans", page: 9 },
        { title: "Fees", page: 2 },
      ]),
    ).toString("latin1");
    const circular = pdf.replace("/Next 10 0 R", "/Next 9 0 R ");
    expect(circular).not.toBe(pdf);
    expect(await readPaths(Buffer.from(circular, "latin1"))).toMatchObject({ Books: "1 Loans", Days: "Fees" });
  });
});

describe("the headings of a PDF without an outline", () => {
  test("are ranked by size and number; notes, captions and running titles are none", async () => {
    const pages = [1, 2, 3].map((page) => [
      { x: 72, y: 810, size: 16, text: "Rules of the library" },
      heading(`Chapter ${page}`, 780, 24),
      heading(`${page}.1 Loans`, 740),
      ...placePdfLines(body(`Books${page}`), { y: 710 }),
      heading("Tip:", 650, 14),
      ...placePdfLines(body(`Films${page}`), { y: 620 }),
      heading(`Table ${page}. Weeks`, 560, 14),
      ...placePdfLines(body(`Weeks${page}`), { y: 530 }),
      heading(`${page}.2 Fees`, 470),
      ...placePdfLines(body(`Days${page}`), { y: 440 }),
      { x: 72, y: 40, size: 11, text: String(page) },
    ]);
    const paths = await readPaths(createSamplePdf(pages));
    for (const page of [1, 2, 3]) {
      for (const word of ["Books", "Films", "Weeks"])
        expect(paths[`${word}${page}`]).toBe(`Chapter ${page} › ${page}.1 Loans`);
      expect(paths[`Days${page}`]).toBe(`Chapter ${page} › ${page}.2 Fees`);
    }
  });

  test("are above no footnote unless all text of the page is below them", async () => {
    const page = [
      heading("1 Loans", 780, 24),
      heading("1.1 Books", 740),
      ...placePdfLines(body("Books"), { y: 710 }),
      heading("1.2 Films", 640),
      ...placePdfLines(body("Films"), { y: 610 }),
      ...placePdfLines(["* Footnotes are in small type."], { y: 60, size: 8 }),
    ];
    expect(await readPaths(createSamplePdf([page]))).toMatchObject({ Films: "1 Loans › 1.2 Films", "*": "1 Loans" });
  });

  test("are left out if their style is also that of text", async () => {
    const quotation = ["This is a quotation in large type, which", "ends like any other sentence."];
    const page = [
      heading("Loans", 780, 16),
      ...placePdfLines([...body("Books"), ...body("Books"), ...body("Books")], { y: 740 }),
      ...[540, 480].flatMap((y) => placePdfLines(quotation, { y, size: 16, leading: 20 })),
      ...placePdfLines([...body("Films"), ...body("Films"), ...body("Films")], { y: 400 }),
    ];
    expect(await readPaths(createSamplePdf([page]))).toMatchObject({ Books: "", Films: "" });
  });
});
