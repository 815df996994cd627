import * as z from "zod/mini";

const Paragraph = z.object({
  elements: z._default(
    z.array(z.object({ textRun: z.optional(z.object({ content: z._default(z.string(), "") })) })),
    [],
  ),
});

const Cell = z.object({ content: z._default(z.array(z.object({ paragraph: z.optional(Paragraph) })), []) });

const Table = z.object({
  tableRows: z._default(z.array(z.object({ tableCells: z._default(z.array(Cell), []) })), []),
});

const GoogleDocument = z.object({
  title: z._default(z.string(), ""),
  body: z.prefault(
    z.object({
      content: z._default(z.array(z.object({ paragraph: z.optional(Paragraph), table: z.optional(Table) })), []),
    }),
    {},
  ),
});

/** Returns the title and the text of a document, with a line for each row of a table. Throws for anything else. Pure. */
export function readGoogleDocument(response: unknown): string {
  const { title, body } = z.parse(GoogleDocument, response);
  const texts = body.content.map(({ paragraph, table }) => formatParagraph(paragraph) + formatTable(table));
  return `${title}\n\n${texts.join("")}`;
}

/** A paragraph ends with a line break. */
const formatParagraph = (paragraph: z.infer<typeof Paragraph> | undefined): string =>
  (paragraph?.elements ?? []).map(({ textRun }) => textRun?.content ?? "").join("");

const formatTable = (table: z.infer<typeof Table> | undefined): string =>
  (table?.tableRows ?? []).map(({ tableCells }) => `${tableCells.map(formatCell).join(" | ")}\n`).join("");

const formatCell = ({ content }: z.infer<typeof Cell>): string =>
  content
    .map(({ paragraph }) => formatParagraph(paragraph).trim())
    .filter((text) => text !== "")
    .join(" ");
