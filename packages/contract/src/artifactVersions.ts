import * as z from "zod/mini";
import {
  type ArtifactContent,
  ArtifactEntry,
  ArtifactVersion,
  ConversationArtifact,
  countCharacters,
} from "./artifacts.ts";
import { limits } from "./limits.ts";
import type { JsonObject } from "./primitives.ts";
import { compressText, decompressText } from "./text/lzw.ts";

// The rules for versions of artifacts. A number is never given twice in one conversation, whatever the branch, so that a
// message always names the same contents.

type Key = Pick<ConversationArtifact, "artifactId" | "version">;
/** With more artifacts than these, those that are deleted do not keep their last numbers. */
const maxGroups = 2 * limits.artifactVersionsPerConversation;

interface MessageWithArtifacts {
  data?: { artifacts?: unknown } | undefined;
}

/** Returns the entries of a message that are valid. Others come from other programs. */
export function parseArtifactEntries(data: { artifacts?: unknown } | undefined): ArtifactEntry[] {
  const entries: unknown = data?.artifacts;
  if (!Array.isArray(entries)) return [];
  return entries.slice(0, limits.artifactsPerCall).flatMap((entry) => {
    const parsed = ArtifactEntry.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}

/**
 * Reads the artifacts of a conversation: lists of versions by their artifact's id. The contents are text or LZW codes.
 * What is not a version, or is more than a conversation can have, is left out.
 */
export function parseConversationArtifacts(artifacts: JsonObject | undefined): ConversationArtifact[] {
  const versions: ConversationArtifact[] = [];
  const keys = new Set<string>();
  let characters = 0;
  for (const value of Object.values(artifacts ?? {}).flat()) {
    const version = parseVersion(value);
    const key = version && `${version.version} ${version.artifactId}`;
    if (!version || !key || keys.has(key)) continue;
    characters += version.contents.length;
    if (versions.length >= limits.artifactVersionsPerConversation) break;
    if (characters > limits.artifactCharactersPerConversation) break;
    keys.add(key);
    versions.push(version);
  }
  return versions;
}

function parseVersion(value: unknown): ConversationArtifact | null {
  const { success, data } = ConversationArtifact.safeParse(value);
  if (success) return data;
  const compressed = ArtifactVersion.safeParse(value);
  if (!compressed.success) return null;
  try {
    const contents = decompressContents(compressed.data.contents);
    const parsed = ConversationArtifact.safeParse({ ...Object(value), contents });
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // The codes are invalid, or the contents too long.
  }
}

/** Returns versions, each as `present` says, in the form in which a conversation has them; undefined: it has none. */
export function groupArtifacts(
  versions: readonly ConversationArtifact[],
  present: (version: ConversationArtifact) => object = (version) => version,
): JsonObject | undefined {
  if (versions.length === 0) return undefined;
  const groups = [...Map.groupBy(versions, ({ artifactId }) => artifactId)];
  return Object.fromEntries(groups.map(([artifactId, own]) => [artifactId, own.map(present)]));
}

/** Decompresses the contents of a version. Throws LzwError if the codes are invalid or the contents too long. */
export function decompressContents(codes: ArrayLike<number>): string {
  // An escaped character is six characters before it is unescaped.
  return decompressText(codes, limits.artifactLength * 6);
}

/** Returns a version in the form in which it is saved and shared. */
export function toArtifactVersion({ contents, ...version }: ArtifactContent): ArtifactVersion {
  return { ...version, contents: compressText(contents) };
}

/** A change of the artifacts of a conversation. `restore` adds a version that was deleted. */
export type ArtifactOperation =
  | { kind: "add" | "restore"; version: ConversationArtifact }
  | {
      kind: "overwrite";
      version: ConversationArtifact;
      /** The contents that are replaced. */
      base: string;
      /** True if an edit is undone, which also changes a version that is not the latest any more. */
      isUndo?: boolean;
    }
  | { kind: "delete"; artifactId: string; version: number };

/**
 * Returns the artifacts of a conversation after a change. A version that exists is not added again. Values that cannot be
 * read stay as they are: they come from other programs, or are more than this one reads. A deleted version leaves its
 * number, without contents, so that it is not given again.
 */
export function applyArtifactOperation(
  artifacts: JsonObject | undefined,
  operation: ArtifactOperation,
): JsonObject | undefined {
  const { artifactId, version } = operation.kind === "delete" ? operation : operation.version;
  const isSame = (value: unknown) => {
    const key = toKey(value);
    return key?.artifactId === artifactId && key.version === version && !isNumberMark(value);
  };
  const groups = new Map(Object.entries(artifacts ?? {}).map(([id, value]) => [id, [value].flat()]));
  const own = groups.get(artifactId) ?? [];
  const exists = [...groups.values()].flat().some(isSame);
  if (operation.kind === "overwrite") {
    for (const [id, values] of groups) {
      if (values.some(isSame))
        groups.set(
          id,
          values.map((value) => (isSame(value) ? operation.version : value)),
        );
    }
  } else if (operation.kind === "delete") {
    if (!exists) return artifacts;
    const highest = getNextVersion(artifactId, listUsedNumbers(artifacts)) - 1;
    for (const [id, values] of groups)
      groups.set(
        id,
        values.filter((value) => !isSame(value)),
      );
    const rest = (groups.get(artifactId) ?? []).filter(
      (value) => !(isNumberMark(value) && toKey(value)?.artifactId === artifactId),
    );
    groups.set(artifactId, [...rest, { artifactId, version: highest }]);
  } else {
    if (exists) return artifacts;
    groups.set(artifactId, [...own, operation.version]);
  }
  const filled = [...groups].filter(([, values]) => values.length > 0);
  const isKept = ([id, values]: [string, unknown[]]) => id === artifactId || !values.every(isNumberMark);
  return Object.fromEntries(filled.length > maxGroups ? filled.filter(isKept) : filled);
}

/** True if a conversation has space for a change. A change that makes it smaller is always possible. */
export function hasSpaceFor(artifacts: JsonObject | undefined, operation: ArtifactOperation): boolean {
  const before = measureArtifacts(artifacts);
  const after = measureArtifacts(applyArtifactOperation(artifacts, operation));
  const fits =
    after.count <= limits.artifactVersionsPerConversation &&
    after.characters <= limits.artifactCharactersPerConversation;
  return fits || (after.count <= before.count && after.characters <= before.characters);
}

function measureArtifacts(artifacts: JsonObject | undefined): { count: number; characters: number } {
  const versions = Object.values(artifacts ?? {})
    .flat()
    .flatMap((value) => parseVersion(value) ?? []);
  return { count: versions.length, characters: countCharacters(versions) };
}

/** Returns the numbers that are or were in use in a conversation, also those of values that cannot be read. */
export function listUsedNumbers(artifacts: JsonObject | undefined): Key[] {
  return Object.values(artifacts ?? {})
    .flat()
    .flatMap((value) => toKey(value) ?? []);
}

function toKey(value: unknown): Key | null {
  const { artifactId, version }: { artifactId?: unknown; version?: unknown } = Object(value);
  return typeof artifactId === "string" && Number.isSafeInteger(version)
    ? { artifactId, version: Number(version) }
    : null;
}

/** Returns what deleted versions have left: the highest number of each artifact. */
export function listNumberMarks(artifacts: JsonObject | undefined): Key[] {
  return Object.values(artifacts ?? {})
    .flat()
    .filter(isNumberMark)
    .flatMap((value) => {
      const { success, data } = z.pick(ArtifactEntry, { artifactId: true, version: true }).safeParse(value);
      return success ? [data] : [];
    })
    .slice(0, maxGroups);
}

/** Adds the highest numbers of deleted versions. */
export function addNumberMarks(artifacts: JsonObject | undefined, marks: readonly Key[]): JsonObject | undefined {
  if (marks.length === 0) return artifacts;
  const groups = new Map(Object.entries(artifacts ?? {}));
  for (const mark of marks) groups.set(mark.artifactId, [...[groups.get(mark.artifactId) ?? []].flat(), mark]);
  return Object.fromEntries(groups);
}

/** True for what a deleted version leaves: its number without contents. */
const isNumberMark = (value: unknown): boolean => toKey(value) !== null && !("contents" in Object(value));

/**
 * Numbers a version when its answer is complete: it gets its own number, or the next one if something else has taken its
 * own meanwhile. `exists`: the conversation has it already.
 */
export function placeVersion(
  artifacts: JsonObject | undefined,
  made: ConversationArtifact,
  messages: readonly MessageWithArtifacts[] = [],
): { version: ConversationArtifact; exists: boolean } {
  const own = parseConversationArtifacts(artifacts).filter(
    ({ artifactId, messageId }) => artifactId === made.artifactId && messageId === made.messageId,
  );
  const stored =
    own.find(({ version }) => version === made.version) ?? own.find(({ contents }) => contents === made.contents);
  if (stored) return { version: stored, exists: true };
  const used = listUsedNumbers(artifacts);
  if (made.version >= getNextVersion(made.artifactId, used)) return { version: made, exists: false };
  return { version: { ...made, version: getNextVersion(made.artifactId, used, messages) }, exists: false };
}

/** Returns the versions that a branch has, given the ids of its messages, sorted by artifact and number. */
export function listBranchVersions<Version extends Pick<ConversationArtifact, "artifactId" | "version" | "messageId">>(
  versions: readonly Version[],
  branchIds: ReadonlySet<string>,
): Version[] {
  return versions
    .filter(({ messageId }) => messageId === null || branchIds.has(messageId))
    .sort((a, b) => (a.artifactId < b.artifactId ? -1 : a.artifactId > b.artifactId ? 1 : a.version - b.version));
}

/** Returns the last version of each artifact, in the order in which they first appear. */
export function listLatestVersions<Version extends Key>(versions: readonly Version[]): Version[] {
  const latest = new Map<string, Version>();
  for (const version of versions) {
    const known = latest.get(version.artifactId);
    if (!known || known.version < version.version) latest.set(version.artifactId, version);
  }
  return [...latest.values()];
}

/**
 * Returns the number of the next version of an artifact: one more than the highest of all branches. Messages count too,
 * so that a number is not given again after its version was deleted.
 */
export function getNextVersion(
  artifactId: string,
  versions: readonly Key[],
  messages: readonly MessageWithArtifacts[] = [],
): number {
  const entries = messages.flatMap(({ data }) => parseArtifactEntries(data));
  return [...versions, ...entries].reduce(
    (next, key) => (key.artifactId === artifactId ? Math.max(next, key.version + 1) : next),
    1,
  );
}

/** What a change of a version does: it overwrites the version, or adds a version after the latest. */
export type ArtifactChange = Exclude<ArtifactOperation, { kind: "delete" }>;

interface ChangeContext {
  /** The conversation's artifacts. */
  artifacts: JsonObject | undefined;
  /** All messages of the conversation. */
  messages?: readonly MessageWithArtifacts[];
  /** The last message of the shown branch. */
  headId: string | null;
  createdAt: string;
}

/**
 * Edits a version: the latest of its artifact is overwritten; of an older one, the contents become a new version after
 * the latest, and also of one that was deleted meanwhile. Null: somebody has changed the version since it was `edited`.
 */
export function editArtifact(
  edited: ConversationArtifact,
  contents: string,
  context: ChangeContext,
): ArtifactChange | null {
  const versions = parseConversationArtifacts(context.artifacts).filter(
    ({ artifactId }) => artifactId === edited.artifactId,
  );
  const current = versions.find(({ version }) => version === edited.version);
  const isLatest = versions.every(({ version }) => version <= edited.version);
  if (!current || !isLatest) return { kind: "add", version: copyArtifact({ ...edited, contents }, context) };
  if (current.contents !== edited.contents) return null;
  return { kind: "overwrite", version: { ...current, contents }, base: current.contents };
}

/**
 * Undoes an edit that has overwritten a version, also if it is not the latest any more. Null: somebody has changed the
 * version since then, or deleted it.
 */
export function undoEdit(
  saved: ConversationArtifact,
  previousContents: string,
  artifacts: JsonObject | undefined,
): ArtifactChange | null {
  const current = parseConversationArtifacts(artifacts).find(
    ({ artifactId, version }) => artifactId === saved.artifactId && version === saved.version,
  );
  if (current?.contents !== saved.contents) return null;
  const version = { ...current, contents: previousContents };
  return { kind: "overwrite", version, base: current.contents, isUndo: true };
}

/** Returns a copy of a version as the version after the latest. It belongs to the shown branch. */
export function copyArtifact(
  source: ConversationArtifact,
  { artifacts, messages = [], headId, createdAt }: ChangeContext,
): ConversationArtifact {
  const version = getNextVersion(source.artifactId, [source, ...listUsedNumbers(artifacts)], messages);
  return { ...source, version, createdAt, messageId: headId };
}

/** Returns the version to show after `deleted` is deleted: the one before it, or else the one after it; null: none. */
export function findRemainingVersion<Version extends Key>(versions: readonly Version[], deleted: Key): Version | null {
  const remaining = versions
    .filter(({ artifactId, version }) => artifactId === deleted.artifactId && version !== deleted.version)
    .sort((a, b) => a.version - b.version);
  return remaining.findLast(({ version }) => version < deleted.version) ?? remaining[0] ?? null;
}

/** Returns the entry by which a message names a version. */
export function toArtifactEntry(content: ArtifactEntry | ArtifactContent): ArtifactEntry {
  const { artifactId, name, createdAt, description, version } = content;
  return { artifactId, name, createdAt, description, version };
}

/** Returns a new id: the name with underscores, a hyphen and seven digits. `random` returns a number below 1. */
export function createArtifactId(name: string, random: () => number = Math.random): string {
  const digits = String(Math.floor(random() * 10_000_000)).padStart(7, "0");
  const stem = name
    .trim()
    .replaceAll(/\s+/gu, "_")
    .slice(0, limits.artifactIdLength - digits.length - 1);
  return `${stem || "artifact"}-${digits}`;
}

/** Formats a time as a day, such as `Nov 29, 2026`. */
export function formatArtifactDate(date: Date, timeZone = "UTC"): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: zone }).format(date);
  try {
    return format(timeZone);
  } catch {
    return format("UTC"); // The browser has a zone that this system does not know.
  }
}
