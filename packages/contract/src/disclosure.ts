import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { queryInteger, Timestamp, text } from "./primitives.ts";

// The data disclosure agreement. Each document that an administrator uploads is a version, which people accept one by one.

const path = "/data-disclosure";
const common = { keyScopes: "none", responseEnvelope: "body" } as const;
/** People call these before they have accepted. */
const exempt = { ...common, isDisclosureExempt: true } as const;

const Version = text(100);

export const checkDataDisclosure = defineOp({
  ...exempt,
  method: "GET",
  path: `${path}/check`,
  summary: "Returns false if the caller has to accept the data disclosure agreement before anything else.",
  input: z.object({}),
  output: z.object({ acceptedDataDisclosure: z.boolean() }),
});

export const getLatestDataDisclosure = defineOp({
  ...exempt,
  method: "GET",
  path: `${path}/latest`,
  summary: "Returns the data disclosure agreement: the address of its PDF, and its text as HTML.",
  input: z.object({}),
  output: z.object({
    /** Valid for a day. Null if there is no agreement. */
    pdf_pre_signed_url: z.nullable(z.string()),
    /** Headings and paragraphs without attributes. */
    html_content: z.nullable(z.string()),
    version: z.nullable(z.string()),
  }),
});

export const saveDataDisclosureDecision = defineOp({
  ...exempt,
  method: "POST",
  path: `${path}/save`,
  summary:
    "Accepts the data disclosure agreement for the caller, whose email address confirms it. With `version`, only that " +
    "version, so that nobody accepts a text that has replaced the one they have read.",
  input: z.object({
    email: text(254).check(z.trim()),
    /** Only an acceptance can be stored. */
    acceptedDataDisclosure: z.literal(true),
    version: z.optional(Version),
  }),
  output: z.object({ acceptedDataDisclosure: z.literal(true) }),
});

export const uploadDataDisclosure = defineOp({
  ...exempt,
  method: "POST",
  path: `${path}/upload`,
  access: "admin",
  summary:
    "Returns an address to which an administrator PUTs a PDF as the new data disclosure agreement. Once the document has " +
    "been read, the response to the PUT says so, and everybody has to accept it.",
  input: z.object({
    fileName: text(400).check(z.trim(), z.minLength(1)),
    contentType: text(200),
    /** Of the bytes, in base64. */
    md5: z.string().check(z.regex(/^[A-Za-z0-9+/]{22}==$/, { error: "must be an MD5 in base64" })),
    /** The exact number of bytes; absent: any up to the limit. */
    size: z.optional(z.int().check(z.positive())),
  }),
  output: z.object({ presigned_url: z.string() }),
});

export const getDataDisclosureStatus = defineOp({
  ...exempt,
  method: "GET",
  path: `${path}/status`,
  access: "admin",
  summary: "Returns the present data disclosure agreement for administrators, and how many people have accepted it.",
  input: z.object({}),
  output: z.object({
    /** Null if there is none. */
    document: z.nullable(
      z.object({
        fileName: z.string(),
        uploadedAt: Timestamp,
        /** The address of who uploaded it; null if the person was erased. */
        uploadedBy: z.nullable(z.string()),
        url: z.string(),
      }),
    ),
    acceptedCount: z.number(),
  }),
});

/** Who has accepted which version, and when. */
export const DataDisclosureAcceptance = z.object({
  email: z.string(),
  name: z.string(),
  version: z.string(),
  /** Null for a version that was not uploaded in the product. */
  fileName: z.nullable(z.string()),
  acceptedAt: Timestamp,
});
export type DataDisclosureAcceptance = z.infer<typeof DataDisclosureAcceptance>;

export const listDataDisclosureAcceptances = defineOp({
  ...common,
  method: "GET",
  path: `${path}/acceptances`,
  access: "admin",
  isHeavy: true,
  summary:
    "Lists for administrators who has accepted which version of the data disclosure agreement. Calls are audited.",
  input: z.object({
    limit: z._default(queryInteger(1, limits.disclosureAcceptancesPerPage), limits.disclosureAcceptancesPerPage),
    cursor: z.optional(text(2_000)),
  }),
  output: z.object({ acceptances: z.array(DataDisclosureAcceptance), nextCursor: z.nullable(z.string()) }),
});
