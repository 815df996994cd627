/** Creates a PDF from its objects, of which the first is the catalog. Each character is one byte. */
function writePdf(objects: readonly string[]): Uint8Array {
  let body = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    "latin1",
  );
}

export const pdfStream = (body: string, entries = "") =>
  `<< ${entries} /Length ${body.length} >>\nstream\n${body}\nendstream`;

interface PdfPageSource {
  /** The operators of the page. `/F1` is Helvetica. */
  content: string;
  /** Entries of the catalog. */
  catalog?: string;
  /** Further objects from number 6 on. */
  objects?: readonly string[];
  /** Numbers of the objects that are annotations of the page. */
  annotations?: readonly number[];
  /** The letters of `/F1` by their codes from 1, if it is not Helvetica. */
  letters?: readonly string[];
  /** Number of pages that are blank, after the first. */
  blankPages?: number;
}

/** Creates a PDF whose first page has this content. */
export function createPdf({
  content,
  catalog = "",
  objects = [],
  annotations = [],
  letters,
  blankPages = 0,
}: PdfPageSource): Uint8Array {
  const blanks = Array.from({ length: blankPages }, (_, index) => 6 + objects.length + index);
  const kids = [3, ...blanks].map((id) => `${id} 0 R`).join(" ");
  const toUnicode = 6 + objects.length + blankPages;
  return writePdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${1 + blankPages} >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [${annotations.map((id) => `${id} 0 R`).join(" ")}] >>`,
    pdfStream(content),
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${letters ? `/FirstChar 1 /LastChar ${letters.length} /Widths [${letters.map(() => 500).join(" ")}] /ToUnicode ${toUnicode} 0 R` : "/Encoding /WinAnsiEncoding"} >>`,
    ...objects,
    ...blanks.map(() => "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>"),
    ...(letters ? [createToUnicode(letters)] : []),
  ]);
}

function createToUnicode(letters: readonly string[]): string {
  const lines = letters.map((letter, index) => {
    const code = (index + 1).toString(16).padStart(2, "0");
    return `<${code}> <${Buffer.from(letter, "utf16le").swap16().toString("hex")}>`;
  });
  return pdfStream(
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <00> <ff> endcodespacerange ${lines.length} beginbfchar\n${lines.join("\n")}\nendbfchar endcmap end end`,
  );
}

/**
 * Creates a page whose lines consist of these characters from left to right, as a browser prints a line of any
 * direction. `separate`: each word is drawn by itself.
 */
export function createPdfOfLetters(lines: readonly string[], { separate = false } = {}): Uint8Array {
  const letters = [...new Set(lines.join(""))];
  const toHex = (text: string) =>
    [...text].map((letter) => (letters.indexOf(letter) + 1).toString(16).padStart(2, "0")).join("");
  const content = lines.flatMap((line, row) => {
    const y = 700 - row * 40;
    if (!separate) return [`BT /F1 12 Tf 72 ${y} Td <${toHex(line)}> Tj ET`];
    let x = 72;
    return line.split(" ").map((word) => {
      const operators = `BT /F1 12 Tf ${x} ${y} Td <${toHex(word)}> Tj ET`;
      x += (word.length + 1) * 6;
      return operators;
    });
  });
  return createPdf({ content: content.join("\n"), letters });
}

export const pdfText = (x: number, y: number, text: string) => `BT /F1 11 Tf ${x} ${y} Td (${text}) Tj ET`;
