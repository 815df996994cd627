import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { JsonObject, queryInteger, text } from "./primitives.ts";

/** `{owner or group}/{date}/{uuid}.json`, made by the server. A data source's id is the same behind `s3://`. */
export const FileKey = z
  .string()
  .check(
    z.regex(/^[A-Za-z0-9][A-Za-z0-9_.@:+-]*(\/[A-Za-z0-9_.-]+){2}$/, { error: "is not a file's key" }),
    z.maxLength(300),
  );

/** A file's key, with or without the scheme of data sources. */
const FileRef = z.pipe(
  z.pipe(
    z.string(),
    z.transform((id) => id.replace(/^s3:\/\//, "")),
  ),
  FileKey,
);

export const Tag = text(limits.tagLength).check(z.trim(), z.minLength(1));
const Tags = z.array(Tag).check(z.maxLength(limits.tagsPerItem));

/** `uploading`: its bytes have not come (yet). `failed`: nothing can be taken from it, `reason` says why. */
export const FileState = z.enum(["uploading", "queued", "extracting", "ready", "failed"]);
export type FileState = z.infer<typeof FileState>;

/** One value or a few that name a place in a document: `{page: 3}`, `{slide: 2}`, `{sheet: "2024", row: 17}`, `{line: 40}`, `{heading: "…"}`. */
export const Location = z.record(z.string(), z.union([z.string(), z.number()]));
export type Location = z.infer<typeof Location>;

/** Tokens that a picture takes, by the family of models. */
export const ImageTokens = z.record(z.string(), z.number());

/** A file as its owner sees it. */
export const FileRecord = z.object({
  /** The file's key. */
  id: FileKey,
  name: z.string(),
  /** Media type. */
  type: z.string(),
  createdAt: z.string(),
  tags: z.array(z.string()),
  /** Bytes; null while they have not come. */
  size: z.nullable(z.number()),
  state: FileState,
  /** 0 to 100, of the extraction. */
  progress: z.number(),
  /** Why it failed, for its person to read. */
  reason: z.nullable(z.string()),
  /** The failure may be passing: trying again can help. */
  canRetry: z.boolean(),
  totalTokens: z.nullable(z.union([z.number(), ImageTokens])),
  /** Pages, slides, rows, lines: pieces that were extracted. */
  totalItems: z.nullable(z.number()),
  isImage: z.boolean(),
  groupId: z.nullable(z.string()),
  /** Where the extracted text is; null until it is. */
  contentKey: z.nullable(z.string()),
});
export type FileRecord = z.infer<typeof FileRecord>;

const UploadRequest = z.object({
  type: z._default(text(200), "application/octet-stream"),
  name: text(1_000).check(z.minLength(1)),
  knowledgeBase: z._default(text(200), "default"),
  tags: z._default(Tags, []),
  data: z._default(z.nullable(JsonObject), {}),
  groupId: z.optional(z.nullable(text(300))),
  /** Of older clients; none has an effect. */
  actions: z.optional(z.array(z.unknown()).check(z.maxLength(100))),
  /** Bytes. Where it is given, exactly that many are taken. */
  size: z.optional(z.number().check(z.int(), z.minimum(0))),
});
/** Where the bytes go by PUT, and where the file can be asked about without a session. All addresses are signed and end. */
const UploadTarget = z.object({
  url: z.string(),
  key: FileKey,
  contentUrl: z.string(),
  statusUrl: z.string(),
  metadataUrl: z.string(),
});
export type UploadTarget = z.infer<typeof UploadTarget>;

/** The call that a browser makes. */
export const uploadFile = defineOp({
  method: "POST",
  path: "/api/files/upload",
  entryPoint: "direct",
  responseEnvelope: "fields",
  summary: "Begins an upload: gives the address to which the file's bytes are sent by PUT.",
  input: z.object({ data: UploadRequest }),
  output: UploadTarget,
});

/** The same for API clients. */
export const beginUpload = defineOp({
  method: "POST",
  path: "/files/upload",
  responseEnvelope: "fields",
  summary: "Begins an upload: gives the address to which the file's bytes are sent by PUT.",
  input: UploadRequest,
  output: UploadTarget,
});

/** What `statusUrl` answers. */
export const UploadStatus = z.object({
  state: FileState,
  progress: z.number(),
  reason: z.optional(z.string()),
});
export type UploadStatus = z.infer<typeof UploadStatus>;

export const downloadFile = defineOp({
  method: "POST",
  path: "/files/download",
  responseEnvelope: "fields",
  summary: "Gives a signed address, good for an hour, that downloads the original of a file.",
  input: z.object({
    key: FileRef,
    groupId: z.optional(z.nullable(text(300))),
    fileName: z.optional(text(1_000)),
  }),
  output: z.object({ downloadUrl: z.string() }),
});

export const listFileTags = defineOp({
  method: "GET",
  path: "/files/tags/list",
  summary: "Lists the tags on one's files.",
  input: z.object({}),
  output: z.object({ tags: z.array(z.string()) }),
});

export const setFileTags = defineOp({
  method: "POST",
  path: "/files/set_tags",
  summary: "Replaces the tags of a file.",
  input: z.object({ id: FileRef, tags: Tags }),
  output: z.object({ tags: z.array(z.string()) }),
});

export const FileSort = z.enum(["createdAt", "name", "type"]);
export type FileSort = z.infer<typeof FileSort>;

export const queryFiles = defineOp({
  method: "POST",
  path: "/files/query",
  summary: "Lists one's files, filtered and sorted, a page at a time.",
  input: z.object({
    pageSize: z._default(queryInteger(1, 500), 100),
    sortIndex: z._default(FileSort, "createdAt"),
    /** True: from the oldest, or from A. */
    forwardScan: z._default(z.boolean(), false),
    /** As the page before gave it. */
    pageKey: z.optional(z.nullable(text(2_000))),
    /** Found anywhere in the name, and at its start where the list is sorted by name. */
    namePrefix: z.optional(z.nullable(text(200))),
    /** Files that carry all of them. */
    tags: z.optional(z.nullable(Tags)),
    typePrefix: z.optional(z.nullable(text(200))),
    /** Files of one of these media types. */
    types: z.optional(z.nullable(z.array(text(200)).check(z.maxLength(100)))),
  }),
  output: z.object({ items: z.array(FileRecord), pageKey: z.nullable(z.string()) }),
});

export const getFiles = defineOp({
  method: "POST",
  path: "/files/get",
  summary: "Gives those of the named files that one may read.",
  input: z.object({ keys: z.array(FileRef).check(z.maxLength(500)) }),
  output: z.object({ items: z.array(FileRecord) }),
});

export const deleteFile = defineOp({
  method: "POST",
  path: "/files/delete",
  summary: "Deletes a file: its bytes, and what was taken from it unless another file has the same.",
  input: z.object({ key: FileRef }),
  output: z.object({}),
});

export const retryFile = defineOp({
  method: "POST",
  path: "/files/retry",
  summary: "Takes the text from a file again, where that failed.",
  input: z.object({ key: FileRef }),
  output: FileRecord,
});

/** A piece of a document in reading order, as it was extracted. */
export const ContentItem = z.object({
  content: z.string(),
  tokens: z.number(),
  location: Location,
  canSplit: z.boolean(),
  kind: z._default(z.enum(["heading", "paragraph", "list", "table", "code"]), "paragraph"),
});
export type ContentItem = z.infer<typeof ContentItem>;

export const readFileContent = defineOp({
  method: "POST",
  path: "/files/content",
  summary: "Gives a stretch of the text that was taken from a file, piece by piece, with the place of each.",
  input: z.object({
    key: FileRef,
    from: z._default(queryInteger(0, 10_000_000), 0),
    count: z._default(queryInteger(1, 500), 200),
  }),
  output: z.object({
    name: z.string(),
    type: z.string(),
    totalItems: z.number(),
    locationProperties: z.array(z.string()),
    from: z.number(),
    items: z.array(ContentItem),
  }),
});
export type FileContent = z.infer<typeof readFileContent.output>;
