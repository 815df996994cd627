import { Readable } from "node:stream";
import { parse } from "csv-parse";
import type { FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { createSheetAdder } from "./addSheet.ts";
import { readText } from "./text.ts";

const delimiters = [",", ";", "\t", "|"];
const sampleLength = 20_000;
const partLength = 65_536;

/** Reads CSV and TSV: each row is an item with the column names. */
export const readCsv: FormatReader = async (input, items) => {
  const text = await readText(input);
  const adder = createSheetAdder(null, items);
  const parser = Readable.from(splitIntoParts(text)).pipe(
    parse({
      delimiter: input.name.toLowerCase().endsWith(".tsv") ? "\t" : findDelimiter(text.slice(0, sampleLength)),
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

/** Returns the delimiter that splits the most lines into the same number of fields, at least two. */
function findDelimiter(sample: string): string {
  const lines = sample
    .split("\n")
    .slice(0, 50)
    .filter((line) => line.trim() !== "");
  const candidates = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, "").split(delimiter).length);
    const median = [...counts].sort((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 1;
    return { delimiter, fit: median < 2 ? 0 : counts.filter((count) => count === median).length + median / 100 };
  });
  return candidates.reduce((best, candidate) => (candidate.fit > best.fit ? candidate : best)).delimiter;
}
