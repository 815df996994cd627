import { type DataSource, type FileState, parseDataSourceId } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { isImage, presentFile } from "./present.ts";
import { type FileRow, findFiles, listFilesWithTags } from "./repository.ts";

/** A file that the actor may read, as other modules use it. */
export interface ReadableFile {
  key: string;
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
  imageTokens: Record<string, number> | null;
  totalItems: number | null;
  tags: string[];
  createdAt: Date;
  locationProperties: string[];
}

/** The files with these keys that the actor may read, in the given order. Others are omitted. */
export async function findReadableFiles(
  { db }: Pick<Platform, "db">,
  actor: Actor,
  keys: readonly string[],
): Promise<ReadableFile[]> {
  const rows = await findFiles(db, actor.userId, [...new Set(keys)]);
  const byKey = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(keys)].flatMap((key) => {
    const row = byKey.get(key);
    return row ? [toReadable(row)] : [];
  });
}

/** The actor's newest files for each tag. */
async function findFilesByTags(
  { db }: Pick<Platform, "db">,
  actor: Actor,
  tags: readonly string[],
): Promise<ReadonlyMap<string, ReadableFile[]>> {
  const byTag = new Map(tags.map((tag) => [tag, [] as ReadableFile[]]));
  for (const row of await listFilesWithTags(db, actor.userId, [...byTag.keys()], filesPerTag)) {
    const file = toReadable(row);
    for (const tag of new Set(file.tags)) {
      const found = byTag.get(tag);
      // A file listed for another tag can be older than the newest files with this one.
      if (found && found.length < filesPerTag) found.push(file);
    }
  }
  return byTag;
}

interface ResolvedDataSources {
  /** Without duplicates, in the order of their first reference. */
  files: ReadableFile[];
  /** Files referenced only by tags whose files are searched and never inserted. */
  ragOnlyKeys: ReadonlySet<string>;
  inline: { name: string; content: string; type: string }[];
  /** Sources that do not exist or that the actor may not read. The two cases are indistinguishable. */
  missing: DataSource[];
}

const filesPerTag = 1_000;

/** Resolves data sources to the files that the actor may read and to inline texts. */
export async function resolveDataSources(
  platform: Pick<Platform, "db">,
  actor: Actor,
  sources: readonly DataSource[],
): Promise<ResolvedDataSources> {
  const references = sources.map((source) => ({ source, ref: parseDataSourceId(source.id) }));
  const keys = references.flatMap(({ ref }) => (ref?.kind === "file" ? [ref.key] : []));
  const tags = references.flatMap(({ ref }) => (ref?.kind === "tag" ? [ref.tag] : []));
  const [byKey, byTag] = await Promise.all([
    findReadableFiles(platform, actor, keys),
    findFilesByTags(platform, actor, tags),
  ]);
  const lookup = { byKey: new Map(byKey.map((file) => [file.key, file])), byTag };
  const files = new Map<string, ReadableFile>();
  const insertable = new Set<string>();
  const inline: ResolvedDataSources["inline"] = [];
  const missing: DataSource[] = [];
  for (const { source, ref } of references) {
    if (ref?.kind === "inline") {
      inline.push({ name: source.name ?? ref.name, content: source.raw ?? "", type: source.type ?? "text/plain" });
      continue;
    }
    const found = findReferencedFiles(ref, lookup);
    if (found.length === 0) missing.push(source);
    const isRagOnly = ref?.kind === "tag" && ref.ragOnly;
    for (const file of found) {
      files.set(file.key, file);
      if (!isRagOnly) insertable.add(file.key);
    }
  }
  const ragOnlyKeys = new Set([...files.keys()].filter((key) => !insertable.has(key)));
  return { files: [...files.values()], ragOnlyKeys, inline, missing };
}

function findReferencedFiles(
  ref: ReturnType<typeof parseDataSourceId>,
  lookup: { byKey: ReadonlyMap<string, ReadableFile>; byTag: ReadonlyMap<string, ReadableFile[]> },
): ReadableFile[] {
  if (ref?.kind === "tag") return lookup.byTag.get(ref.tag) ?? [];
  const file = ref?.kind === "file" ? lookup.byKey.get(ref.key) : undefined;
  return file ? [file] : [];
}

function toReadable(row: FileRow): ReadableFile {
  const { id, name, type, groupId, state, reason, contentKey, totalItems, tags } = presentFile(row);
  const isReady = state === "ready";
  return {
    key: id,
    name,
    type,
    groupId,
    isImage: isImage(row),
    state,
    reason,
    documentId: row.document_id,
    contentKey,
    extractor: row.extractor,
    previewKey: isReady ? row.preview_key : null,
    totalTokens: isReady ? row.total_tokens : null,
    imageTokens: isReady ? row.image_tokens : null,
    totalItems,
    tags,
    createdAt: row.created_at,
    locationProperties: row.location_properties ?? [],
  };
}
