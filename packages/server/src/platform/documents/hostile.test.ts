import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { DocumentReadError } from "./documentReader.ts";
import { openTestReader } from "./testing/readTestDocument.ts";
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
  createWordParagraph,
  createZip,
  placePdfLines,
} from "./testing/samples.ts";

const timeoutMs = 50_000;
const reader = await openTestReader({ memoryMb: 512, timeoutMs });
/** A reader for documents that may need a lot of memory: each read has its own process with a watchdog. */
const isolatedReader = await openTestReader({ memoryMb: 512, timeoutMs, isolatesReads: true });
/** A reader with more memory than a small document may use. */
const roomyReader = await openTestReader({ memoryMb: 2_048, timeoutMs, isolatesReads: true });
afterAll(() => Promise.all([reader, isolatedReader, roomyReader].map((testReader) => testReader.close())));

async function failureOf(
  name: string,
  bytes: string | Uint8Array,
  documentReader = reader,
): Promise<DocumentReadError> {
  const error: unknown = await documentReader.read(name, bytes).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof DocumentReadError) return error;
  throw error ?? new Error("the read succeeded");
}

const toBuffer = (bytes: string | Uint8Array) => Buffer.from(bytes);

describe("a malicious document", () => {
  test("a zip bomb is not inflated", async () => {
    const body = createWordParagraph("x".repeat(100_000_000));
    expect(await failureOf("bomb.docx", createSampleWord(body), isolatedReader)).toMatchObject({
      failure: "tooMuch",
      canRetry: false,
    });
  });

  test("an archive that inflates to more than it declares is damaged", async () => {
    const bytes = toBuffer(createSampleWord(createWordParagraph("words ".repeat(10_000))));
    // Overwrite the declared size of the last entry, which is 24 bytes into its record in the central directory.
    const recordOffset = bytes.lastIndexOf(Buffer.from("504b0102", "hex"));
    bytes.writeUInt32LE(100, recordOffset + 24);
    expect(await failureOf("liar.docx", bytes)).toMatchObject({ failure: "damaged" });
  });

  test("an archive with path traversal, or with too many entries, is rejected", async () => {
    const parts = { "[Content_Types].xml": "wordprocessingml.document.main", "../../etc/passwd": "x" };
    expect(await failureOf("a.docx", createZip(parts))).toMatchObject({ failure: "damaged" });
    const manyParts = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`${index}`, ""]));
    expect(await failureOf("a.docx", createZip(manyParts))).toMatchObject({
      failure: "tooMuch",
      userMessage: expect.stringContaining("the limit is 20,000 pictures and other files inside the document."),
    });
  });

  test("a PDF of two kilobytes that inflates to 300 MB is stopped long before the memory limit of large documents", async () => {
    const inflatedContent = Buffer.concat([
      Buffer.from("BT ("),
      Buffer.alloc(300_000_000, "a"),
      Buffer.from(") Tj ET"),
    ]);
    const bomb = createPdfWithContent(deflateSync(deflateSync(inflatedContent)), "[/FlateDecode /FlateDecode]");
    expect(bomb.byteLength).toBeLessThan(2_500);
    const failure = await failureOf("bomb.pdf", bomb, roomyReader);
    expect(failure).toMatchObject({ failure: "memory", canRetry: false });
    expect(failure.userMessage).toMatch(
      /needs more than 4\d\d MB of memory, far more than its size suggests\. .*save it again/,
    );
    // A healthy document of that size is read.
    const { items } = await roomyReader.read("a.pdf", createSamplePdf([placePdfLines(["Some words."])]));
    expect(items).toHaveLength(1);
  });

  test("XML entities are not expanded", async () => {
    const entities = Array.from(
      { length: 9 },
      (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
    ).join("");
    const xml = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e0 "haha">${entities}]><r><a>&e9;</a><b>kept</b></r>`;
    const { items } = await reader.read("laughs.xml", xml);
    const text = items.map(({ content }) => content).join("\n");
    expect(text).toContain("kept");
    expect(text.length).toBeLessThan(10_000);
    await expectSettled(
      "laughs.docx",
      createSampleWord(createWordParagraph("&e9;"), `<!DOCTYPE d [<!ENTITY e0 "haha">${entities}]>`),
    );
  });

  test("deeply nested JSON, HTML and XML neither crash the reader nor slow it down", async () => {
    const depth = 200_000;
    await expectSettled("deep.json", `${"[".repeat(depth)}${"]".repeat(depth)}`);
    for (const html of ["<div>".repeat(depth), "<table><tr><td>".repeat(depth)])
      expect(await failureOf("deep.html", html)).toMatchObject({ failure: "damaged" });
    expect(await failureOf("deep.xml", "<a>".repeat(depth))).toMatchObject({ failure: "damaged" });
    await expectSettled("deep.md", "> ".repeat(20_000));
    await expectSettled("deep.docx", createSampleWord(`${"<w:tbl><w:tr><w:tc>".repeat(5_000)}`));
  });

  test("an empty file of a gigabyte is rejected immediately", async () => {
    const path = join(reader.folder, "sparse");
    const file = await open(path, "w");
    await file.truncate(1_000_000_000);
    await file.write("%PDF-1.4\n", 0);
    await file.close();
    await expect(reader.readPath(path, "sparse.txt")).rejects.toMatchObject({ failure: "tooMuch" });
    await expect(reader.readPath(path, "sparse.pdf")).rejects.toMatchObject({ failure: "tooMuch" });
  });

  test("a text above the limit is rejected with the limit", async () => {
    const failure = await failureOf("long.txt", "some words\n\n".repeat(300_001), isolatedReader);
    expect(failure.failure).toBe("tooMuch");
    expect(failure.userMessage).toMatch(/the limit is .*(20 million characters|300,000 rows)/);
  });

  test("a sheet that declares a million rows and columns is read by its actual cells", async () => {
    const rows =
      '<row r="1048576"><c r="XFD1048576" t="str"><v>far</v></c><c r="A1048576" t="str"><v>last</v></c></row>';
    const { items } = await reader.read("wide.xlsx", createSampleSheet(rows, "A1:XFD1048576"));
    expect(items.map(({ content, location }) => [content, location])).toEqual([
      ["last", { sheet: "Orders", row: 1_048_576 }],
    ]);
  });

  test("reading terminates for a PDF that declares too many pages, has a cyclic page tree, or draws itself", async () => {
    const pdf = toBuffer(createSamplePdf([placePdfLines(["words"])])).toString("latin1");
    await expectSettled("many.pdf", Buffer.from(pdf.replace("/Count 1", "/Count 100000"), "latin1"));
    await expectSettled("circle.pdf", Buffer.from(pdf.replace("/Kids [4 0 R]", "/Kids [2 0 R]"), "latin1"));
    await expectSettled("circle.pdf", Buffer.from(pdf.replace("/Parent 2 0 R", "/Contents 4 0 R"), "latin1"));
  });

  test("an image of 400 million pixels is not decoded", async () => {
    expect(await failureOf("huge.png", createBlankPng(20_000, 20_000))).toMatchObject({ failure: "tooMuch" });
    // The header declares fewer rows than the data contains.
    await expectSettled("liar.png", createBlankPng(100, 100, 20_000));
  });

  test("no read leaves files behind", async () => {
    for (const { folder } of [reader, isolatedReader]) expect(await readdir(join(folder, "reading"))).toEqual([]);
  });
});

describe("truncated or altered bytes", () => {
  const samples: [string, () => string | Uint8Array | Promise<Uint8Array>][] = [
    ["a.docx", () => createSampleWord()],
    ["a.pptx", createSampleSlides],
    ["a.xlsx", () => createSampleSheet()],
    ["a.odt", createSampleOpenText],
    ["a.ods", createSampleOpenSheet],
    ["a.odp", createSampleOpenSlides],
    ["a.epub", createSampleEpub],
    ["a.pdf", () => createSamplePdf([placePdfLines(["Some words of a page.", "And more of them."])])],
    ["a.rtf", createSampleRtf],
    ["a.eml", createSampleEmail],
    ["a.png", () => createSampleImage("png", 64, 64)],
    ["a.jpg", () => createSampleImage("jpeg", 64, 64)],
    ["a.html", () => "<h1>Title</h1><table><tr><td>cell</table>"],
    ["a.csv", () => 'a,"b\nc",d\n1,2,3\n'],
  ];
  for (const [name, createSample] of samples) {
    test(`of ${name} give a text, an image or a reason`, async () => {
      const bytes = toBuffer(await createSample());
      const damageArbitrary = fc.oneof(
        fc.record({ keep: fc.integer({ min: 1, max: bytes.length }) }),
        fc.record({
          flips: fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 })), {
            minLength: 1,
            maxLength: 20,
          }),
        }),
      );
      await fc.assert(
        fc.asyncProperty(damageArbitrary, async (damage) => {
          const damagedBytes = Buffer.from("keep" in damage ? bytes.subarray(0, damage.keep) : bytes);
          if ("flips" in damage)
            for (const [position, mask] of damage.flips) damagedBytes[position] = (damagedBytes[position] ?? 0) ^ mask;
          await expectSettled(name, damagedBytes);
        }),
        { numRuns: getFuzzRunCount(5), endOnFailure: true },
      );
    });
  }
});

/** Expects that the document is read, or is rejected because of its content, and that the process does not crash. */
async function expectSettled(name: string, bytes: string | Uint8Array): Promise<void> {
  try {
    const { items, image } = await reader.read(name, bytes);
    expect(items.length > 0 || image !== null).toBe(true);
  } catch (error) {
    if (!(error instanceof DocumentReadError)) throw error;
    expect(["unsupported", "encrypted", "damaged", "empty", "tooMuch", "memory"]).toContain(error.failure);
  }
}

/** Creates a PDF of one page with this content, which is encoded with the filters. */
function createPdfWithContent(content: Buffer, filters: string): Buffer {
  const pdf = toBuffer(createSamplePdf([[]])).toString("latin1");
  const stream = `<< /Length ${content.length} /Filter ${filters} >>\nstream\n${content.toString("latin1")}\nendstream`;
  return Buffer.from(
    pdf.replace(/<< \/Length 0 >>\nstream\n\nendstream/, () => stream),
    "latin1",
  );
}

/** Creates a black PNG of one bit per pixel. Its data contains `rows` rows, whatever `height` the header declares. */
function createBlankPng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))));
  const createPngChunk = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    const typeAndContent = Buffer.concat([Buffer.from(type, "latin1"), content]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(typeAndContent));
    return Buffer.concat([length, typeAndContent, sum]);
  };
  const pngSignature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    pngSignature,
    createPngChunk("IHDR", header),
    createPngChunk("IDAT", data),
    createPngChunk("IEND", Buffer.alloc(0)),
  ]);
}
