import { createHash, randomUUID } from "node:crypto";
import { type ArtifactContent, type ArtifactVersion, decompressContents, LzwError, limits } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";
import { getOwnerId } from "../../access/service.ts";
import { toStorableText } from "../../conversations/service.ts";
import { type NewSavedArtifact, upsertSaved } from "./repository.ts";

/**
 * Stores a version that the actor has. `isCopy`: it is made to be shared, and its key is like no other. Throws
 * `invalidInput` if the contents cannot be decompressed, and `tooLarge` if they are too long or the actor has too many.
 */
export async function storeArtifact(
  platform: Pick<Platform, "db" | "clock">,
  actor: Actor,
  artifact: ArtifactVersion,
  isCopy = false,
): Promise<NewSavedArtifact> {
  const now = platform.clock.now();
  const ownerId = getOwnerId(actor);
  const content = toContent(artifact);
  const id = randomUUID();
  // Another artifact may have the same name, number and day.
  const marks = isCopy ? [hash(id)] : [null, hash(content.artifactId)];
  for (const mark of marks) {
    const key = buildKey(ownerId, content, now, mark);
    const saved = { id, ownerId, key, content, isListed: !isCopy, savedAt: now };
    const result = await upsertSaved(platform.db, saved);
    if (result === "stored") return saved;
    if (result === "full") throw createFullError(isCopy);
  }
  throw new AppError("conflict");
}

const createFullError = (isCopy: boolean) =>
  new AppError("tooLarge", {
    userMessage: isCopy
      ? "You have reached the maximum number of shared artifacts."
      : "You have reached the maximum number of saved artifacts. Please delete some first.",
  });

const hashLength = 12;
const hash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, hashLength);

function toContent({ contents: codes, sharedBy = null, ...fields }: ArtifactVersion): ArtifactContent {
  const contents = toStorableText(decompress(codes));
  if (contents.length > limits.artifactLength) {
    throw new AppError("tooLarge", { userMessage: "This artifact is too long to be saved." });
  }
  const { name, description } = fields;
  return { ...fields, contents, sharedBy, name: toStorableText(name), description: toStorableText(description) };
}

function decompress(codes: readonly number[]): string {
  try {
    return decompressContents(codes);
  } catch (error) {
    if (!(error instanceof LzwError)) throw error;
    throw new AppError("invalidInput", { issues: [{ path: "artifact.contents", message: error.message }] });
  }
}

function buildKey(ownerId: string, { name, version }: ArtifactContent, now: Date, mark: string | null): string {
  const day = now.toISOString().slice(0, 10).replaceAll("-", "");
  const keyName = name.trim().replaceAll(/[\s/\\]+/gu, "_") || "artifact";
  return `${ownerId}/${day}/${keyName}${mark === null ? "" : `-${mark}`}:v${version}`;
}
