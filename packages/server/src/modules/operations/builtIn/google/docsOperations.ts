import { type BuiltInOperation, required } from "../builtInOperation.ts";
import { readGoogleDocument } from "./readGoogleDocument.ts";

const integration = "google_docs";
const document = "/v1/documents/${documentId}";
const paragraph = "paragraph(elements(textRun(content)))";
const documentId = required("documentId", "The id of the document, as in its address behind /document/d/.");

/** https://developers.google.com/workspace/docs/api/reference/rest/v1/documents */
export const docsOperations: readonly BuiltInOperation[] = [
  {
    id: "google_docs_read_document",
    integration,
    description: "Reads the text of a document in the person’s Google Docs.",
    method: "GET",
    path: `${document}?fields=title,body(content(${paragraph},table(tableRows(tableCells(content(${paragraph}))))))`,
    params: [documentId],
    toText: readGoogleDocument,
  },
  {
    id: "google_docs_append_text",
    integration,
    description: "Adds text at the end of a document in the person’s Google Docs.",
    method: "POST",
    path: `${document}:batchUpdate?fields=documentId`,
    params: [
      documentId,
      required("text", "What is added, without formatting. Begin with a line break for a new paragraph."),
    ],
    // Without a segment, it is the end of the body.
    toBody: ({ text }) => ({ requests: [{ insertText: { endOfSegmentLocation: {}, text } }] }),
  },
];
