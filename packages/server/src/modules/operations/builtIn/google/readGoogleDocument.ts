import * as z from "zod/mini";

const optionalText = z._default(z.string(), "");

/** A piece of text, or a chip for a person, a link or a date. */
const ParagraphElement = z.object({
  textRun: z.optional(z.object({ content: optionalText })),
  person: z.optional(z.object({ personProperties: z.optional(z.object({ name: optionalText, email: optionalText })) })),
  richLink: z.optional(
    z.object({ richLinkProperties: z.optional(z.object({ title: optionalText, uri: optionalText })) }),
  ),
  dateElement: z.optional(z.object({ dateElementProperties: z.optional(z.object({ displayText: optionalText })) })),
});

const Paragraph = z.object({ elements: z._default(z.array(ParagraphElement), []) });

const Element = z.object({
  paragraph: z.optional(Paragraph),
  get table() {
    return z.optional(Table);
  },
});

const Content = z._default(z.array(Element), []);

const Table = z.object({
  tableRows: z._default(z.array(z.object({ tableCells: z._default(z.array(z.object({ content: Content })), []) })), []),
});

const Tab = z.object({
  tabProperties: z.optional(z.object({ title: optionalText })),
  documentTab: z.optional(z.object({ body: z.optional(z.object({ content: Content })) })),
  get childTabs() {
    return z.optional(z.array(Tab));
  },
});
type Tab = z.infer<typeof Tab>;

const GoogleDocument = z.object({ title: optionalText, tabs: z._default(z.array(Tab), []) });

/**
 * Returns the title and the text of a document, with a line for each row of a table, and the title of each tab if there are
 * several. Throws for anything else. Pure.
 */
export function readGoogleDocument(response: unknown): string {
  const { title, tabs } = z.parse(GoogleDocument, response);
  const all = tabs.flatMap(listTabs);
  const texts = all.map((tab) => {
    const text = formatContent(tab.documentTab?.body?.content ?? []);
    return all.length === 1 ? text : `[Tab: ${tab.tabProperties?.title ?? ""}]\n${text}`;
  });
  return `${title}\n\n${texts.join("\n")}`;
}

/** Returns a tab and those below it, in the order in which people see them. */
const listTabs = (tab: Tab): Tab[] => [tab, ...(tab.childTabs ?? []).flatMap(listTabs)];

const formatContent = (content: z.infer<typeof Content>): string =>
  content.map(({ paragraph, table }) => formatParagraph(paragraph) + formatTable(table)).join("");

/** A paragraph ends with a line break. */
const formatParagraph = (paragraph: z.infer<typeof Paragraph> | undefined): string =>
  (paragraph?.elements ?? []).map(formatElement).join("");

function formatElement({ textRun, person, richLink, dateElement }: z.infer<typeof ParagraphElement>): string {
  const { name = "", email = "" } = person?.personProperties ?? {};
  const { title = "", uri = "" } = richLink?.richLinkProperties ?? {};
  const date = dateElement?.dateElementProperties?.displayText ?? "";
  return (textRun?.content ?? "") + formatNamed(name, email) + formatNamed(title, uri) + date;
}

const formatNamed = (name: string, address: string): string =>
  name === "" || address === "" ? name + address : `${name} (${address})`;

const formatTable = (table: z.infer<typeof Table> | undefined): string =>
  (table?.tableRows ?? []).map(({ tableCells }) => `${tableCells.map(formatCell).join(" | ")}\n`).join("");

const formatCell = ({ content }: { content: z.infer<typeof Content> }): string =>
  content
    .map((element) => formatContent([element]).trim())
    .filter((text) => text !== "")
    .join(" ");
