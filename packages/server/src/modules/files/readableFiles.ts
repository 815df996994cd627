import { type DataSource, dataSourceRef, type FileState } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { isImage, presentFile } from "./present.ts";
import { type FileRow, findFiles, findTagged } from "./repository.ts";

/** A file that somebody may read, as the rest of the server uses it. */
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
  /** The version of the reader whose content lies there. */
  extractor: number | null;
  previewKey: string | null;
  totalTokens: number | null;
  imageTokens: Record<string, number> | null;
  totalItems: number | null;
  tags: string[];
  createdAt: Date;
  locationProperties: string[];
}

/** Those of the keys that the actor may read, in the order given; unknown ones are absent. */
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

/** The actor's newest files with each of the tags. */
async function findFilesByTags(
  { db }: Pick<Platform, "db">,
  actor: Actor,
  tags: readonly string[],
): Promise<ReadonlyMap<string, ReadableFile[]>> {
  const byTag = new Map(tags.map((tag) => [tag, [] as ReadableFile[]]));
  for (const row of await findTagged(db, actor.userId, [...byTag.keys()], filesPerTag)) {
    const file = toReadable(row);
    for (const tag of new Set(file.tags)) {
      const found = byTag.get(tag);
      // What another tag has brought may be older than the newest of this one.
      if (found && found.length < filesPerTag) found.push(file);
    }
  }
  return byTag;
}

interface ResolvedSources {
  /** Each once, in the order in which they were first named. */
  files: ReadableFile[];
  /** Of those: named only by tags that are to be searched and never inserted. */
  ragOnlyKeys: ReadonlySet<string>;
  inline: { name: string; content: string; type: string }[];
  /** Not there, or not the actor's to read: nobody can tell which. */
  missing: DataSource[];
}

const filesPerTag = 1_000;

/** What the data sources of a question stand for, as far as the actor may read it. */
export async function resolveDataSources(
  platform: Pick<Platform, "db">,
  actor: Actor,
  sources: readonly DataSource[],
): Promise<ResolvedSources> {
  const named = sources.map((source) => ({ source, ref: dataSourceRef(source.id) }));
  const keys = named.flatMap(({ ref }) => (ref?.kind === "file" ? [ref.key] : []));
  const tags = named.flatMap(({ ref }) => (ref?.kind === "tag" ? [ref.tag] : []));
  const [byKey, byTag] = await Promise.all([
    findReadableFiles(platform, actor, keys),
    findFilesByTags(platform, actor, tags),
  ]);
  const known = { byKey: new Map(byKey.map((file) => [file.key, file])), byTag };
  const files = new Map<string, ReadableFile>();
  const insertable = new Set<string>();
  const inline: ResolvedSources["inline"] = [];
  const missing: DataSource[] = [];
  for (const { source, ref } of named) {
    if (ref?.kind === "inline") {
      inline.push({ name: source.name ?? ref.name, content: source.raw ?? "", type: source.type ?? "text/plain" });
      continue;
    }
    const found = namedFiles(ref, known);
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

function namedFiles(
  ref: ReturnType<typeof dataSourceRef>,
  known: { byKey: ReadonlyMap<string, ReadableFile>; byTag: ReadonlyMap<string, ReadableFile[]> },
): ReadableFile[] {
  if (ref?.kind === "tag") return known.byTag.get(ref.tag) ?? [];
  const file = ref?.kind === "file" ? known.byKey.get(ref.key) : undefined;
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
