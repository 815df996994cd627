import * as z from "zod/mini";
import { CompressedText } from "./conversations.ts";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { weighNames } from "./people.ts";
import { Id, Timestamp, text } from "./primitives.ts";

/** What an artifact is, which decides how it is shown; empty: unknown. */
export const artifactTypes = [
  ...(["static", "vanilla", "react", "vue", "node", "next", "angular"] as const),
  ...(["text", "json", "csv", "svg", "code"] as const),
] as const;
/** Any other value becomes empty. */
export const ArtifactType = z.catch(z.enum([...artifactTypes, ""]), "");
export type ArtifactType = z.infer<typeof ArtifactType>;

/** Names an artifact within its conversation, such as `Sales_chart-4821937`. */
export const ArtifactId = text(limits.artifactIdLength).check(z.minLength(1));
const VersionNumber = z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000));
const ArtifactName = text(limits.artifactNameLength);
const Description = text(limits.artifactDescriptionLength);
const Tags = z.array(text(limits.tagLength)).check(z.maxLength(limits.tagsPerItem));

const description = {
  artifactId: ArtifactId,
  name: ArtifactName,
  description: z._default(Description, ""),
  type: z._default(ArtifactType, ""),
};

/** A version as a message names it. `createdAt` is a day, such as `Nov 29, 2026`. */
export const ArtifactEntry = z.object({
  artifactId: ArtifactId,
  name: ArtifactName,
  createdAt: z._default(text(40), ""),
  description: z._default(Description, ""),
  version: VersionNumber,
});
export type ArtifactEntry = z.infer<typeof ArtifactEntry>;

/** A version with its contents as text, as the web app and `/chat` use it. */
export const ArtifactContent = z.object({
  ...description,
  version: VersionNumber,
  createdAt: z._default(text(40), ""),
  contents: text(limits.artifactLength),
  tags: z._default(Tags, []),
  /** The email address of who has shared it; null: nobody. */
  sharedBy: z._default(z.nullable(text(400)), null),
});
export type ArtifactContent = z.infer<typeof ArtifactContent>;

/** A version in a conversation. */
export const ConversationArtifact = z.extend(ArtifactContent, {
  /**
   * The message that made it, or at which it was made: branches without this message do not have the version. Null: all
   * branches have it.
   */
  messageId: z._default(z.nullable(Id), null),
});
export type ConversationArtifact = z.infer<typeof ConversationArtifact>;
export type ConversationArtifactInput = z.input<typeof ConversationArtifact>;

/** A version on the wire of saved artifacts and exports, with contents as LZW codes; see `compressText`. */
export const ArtifactVersion = z.object({
  ...z.omit(ArtifactContent, { contents: true, sharedBy: true }).shape,
  contents: CompressedText.check(z.maxLength(limits.artifactLength)),
  sharedBy: z.optional(z.nullable(text(400))),
});
export type ArtifactVersion = z.infer<typeof ArtifactVersion>;

/**
 * The artifacts of a message. `running`: its artifact is being written; `retry`: it is written after its request had to
 * be repaired; `stopped`: it is not complete; `cancelled`: there is none. See `ArtifactReason`.
 */
export const ArtifactStatus = z.enum(["running", "complete", "stopped", "retry", "cancelled"]);
export type ArtifactStatus = z.infer<typeof ArtifactStatus>;

/**
 * Why an artifact is not complete although nobody has stopped it. `unreadable`: the request could not be repaired;
 * `length`: the model's output limit was reached; `tooLong`: an artifact cannot be longer; `spendingLimit`: the call would
 * exceed a limit; `contextExceeded`: the chat is too long for the model; `modelFailed`: the model's server failed or wrote
 * nothing; `chatFull`: the conversation has no space for it; `notStored`: the database failed. With the last two, it is
 * shown until the page is reloaded, but the conversation does not have it.
 */
export const ArtifactReason = z.enum([
  ...(["unreadable", "length", "tooLong", "spendingLimit", "contextExceeded"] as const),
  ...(["modelFailed", "chatFull", "notStored"] as const),
]);
export type ArtifactReason = z.infer<typeof ArtifactReason>;

/** The info string of the fenced block by which a model requests an artifact. */
export const artifactFence = "autoArtifacts";

/** What the model writes in that block. */
export const ArtifactBlock = z.object({
  /** For the model that writes the artifact. */
  instructions: z._default(text(limits.artifactInstructionsLength), ""),
  /** Ids of artifacts whose contents that model gets. */
  includeArtifactsId: z.catch(z._default(z.array(ArtifactId).check(z.maxLength(limits.artifactsPerCall)), []), []),
  /** An artifact that exists gets a new version; any other id makes a new artifact. */
  id: z.catch(z._default(text(limits.artifactIdLength), ""), ""),
  name: z.catch(z._default(ArtifactName, ""), ""),
  description: z.catch(z._default(Description, ""), ""),
  type: z._default(ArtifactType, ""),
});
export type ArtifactBlock = z.infer<typeof ArtifactBlock>;

/** The artifacts of a conversation or a call, each with one version. */
export const ArtifactContents = z.array(ArtifactContent).check(
  z.maxLength(limits.artifactsPerCall),
  z.refine((versions) => countCharacters(versions) <= limits.artifactCharactersPerConversation, {
    error: "are too large together",
  }),
);

