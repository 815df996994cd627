import { Readable } from "node:stream";
import { parse } from "csv-parse";
import type { FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { createSheetAdder } from "./addSheet.ts";
import { readText } from "./text.ts";

/** A field in quotes can have several lines. A quote elsewhere is an inch. */
const quotedFieldPattern = /(^|[,;\t|^\n])"(?:[^"]|"")*"(?=[,;\t|^\n]|$)/g;
/** The comma comes last, because it is also the decimal separator of many countries. */
const delimiters = ["\t", ";", "|", "^", ","];
const sampleLength = 20_000;
const partLength = 65_536;

/** Reads CSV and TSV: each row is an item with the column names. */
export const readCsv: FormatReader = async (input, items) => {
  const source = await readText(input);
  // Excel writes the delimiter into a line of its own, which it does not show.
  const [declaration = "", declaredDelimiter] = /^sep=([^\n])\n/i.exec(source) ?? [];
  const text = source.slice(declaration.length);
  const adder = createSheetAdder(null, items);
  const parser = Readable.from(splitIntoParts(text)).pipe(
    parse({
      delimiter:
        declaredDelimiter ??
        (input.name.toLowerCase().endsWith(".tsv") ? "\t" : findDelimiter(text.slice(0, sampleLength))),
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: 1_000_000,
    }),
  );
  let row = 0;
  for await (const record of parser) {
    row++;
    if (Array.isArray(record)) adder.add({ row, cells: record.slice(0, documentLimits.columns).map(String) });
  }
  adder.end();
  return { props: {} };
};

function* splitIntoParts(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += partLength) yield text.slice(start, start + partLength);
}

/**
 * Returns the delimiter that splits the most lines into the same number of fields, at least two. The comma must split
 * more lines than the others, because numbers can contain it.
 */
function findDelimiter(sample: string): string {
  const lines = sample
    .replace(quotedFieldPattern, "$1")
    .split("\n")
    .slice(0, 50)
    .filter((line) => line.trim() !== "");
  const candidates = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, "").split(delimiter).length);
    const median = [...counts].sort((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 1;
    return { delimiter, fit: median < 2 ? 0 : counts.filter((count) => count === median).length };
  });
  return candidates.reduce((best, candidate) => (candidate.fit > best.fit ? candidate : best)).delimiter;
}
