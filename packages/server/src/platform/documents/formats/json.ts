import * as z from "zod/mini";
import type { FormatInput, FormatReader, FormatResult } from "../child/formatReader.ts";
import type { ItemCollector } from "../child/itemCollector.ts";
import { addMarkdown } from "./markdown.ts";
import { createOutline } from "./outline.ts";
import { linesOf, readText } from "./text.ts";

/** A line longer than this was not written for people: the text is laid out anew. */
const longestLine = 5_000;
const pieceLength = 800;
const longestPiece = 4_000;
const longestOutput = 2_000;

/** JSON, JSON lines and notebooks. What is no valid JSON is read as the text that it is. */
export const readJson: FormatReader = async (input, items): Promise<FormatResult> => {
  const text = await readText(input);
  if (input.name.toLowerCase().endsWith(".ipynb")) {
    const notebook = Notebook.safeParse(parse(text));
    if (notebook.success) addNotebook(notebook.data, items);
    else addLines(text, items);
  } else if (isLines(input)) {
    let line = 0;
    for (const each of linesOf(text)) items.add(each, { line: ++line }, "code", each.length > longestPiece);
  } else addLines(laidOut(text), items);
  return { props: {} };
};

function isLines({ name }: FormatInput): boolean {
  return /\.(jsonl|ndjson)$/i.test(name);
}

/** With line breaks where it has none. Lines are then those of the text laid out. */
function laidOut(text: string): string {
  for (const line of linesOf(text)) {
    if (line.length <= longestLine) continue;
    try {
      return JSON.stringify(JSON.parse(text), null, 1);
    } catch {
      // No JSON, or nested deeper than can be written.
      return text;
    }
  }
  return text;
}

/** Pieces that end where a value ends, so that a record stays in one. */
function addLines(text: string, items: ItemCollector): void {
  let lines: string[] = [];
  let length = 0;
  let first = 1;
  let number = 0;
  const take = () => {
    if (lines.length > 0) items.add(lines.join("\n"), { line: first }, "code");
    lines = [];
    length = 0;
  };
  for (const line of linesOf(text)) {
    number++;
    if (lines.length === 0) first = number;
    lines.push(line);
    length += line.length;
    if ((length > pieceLength && /[}\]],?\s*$/.test(line)) || length > longestPiece) take();
  }
  take();
}

/** Undefined: it is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// https://nbformat.readthedocs.io/en/latest/format_description.html
const Source = z.union([z.string(), z.array(z.string())]);
const Notebook = z.object({
  cells: z.array(
    z.object({
      cell_type: z.string(),
      source: Source,
      outputs: z.optional(
        z.array(
          z.object({ text: z.optional(Source), data: z.optional(z.object({ "text/plain": z.optional(Source) })) }),
        ),
      ),
    }),
  ),
});

function addNotebook({ cells }: z.infer<typeof Notebook>, items: ItemCollector): void {
  const outline = createOutline();
  for (const [index, { cell_type: type, source, outputs = [] }] of cells.entries()) {
    const cell = index + 1;
    if (type === "markdown") {
      addMarkdown(joined(source), items, outline, () => ({ cell }));
      continue;
    }
    const place = { ...outline.place(), cell };
    items.add(joined(source), place, "code");
    for (const { text, data } of outputs)
      items.add(joined(text ?? data?.["text/plain"] ?? "").slice(0, longestOutput), place, "code");
  }
}

function joined(source: string | readonly string[]): string {
  return typeof source === "string" ? source : source.join("");
}
