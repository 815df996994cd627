import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { Timestamp, text } from "./primitives.ts";

// PowerPoint templates that site administrators upload, and that people choose when they download conversations.

const Name = text(limits.templateNameLength).check(z.trim(), z.minLength(1));
/** Names of groups of the directory. */
const DirectoryGroups = z.array(text(200)).check(z.maxLength(limits.directoryGroupsPerTemplate));
/** The MD5 of a file in base64. */
export const ContentMd5 = z.string().check(z.regex(/^[A-Za-z0-9+/]{22}==$/, { error: "is not an MD5 in base64" }));

export const PptxTemplate = z.object({
  /** The file name. */
  name: z.string(),
  /** Everybody can choose it. Otherwise only the members of `amplifyGroups` can. */
  isAvailable: z.boolean(),
  amplifyGroups: z.array(z.string()),
  /** Bytes. */
  size: z.number(),
  uploadedAt: Timestamp,
  /** Email address; null if the person no longer exists. */
  uploadedBy: z.nullable(z.string()),
});
export type PptxTemplate = z.infer<typeof PptxTemplate>;

const path = "/pptx_templates";
const forAdmins = { access: "admin", keyScopes: "none" } as const;

export const listPptxTemplates = defineOp({
  method: "GET",
  path: `${path}/get`,
  ...forAdmins,
  summary: "Lists the PowerPoint templates that administrators have uploaded, by name.",
  input: z.object({}),
  output: z.object({ templates: z.array(PptxTemplate) }),
});

export const uploadPptxTemplate = defineOp({
  method: "POST",
  path: `${path}/upload`,
  ...forAdmins,
  responseEnvelope: "fields",
  summary:
    "Starts the upload of a PowerPoint template: returns the URL for the PUT of its bytes, and the headers to send with " +
    "them, which say who can choose the template.",
  input: z.object({
    fileName: Name,
    isAvailable: z._default(z.boolean(), false),
    amplifyGroups: z._default(DirectoryGroups, []),
    contentType: z.optional(text(200)),
    md5: z.optional(ContentMd5),
    /** The exact number of bytes. */
    size: z.optional(z.int().check(z.nonnegative())),
  }),
  output: z.object({ presigned_url: z.string(), headers: z.record(z.string(), z.string()) }),
});

export const updatePptxTemplate = defineOp({
  method: "POST",
  path: `${path}/update`,
  ...forAdmins,
  summary: "Changes who can choose a PowerPoint template.",
  input: z.object({ template_name: Name, isAvailable: z.boolean(), amplifyGroups: DirectoryGroups }),
  output: z.object({}),
});

export const deletePptxTemplate = defineOp({
  method: "DELETE",
  path: `${path}/delete`,
  ...forAdmins,
  summary: "Deletes a PowerPoint template.",
  input: z.object({ template_name: Name }),
  output: z.object({}),
});
