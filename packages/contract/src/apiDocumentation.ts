import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { ContentMd5 } from "./pptxTemplates.ts";
import { Timestamp, text } from "./primitives.ts";

// The documentation of the API: one PDF, one CSV file and one Postman collection. Site administrators can upload each. The
// server generates the CSV file and the collection if nobody has uploaded them.

export const ApiDocumentKind = z.enum(["pdf", "csv", "postman"]);
export type ApiDocumentKind = z.infer<typeof ApiDocumentKind>;

export const ApiDocument = z.object({
  kind: ApiDocumentKind,
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  uploadedAt: Timestamp,
  /** Email address; null if the person no longer exists, and for callers who are no administrators. */
  uploadedBy: z.nullable(z.string()),
});
export type ApiDocument = z.infer<typeof ApiDocument>;

/** A signed URL that downloads the file; null if there is none, which only a PDF can lack. */
const DownloadUrl = z.nullable(z.string());
const path = "/apiKeys/api_documentation";
const forAdmins = { access: "admin", keyScopes: "none" } as const;

export const getApiDocumentation = defineOp({
  method: "GET",
  path: `${path}/get`,
  keyScopes: "none",
  responseEnvelope: "fields",
  summary:
    "Returns signed URLs, valid for an hour, of the documentation of the API. The CSV file and the Postman collection are " +
    "written from the list of operations unless administrators have uploaded theirs; `documents` lists what they have " +
    "uploaded. For administrators, and people with the flag `apiKeys`.",
  input: z.object({}),
  output: z.object({
    doc_url: DownloadUrl,
    csv_url: DownloadUrl,
    postman_url: DownloadUrl,
    documents: z.array(ApiDocument),
  }),
});

export const uploadApiDocumentation = defineOp({
  method: "POST",
  path: `${path}/upload`,
  ...forAdmins,
  responseEnvelope: "fields",
  summary:
    "Starts the upload of a part of the documentation of the API, a PDF, a CSV file or a Postman collection (JSON), which " +
    "replaces the earlier one: returns the URL for the PUT of its bytes.",
  input: z.object({
    filename: text(200).check(z.trim(), z.minLength(1)),
    content_md5: z.optional(ContentMd5),
    /** The exact number of bytes. */
    size: z.optional(z.int().check(z.nonnegative())),
  }),
  output: z.object({ presigned_url: z.string(), headers: z.record(z.string(), z.string()) }),
});

export const getApiDocumentationTemplates = defineOp({
  method: "GET",
  path: `${path}/get_templates`,
  ...forAdmins,
  responseEnvelope: "fields",
  summary: "Returns a signed URL that downloads templates for the documentation of the API, as a zip archive.",
  input: z.object({}),
  output: z.object({ presigned_url: z.string() }),
});
