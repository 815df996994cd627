import * as z from "zod/mini";
import type { FormatInput, FormatReader, FormatResult } from "../child/formatReader.ts";
import type { ItemCollector } from "../child/itemCollector.ts";
import { formatJson, readEscapes } from "./json/formatJson.ts";
import { addMarkdown } from "./markdown.ts";
import { createOutline } from "./outline.ts";
import { readText, splitLines } from "./text.ts";

const targetItemLength = 800;
const maxItemLength = 4_000;
const maxOutputLength = 2_000;

/** Reads JSON, JSON Lines and notebooks. Invalid JSON is not an error: its lines are read as they are. */
export const readJson: FormatReader = async (input, items): Promise<FormatResult> => {
  const text = await readText(input);
  if (input.name.toLowerCase().endsWith(".ipynb")) {
    const notebook = Notebook.safeParse(parseJsonOrUndefined(text));
    if (notebook.success) addNotebook(notebook.data, items);
    else addLines(text, items);
  } else if (isJsonLines(input)) {
    let line = 0;
    for (const lineText of splitLines(text))
      items.add(readEscapes(lineText), { line: ++line }, "code", lineText.length > maxItemLength);
  } else addLines(readEscapes(formatJson(text)), items);
  return { props: {} };
};

function isJsonLines({ name }: FormatInput): boolean {
  return /\.(jsonl|ndjson)$/i.test(name);
}

/** Adds items that end where an object or array ends, unless they get too long, so that a record stays together. */
function addLines(text: string, items: ItemCollector): void {
  let lines: string[] = [];
  let length = 0;
  let firstLine = 1;
  let lineNumber = 0;
  const flush = () => {
    if (lines.length > 0) items.add(lines.join("\n"), { line: firstLine }, "code");
    lines = [];
    length = 0;
  };
  for (const line of splitLines(text)) {
    lineNumber++;
    if (lines.length === 0) firstLine = lineNumber;
    lines.push(line);
    length += line.length;
    if ((length > targetItemLength && /[}\]],?\s*$/.test(line)) || length > maxItemLength) flush();
  }
  flush();
}

/** Returns undefined if the JSON is invalid. */
function parseJsonOrUndefined(text: string): unknown {
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
          z.object({ text: z.optional(Source), data: z.optional(z.looseObject({ "text/plain": z.optional(Source) })) }),
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
      addMarkdown(joinSource(source), items, outline, () => ({ cell }));
      continue;
    }
    const location = { ...outline.getLocation(), cell };
    items.add(joinSource(source), location, "code");
    for (const { text, data = {} } of outputs) {
      const output = joinSource(text ?? data["text/plain"] ?? "");
      if (output.length > maxOutputLength) items.note("truncated", { detail: `output of cell ${cell}` });
      items.add(output.slice(0, maxOutputLength), location, "code");
      if (Object.keys(data).some((type) => type.startsWith("image/"))) items.note("picturesLeftOut", { count: 1 });
    }
  }
}

function joinSource(source: string | readonly string[]): string {
  return typeof source === "string" ? source : source.join("");
}
