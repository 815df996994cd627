import { type BuiltInOperation, required } from "../builtInOperation.ts";
import { readGoogleDocument } from "./readGoogleDocument.ts";

const integration = "google_docs";
const document = "/v1/documents/${documentId}";
const chips =
  "person(personProperties(name,email)),richLink(richLinkProperties(title,uri)),dateElement(dateElementProperties(displayText))";
const paragraph = `paragraph(elements(textRun(content),${chips}))`;
/** A table can be in a cell of another one. */
const getContentFields = (tableDepth: number): string =>
  tableDepth === 0
    ? `content(${paragraph})`
    : `content(${paragraph},table(tableRows(tableCells(${getContentFields(tableDepth - 1)}))))`;
/** Google Docs has three levels of tabs. */
const getTabFields = (depth: number): string =>
  `tabProperties(title),documentTab(body(${getContentFields(2)}))${depth === 1 ? "" : `,childTabs(${getTabFields(depth - 1)})`}`;
const documentId = required("documentId", "The id of the document, as in its address behind /document/d/.");

/** https://developers.google.com/workspace/docs/api/reference/rest/v1/documents */
export const docsOperations: readonly BuiltInOperation[] = [
  {
    id: "google_docs_read_document",
    integration,
    description:
      "Reads the text of a document in the person’s Google Docs, with all its tabs. Headers, footers, footnotes, comments and images are left out.",
    method: "GET",
    path: `${document}?includeTabsContent=true&fields=title,tabs(${getTabFields(3)})`,
    params: [documentId],
    toText: readGoogleDocument,
  },
  {
    id: "google_docs_append_text",
    integration,
    description:
      "Adds text at the end of a document in the person’s Google Docs. If it has several tabs, it is the first one.",
    method: "POST",
    path: `${document}:batchUpdate?fields=documentId`,
    params: [
      documentId,
      required("text", "What is added, without formatting. Begin with a line break for a new paragraph."),
    ],
    // Without a segment and a tab, it is the end of the body of the first tab.
    toBody: ({ text }) => ({ requests: [{ insertText: { endOfSegmentLocation: {}, text } }] }),
  },
];
