import { type DataSource, type FileState, parseDataSourceId } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { getOwnerId, getOwnerIdOfAssistant, ownedBy, type Scope, visibleTo } from "../access/service.ts";
import { describeExtractionNotes } from "./describeExtractionNotes.ts";
import { isImage, presentFile } from "./present.ts";
import { type FileRow, findFiles, listFilesWithTags } from "./repository.ts";

/** A file that the caller may use, in the form for other modules. */
export interface ReadableFile {
  key: string;
  ownerId: string;
  name: string;
  type: string;
  groupId: string | null;
  isImage: boolean;
  state: FileState;
  reason: string | null;
  documentId: string | null;
  contentKey: string | null;
  /** The version of the reader that extracted the content. */
  extractor: number | null;
  previewKey: string | null;
  totalTokens: number | null;
  /** The detected language (ISO 639-1); null if unknown. */
  language: string | null;
  imageTokens: Record<string, number> | null;
  totalItems: number | null;
  /** What the text lacks or may have wrong, in a line for a model; empty if nothing. */
  readingNotes: string;
  tags: string[];
  createdAt: Date;
  locationProperties: string[];
}

/** Finds the files with these keys, in this order without duplicates. Omits files that the actor may not read. */
export function findReadableFiles(
  platform: Pick<Platform, "db">,
  actor: Actor,
  keys: readonly string[],
): Promise<ReadableFile[]> {
  return findFilesInScope(platform, visibleTo(actor, "file", "read"), keys);
}

/**
 * Like `findReadableFiles`, for the documents of an assistant: exactly these files of its owner. The caller has
 * authorized the actor for the assistant; the actor gains no right to the files.
 */
export function findFilesOfAssistant(
  platform: Pick<Platform, "db">,
  assistant: { ownerId: string },
  keys: readonly string[],
): Promise<ReadableFile[]> {
  return findFilesInScope(platform, ownedBy(getOwnerIdOfAssistant(assistant), "file"), keys);
}

async function findFilesInScope(
  { db }: Pick<Platform, "db">,
  scope: Scope<"file">,
  keys: readonly string[],
): Promise<ReadableFile[]> {
  const rows = await findFiles(db, scope, [...new Set(keys)]);
  const rowsByKey = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(keys)].flatMap((key) => {
    const row = rowsByKey.get(key);
    return row ? [toReadableFile(row)] : [];
  });
}

/** Finds the actor's newest files with each tag, at most `maxFilesPerTag` per tag. */
async function findFilesByTags(
  { db }: Pick<Platform, "db">,
  actor: Actor,
  tags: readonly string[],
): Promise<ReadonlyMap<string, ReadableFile[]>> {
  const filesByTag = new Map(tags.map((tag) => [tag, [] as ReadableFile[]]));
  for (const row of await listFilesWithTags(db, getOwnerId(actor), [...filesByTag.keys()], maxFilesPerTag)) {
    const file = toReadableFile(row);
    for (const tag of new Set(file.tags)) {
      const tagFiles = filesByTag.get(tag);
      // A file that was listed for another tag can be too old to be among the newest files with this tag.
      if (tagFiles && tagFiles.length < maxFilesPerTag) tagFiles.push(file);
    }
  }
  return filesByTag;
}

interface ResolvedDataSources {
  /** Files in the order of their first reference, without duplicates. */
  files: ReadableFile[];
  /** Keys of the files that only `ragOnly` tags reference. These files are searched and never inserted. */
  ragOnlyKeys: ReadonlySet<string>;
  /** Texts that are given in the data sources themselves. */
  inline: { name: string; content: string; type: string }[];
  /** Data sources for which there is no file that the actor may read, whether or not one exists. */
  missing: DataSource[];
}

const maxFilesPerTag = 1_000;

/** Resolves data sources to the files that the actor may read and to inline texts. */
export async function resolveDataSources(
  platform: Pick<Platform, "db">,
  actor: Actor,
  sources: readonly DataSource[],
): Promise<ResolvedDataSources> {
  const references = sources.map((source) => ({ source, ref: parseDataSourceId(source.id) }));
  const keys = references.flatMap(({ ref }) => (ref?.kind === "file" ? [ref.key] : []));
  const tags = references.flatMap(({ ref }) => (ref?.kind === "tag" ? [ref.tag] : []));
  const [filesWithKeys, filesByTag] = await Promise.all([
    findReadableFiles(platform, actor, keys),
    findFilesByTags(platform, actor, tags),
  ]);
  const readableFiles = { byKey: new Map(filesWithKeys.map((file) => [file.key, file])), byTag: filesByTag };
  const files = new Map<string, ReadableFile>();
  const insertableKeys = new Set<string>();
  const inlineTexts: ResolvedDataSources["inline"] = [];
  const missingSources: DataSource[] = [];
  for (const { source, ref } of references) {
    if (ref?.kind === "inline") {
      inlineTexts.push({ name: source.name ?? ref.name, content: source.raw ?? "", type: source.type ?? "text/plain" });
      continue;
    }
    const referencedFiles = findReferencedFiles(ref, readableFiles);
    if (referencedFiles.length === 0) missingSources.push(source);
    const isRagOnly = ref?.kind === "tag" && ref.ragOnly;
    for (const file of referencedFiles) {
      files.set(file.key, file);
      if (!isRagOnly) insertableKeys.add(file.key);
    }
  }
  const ragOnlyKeys = new Set([...files.keys()].filter((key) => !insertableKeys.has(key)));
  return { files: [...files.values()], ragOnlyKeys, inline: inlineTexts, missing: missingSources };
}

function findReferencedFiles(
  ref: ReturnType<typeof parseDataSourceId>,
  readableFiles: { byKey: ReadonlyMap<string, ReadableFile>; byTag: ReadonlyMap<string, ReadableFile[]> },
): ReadableFile[] {
  if (ref?.kind === "tag") return readableFiles.byTag.get(ref.tag) ?? [];
  const file = ref?.kind === "file" ? readableFiles.byKey.get(ref.key) : undefined;
  return file ? [file] : [];
}

function toReadableFile(row: FileRow): ReadableFile {
  const { id, name, type, groupId, state, reason, contentKey, totalItems, tags, notes = [] } = presentFile(row);
  const isReady = state === "ready";
  return {
    key: id,
    ownerId: row.owner_id,
    name,
    type,
    groupId,
    isImage: isImage(row),
    state,
    reason,
    documentId: row.document_id,
    contentKey,
    extractor: row.extractor,
    readingNotes: describeExtractionNotes(notes),
    previewKey: isReady ? row.preview_key : null,
    totalTokens: isReady ? row.total_tokens : null,
    language: isReady ? row.language : null,
    imageTokens: isReady ? row.image_tokens : null,
    totalItems,
    tags,
    createdAt: row.created_at,
    locationProperties: row.location_properties ?? [],
  };
}
