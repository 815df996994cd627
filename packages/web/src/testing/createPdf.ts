/** Builds a PDF with these lines on its pages, in Helvetica and from the top. Each line is one piece of text. */
export function createPdf(pages: readonly (readonly string[])[], { left = 72, size = 12 } = {}): Blob {
  const firstPage = 4;
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((lines, index) => {
      const texts = lines.map(
        (line, row) => `BT /F1 ${size} Tf ${left} ${720 - row * 1.5 * size} Td (${escapeText(line)}) Tj ET`,
      );
      const stream = texts.join("\n");
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${firstPage + index * 2 + 1} 0 R ` +
          "/Resources << /Font << /F1 3 0 R >> >> >>",
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  // Readers find the objects without a table of their positions.
  const trailer = `trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`;
  return new Blob([`%PDF-1.7\n${body}${trailer}`], { type: "application/pdf" });
}

const escapeText = (text: string) => text.replace(/[()\\]/g, "\\$&");
