import * as z from "zod/mini";
import { Location } from "./files.ts";
import { limits } from "./limits.ts";
import { JsonObject, text } from "./primitives.ts";

export const DataSourceId = z.string().check(z.minLength(1), z.maxLength(1_000));

/**
 * A document or other source that a question can draw on. The id determines the kind of source: `s3://{key}` (or the
 * key alone) is a file, `tag://{tag}` all files with a tag, `obj://{name}` the text in `raw`.
 */
export const DataSource = z.looseObject({
  id: DataSourceId,
  name: z.optional(z.nullable(text(1_000))),
  type: z.optional(z.nullable(text(200))),
  createdAt: z.optional(z.nullable(text(100))),
  tags: z.optional(z.nullable(z.array(text(limits.tagLength)).check(z.maxLength(limits.tagsPerItem)))),
  totalTokens: z.optional(z.unknown()),
  key: z.optional(z.nullable(text(1_000))),
  groupId: z.optional(z.nullable(text(300))),
  /** The text of an `obj://` source. */
  raw: z.optional(z.nullable(text(limits.messageLength))),
  data: z.optional(z.unknown()),
  metadata: z.optional(z.nullable(JsonObject)),
});
export type DataSource = z.infer<typeof DataSource>;
export const DataSources = z.array(DataSource).check(z.maxLength(limits.dataSourcesPerMessage));

/**
 * Returns the data sources attached to a message. Skips malformed entries. An entry may be an id alone, as some other
 * clients send it.
 */
export function parseDataSources(data: { dataSources?: readonly unknown[] | undefined } | undefined): DataSource[] {
  return (data?.dataSources ?? []).flatMap((entry) => {
    const parsed = z.safeParse(DataSource, typeof entry === "string" ? { id: entry } : entry);
    return parsed.success ? [parsed.data] : [];
  });
}

export const tagDataSourceType = "amplify/tag";

/** Returns the data source that represents all files with a tag. */
export function buildTagDataSource(tag: string): DataSource {
  return { id: `tag://${encodeURIComponent(tag)}?ragOnly=true`, name: `tag:${tag}`, type: tagDataSourceType };
}

export type DataSourceRef =
  | { kind: "file"; key: string }
  | { kind: "tag"; tag: string; ragOnly: boolean }
  | { kind: "inline"; name: string };

/** Parses a data source's id. Returns null for an unknown scheme, or if the tag or file key is empty. */
export function parseDataSourceId(id: string): DataSourceRef | null {
  if (id.startsWith("tag://")) {
    const [tag = "", query = ""] = id.slice("tag://".length).split("?");
    const name = decodePercent(tag);
    return name === ""
      ? null
      : { kind: "tag", tag: name, ragOnly: new URLSearchParams(query).get("ragOnly") === "true" };
  }
  if (id.startsWith("obj://")) return { kind: "inline", name: id.slice("obj://".length) };
  const key = id.startsWith("s3://") ? id.slice("s3://".length) : id;
  return key.includes("://") || key === "" ? null : { kind: "file", key };
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // It contains a literal percent sign.
  }
}

/** How the data sources of a question are used; see `defaultDataSourceOptions`. */
export const DataSourceOptions = z.object({
  /** The model may write `#dataSource:{name}` links. */
  includeDownloadLinks: z.boolean(),
  ragAttachedDocuments: z.boolean(),
  insertAttachedDocuments: z.boolean(),
  ragConversationDocuments: z.boolean(),
  insertConversationDocuments: z.boolean(),
  insertAttachedDocumentsMetadata: z.boolean(),
  insertConversationDocumentsMetadata: z.boolean(),
  disableDataSources: z.boolean(),
});
export type DataSourceOptions = z.infer<typeof DataSourceOptions>;

/** Options for a plain chat, and for an assistant that sets no options of its own. */
export const defaultDataSourceOptions: DataSourceOptions = {
  includeDownloadLinks: false,
  ragAttachedDocuments: false,
  insertAttachedDocuments: true,
  ragConversationDocuments: true,
  insertConversationDocuments: false,
  insertAttachedDocumentsMetadata: false,
  insertConversationDocumentsMetadata: false,
  disableDataSources: false,
};

/** A passage that an answer draws on, in the form stored with the answer. */
export const CitedPassage = z.object({
  /** The number by which the answer cites the passage, as in `[3]`; absent if the model received the whole document. */
  index: z.optional(z.number()),
  content: z.string(),
  /**
   * The headings above the passage on one line, outermost first; empty if there are none. Absent in earlier answers,
   * whose `content` may begin with them.
   */
  headings: z.optional(z.string()),
  name: z.string(),
  /** The file's key; null for inline text. */
  key: z.nullable(z.string()),
  contentKey: z.nullable(z.string()),
  groupId: z.nullable(z.string()),
  type: z.string(),
  locations: z.array(Location),
  /** Indexes of the passage's items in the document's content, for the document viewer. */
  originalIndexes: z.optional(z.array(z.number())),
  score: z.optional(z.number()),
  /** Opens the passage with `openAssistantPassage` if the person must not read the document. `key` is null then. */
  citation: z.optional(z.string()),
});
export type CitedPassage = z.infer<typeof CitedPassage>;

export const citationGroups = ["rag", "documentContext", "images"] as const;
export type CitationGroup = (typeof citationGroups)[number];
export const citationGroupTitles: Readonly<Record<CitationGroup, string>> = {
  rag: "Document Search Results (RAG)",
  documentContext: "Attached Documents",
  images: "Images",
};

/** Cited passages that are read per group. No answer has as many; a client can send more. */
const maxCitedPassages = 1_000;

/** Returns the first `maxCitedPassages` cited passages in an answer's state, by group. Skips malformed entries. */
export function parseCitations(state: JsonObject | undefined): { group: CitationGroup; sources: CitedPassage[] }[] {
  const parsedGroups = z.safeParse(z.record(z.string(), z.object({ sources: z.array(z.unknown()) })), state?.sources);
  if (!parsedGroups.success) return [];
  return citationGroups.flatMap((group) => {
    const sources = (parsedGroups.data[group]?.sources ?? []).slice(0, maxCitedPassages).flatMap((entry) => {
      const parsed = z.safeParse(CitedPassage, entry);
      return parsed.success ? [parsed.data] : [];
    });
    return sources.length === 0 ? [] : [{ group, sources }];
  });
}