export const artifactTexts = { notFound: "Artifact not found." } as const;

export const countCharacters = (versions: readonly { contents: string }[]) =>
  versions.reduce((sum, { contents }) => sum + contents.length, 0);

const versionsPath = "/artifacts/versions";
/** Names a version. */
const VersionKey = { conversationId: Id, artifactId: ArtifactId, version: VersionNumber };

export const addArtifactVersions = defineOp({
  method: "POST",
  path: `${versionsPath}/add`,
  keyScopes: ["full_access"],
  flag: "artifacts",
  summary:
    "Adds versions of artifacts to a cloud conversation. A version that exists is never overwritten: `skipped` names " +
    "those whose numbers are in use, or were and are not given again. `restore`: they are versions that were deleted.",
  input: z.object({
    conversationId: Id,
    versions: z.array(ConversationArtifact).check(z.minLength(1), z.maxLength(limits.artifactVersionsPerConversation)),
    restore: z.optional(z.boolean()),
  }),
  output: z.object({ skipped: z.array(z.object({ artifactId: ArtifactId, version: VersionNumber })) }),
});

export const editArtifactVersion = defineOp({
  method: "POST",
  path: `${versionsPath}/edit`,
  keyScopes: ["full_access"],
  flag: "artifacts",
  summary:
    "Replaces the contents of the latest version of an artifact. An older version is never overwritten: fails with " +
    "`conflict`. `baseHash` is the SHA-256 of the contents that were edited, in hexadecimal: if the version has others, " +
    "fails with `conflict`. `isUndo`, with `baseHash`: also replaces a version that is not the latest any more.",
  input: z.object({
    ...VersionKey,
    contents: text(limits.artifactLength),
    baseHash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    isUndo: z.optional(z.boolean()),
  }),
  output: z.object({}),
});

export const deleteArtifactVersion = defineOp({
  method: "POST",
  path: `${versionsPath}/delete`,
  keyScopes: ["full_access"],
  flag: "artifacts",
  summary: "Deletes a version of an artifact in a cloud conversation. One that does not exist is ignored.",
  input: z.object(VersionKey),
  output: z.object({}),
});

/** Names a saved artifact: `{user}/{YYYYMMDD}/{name}:v{n}`. */
export const SavedArtifactKey = text(limits.artifactKeyLength).check(z.minLength(1));

/** A saved artifact as listed. `sharedBy`: the email address of who has shared it with the caller. */
export const SavedArtifact = z.object({
  key: SavedArtifactKey,
  name: z.string(),
  description: z.string(),
  createdAt: z.string(),
  sharedBy: z.nullable(z.string()),
  type: ArtifactType,
  tags: z.array(z.string()),
  savedAt: Timestamp,
});
export type SavedArtifact = z.infer<typeof SavedArtifact>;

/** Codes of the contents count one by one, because they are nested. */
const maxJsonValues = limits.artifactLength + 10_000;

export const getArtifact = defineOp({
  method: "GET",
  path: "/artifacts/get",
  keyScopes: ["full_access"],
  flag: "artifacts",
  summary: "Returns a saved artifact of the caller, or one that is shared with the caller, by its key.",
  input: z.object({ artifact_id: SavedArtifactKey }),
  output: ArtifactVersion,
});

export const getAllArtifacts = defineOp({
  method: "GET",
  path: "/artifacts/get_all",
  keyScopes: ["full_access"],
  flag: "artifacts",
  summary: "Lists the caller's saved artifacts and those that are shared with the caller, newest first.",
  input: z.object({}),
  output: z.array(SavedArtifact),
});

export const deleteArtifact = defineOp({
  method: "DELETE",
  path: "/artifacts/delete",
  keyScopes: ["full_access"],
  flag: "artifacts",
  summary:
    "Deletes a saved artifact. One that somebody else has shared is removed from the caller's list only; a copy that the " +
    "caller has shared is taken away from everybody.",
  input: z.object({ artifact_id: SavedArtifactKey }),
  output: z.object({}),
});

export const saveArtifact = defineOp({
  method: "POST",
  path: "/artifacts/save",
  keyScopes: ["full_access"],
  flag: "artifacts",
  maxJsonValues,
  summary: "Saves a version of an artifact. Saving the same version on the same day again replaces it.",
  input: z.object({ artifact: ArtifactVersion }),
  output: SavedArtifact,
});

export const shareArtifact = defineOp({
  method: "POST",
  path: "/artifacts/share",
  keyScopes: ["full_access"],
  flag: "artifacts",
  weight: 20,
  weighInput: ({ shareWith }) => weighNames(shareWith),
  maxJsonValues,
  summary:
    "Shares a version of an artifact with people and groups. They get a copy of it as it is now, which they can read " +
    "but not change.",
  input: z.object({
    artifact: ArtifactVersion,
    shareWith: z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(400)))
      .check(z.minLength(1), z.maxLength(limits.recipientsPerShare)),
  }),
  /** `key`: of the copy; deleting it takes it away from everybody. Absent: nobody has got one. */
  output: z.object({
    key: z.optional(SavedArtifactKey),
    failed: z.array(z.object({ recipient: z.string(), reason: z.string() })),
  }),
});
