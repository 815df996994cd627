import {
  ArtifactVersion,
  ConversationArtifact,
  decompressText,
  type JsonObject,
  LzwError,
  limits,
} from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";

/** An escaped character is six characters before it is unescaped. */
const escapeLength = 6;
/** Limit of all decompressed characters, escaped. */
const maxCharacters = limits.artifactCharactersPerConversation * escapeLength;

/** The characters that may still be decompressed. */
interface ArtifactBudget {
  remaining: number;
}

export const createArtifactBudget = (): ArtifactBudget => ({ remaining: maxCharacters });

interface SeparatedArtifacts {
  versions: ConversationArtifact[];
  /** What is no version, so that nothing of an older client is lost; undefined: everything is one. */
  others: JsonObject | undefined;
}

/**
 * Separates the versions in the artifacts of a conversation from what is none, in steps for `runCooperatively`. Versions
 * beyond what a conversation can have are left out. A few thousand codes can be a text of megabytes, so what cannot be
 * decompressed counts against the budget, too. Throws `tooLarge`.
 */
export function* separateArtifacts(
  artifacts: JsonObject | undefined,
  budget = createArtifactBudget(),
): Generator<void, SeparatedArtifacts> {
  const versions: ConversationArtifact[] = [];
  const others: [string, unknown][] = [];
  const keys = new Set<string>();
  let characters = 0;
  for (const [id, value] of Object.entries(artifacts ?? {})) {
    const rest: unknown[] = [];
    for (const item of [value].flat()) {
      yield;
      const key = readKey(item);
      if (key !== null && keys.has(key)) continue;
      const version = key === null ? null : parseVersion(item, budget);
      if (key === null || !version) {
        rest.push(item);
        continue;
      }
      characters += version.contents.length;
      if (versions.length >= limits.artifactVersionsPerConversation) continue;
      if (characters > limits.artifactCharactersPerConversation) continue;
      keys.add(key);
      versions.push(version);
    }
    if (rest.length > 0) others.push([id, Array.isArray(value) ? rest : value]);
    else if (Array.isArray(value) && value.length === 0) others.push([id, value]);
  }
  return { versions, others: others.length === 0 ? undefined : Object.fromEntries(others) };
}

/** Returns what names a version within its conversation; null: it is none. */
function readKey(item: unknown): string | null {
  if (typeof item !== "object" || item === null || !("artifactId" in item) || !("version" in item)) return null;
  return `${item.version} ${item.artifactId}`;
}

function parseVersion(item: unknown, budget: ArtifactBudget): ConversationArtifact | null {
  const { success, data } = ConversationArtifact.safeParse(item);
  if (success) return data;
  const compressed = ArtifactVersion.safeParse(item);
  if (!compressed.success) return null;
  const contents = decompress(compressed.data.contents, budget);
  return ConversationArtifact.safeParse({ ...Object(item), contents }).data ?? null;
}

function decompress(codes: ArrayLike<number>, budget: ArtifactBudget): string | null {
  // The n-th code is at most n characters. The length of what fails is not known, so it counts as the longest.
  const maxLength = Math.min(limits.artifactLength * escapeLength, (codes.length * (codes.length + 1)) / 2);
  if (budget.remaining <= 0) throw createTooLargeError();
  try {
    const contents = decompressText(codes, maxLength);
    budget.remaining -= contents.length;
    return contents;
  } catch (error) {
    if (!(error instanceof LzwError)) throw error;
    budget.remaining -= maxLength;
    return null;
  }
}

const createTooLargeError = () =>
  new AppError("tooLarge", { userMessage: "This chat has too many artifacts that can’t be read." });
