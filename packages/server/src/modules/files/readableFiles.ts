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

/** The actor's newest files with that tag, at most `limit`. */
async function findFilesByTag(
  { db }: Pick<Platform, "db">,
  actor: Actor,
  tag: string,
  limit: number,
): Promise<ReadableFile[]> {
  return (await findTagged(db, actor.userId, tag, limit)).map(toReadable);
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
  const known = new Map((await findReadableFiles(platform, actor, keys)).map((file) => [file.key, file]));
  const files = new Map<string, ReadableFile>();
  const insertable = new Set<string>();
  const inline: ResolvedSources["inline"] = [];
  const missing: DataSource[] = [];
  for (const { source, ref } of named) {
    if (ref?.kind === "inline") {
      inline.push({ name: source.name ?? ref.name, content: source.raw ?? "", type: source.type ?? "text/plain" });
      continue;
    }
    const found = await namedFiles(platform, actor, ref, known);
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

async function namedFiles(
  platform: Pick<Platform, "db">,
  actor: Actor,
  ref: ReturnType<typeof dataSourceRef>,
  known: ReadonlyMap<string, ReadableFile>,
): Promise<ReadableFile[]> {
  if (ref?.kind === "tag") return findFilesByTag(platform, actor, ref.tag, filesPerTag);
  const file = ref?.kind === "file" ? known.get(ref.key) : undefined;
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
    previewKey: isReady ? row.preview_key : null,
    totalTokens: isReady ? row.total_tokens : null,
    imageTokens: isReady ? row.image_tokens : null,
    totalItems,
    tags,
    createdAt: row.created_at,
    locationProperties: row.location_properties ?? [],
  };
}
