import { type DataSource, fileTexts, parseDataSourceId } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { type ReadableFile, resolveDataSources } from "../files/service.ts";
import type { TurnDataSources } from "./collectDataSources.ts";
import { type SourceDocument, toFileDocument, toInlineDocument } from "./sourceDocument.ts";

/** An image of an earlier message or of the assistant. */
export interface EarlierImage {
  /** The message with which the image is sent. */
  messageId: string;
  file: ReadableFile;
  /** True if the person must not learn of the image. */
  isHidden: boolean;
}

export interface ResolvedDataSources {
  attached: SourceDocument[];
  conversation: SourceDocument[];
  /** Images for the model: those of the last message, then those of earlier messages, newest first. */
  images: { attached: ReadableFile[]; earlier: EarlierImage[] };
  /** Files of other owners, to which the right may end during the answer. */
  foreignFileIds: string[];
  /** Data sources that are left out, with the reason to show to the person. */
  leftOut: { name: string; reason: string }[];
}

/**
 * Looks up the data sources that the person may read. Each data source of the last message must be usable: throws
 * `notFound` if one does not exist or belongs to another person (the caller cannot tell which), `conflict` if a file is
 * not ready yet, and `invalidInput` for blank text, a file whose extraction failed, or an image without text if the
 * model does not support images. Unusable data sources of earlier messages and unusable files of a tag are left out.
 */
export async function resolveTurnDataSources(
  platform: Platform,
  actor: Actor,
  turnDataSources: TurnDataSources,
  { supportsImages, useImages }: { supportsImages: boolean; useImages: boolean },
): Promise<ResolvedDataSources> {
  const [attachedSources, conversationSources] = await Promise.all([
    resolveDataSources(platform, actor, turnDataSources.attached),
    resolveDataSources(
      platform,
      actor,
      turnDataSources.conversation.map(({ source }) => source),
    ),
  ]);
  if (attachedSources.missing.length > 0) throw createMissingError(attachedSources.missing);
  const blankDocument = attachedSources.inline.find(isBlank);
  if (blankDocument) {
    const userMessage = `The document “${blankDocument.name.slice(0, 100)}” has no text: its “raw” field is empty. Please send your message without it.`;
    throw new AppError("invalidInput", { userMessage });
  }
  const leftOut: ResolvedDataSources["leftOut"] = conversationSources.missing.map((source) => ({
    name: getClientName(source),
    reason: "no longer exists",
  }));

  const attachedKeys = new Set(turnDataSources.attached.flatMap(getFileKeys));
  const images: ResolvedDataSources["images"] = { attached: [], earlier: [] };
  const documents: Record<"attached" | "conversation", SourceDocument[]> = { attached: [], conversation: [] };
  for (const file of attachedSources.files) {
    const error = getUnusableError(file);
    if (error && attachedKeys.has(file.key)) throw error;
    if (error) leftOut.push({ name: file.name, reason: "isn’t ready" });
    else if (file.isImage && supportsImages && useImages) images.attached.push(file);
    else if (hasText(file)) documents.attached.push(toFileDocument(file, attachedSources.ragOnlyKeys.has(file.key)));
    else if (file.isImage && !supportsImages) {
      if (attachedKeys.has(file.key))
        throw new AppError("invalidInput", { userMessage: `“${file.name}”: ${fileTexts.imagesNotSeen}` });
      leftOut.push({ name: file.name, reason: imageNotSeenReason });
    }
  }
  const findMessageId = createMessageFinder(turnDataSources.conversation);
  for (const file of conversationSources.files) {
    const messageId = findMessageId(file);
    if (getUnusableError(file)) leftOut.push({ name: file.name, reason: "isn’t ready" });
    else if (file.isImage && supportsImages && useImages) {
      if (messageId !== undefined) images.earlier.push({ messageId, file, isHidden: false });
    } else if (hasText(file))
      documents.conversation.push(toFileDocument(file, conversationSources.ragOnlyKeys.has(file.key)));
    else if (file.isImage && !supportsImages) leftOut.push({ name: file.name, reason: imageNotSeenReason });
  }
  documents.attached.push(...attachedSources.inline.map(toInlineDocument));
  for (const inlineText of conversationSources.inline) {
    if (isBlank(inlineText)) leftOut.push({ name: inlineText.name.slice(0, 100), reason: "has no text" });
    else documents.conversation.push(toInlineDocument(inlineText));
  }
  const seenIds = new Set<string>();
  return {
    attached: dropSeenDocuments(documents.attached, seenIds),
    conversation: dropSeenDocuments(documents.conversation, seenIds),
    images,
    foreignFileIds: [...attachedSources.files, ...conversationSources.files]
      .filter(({ ownerId }) => ownerId !== actor.principal.id)
      .map(({ key }) => key),
    leftOut,
  };
}

const imageNotSeenReason = "is an image, which this model can’t see";

/** Returns a function that finds the newest message to which a file or one of its tags was attached. */
function createMessageFinder(sources: TurnDataSources["conversation"]) {
  const references = sources.map(({ messageId, source }) => ({ messageId, ref: parseDataSourceId(source.id) }));
  return ({ key, tags }: ReadableFile): string | undefined =>
    references.find(({ ref }) =>
      ref?.kind === "tag" ? tags.includes(ref.tag) : ref?.kind === "file" && ref.key === key,
    )?.messageId;
}

export function hasText({ contentKey, isImage, totalTokens }: ReadableFile): boolean {
  return contentKey !== null && (!isImage || (totalTokens ?? 0) > 0);
}

const isBlank = ({ content }: { content: string }) => !/\S/.test(content);

/** Drops documents whose id is in `seenIds`, and adds the ids of the other documents to `seenIds`. */
function dropSeenDocuments(documents: readonly SourceDocument[], seenIds: Set<string>): SourceDocument[] {
  return documents.filter(({ documentId }) => {
    if (documentId === null) return true;
    if (seenIds.has(documentId)) return false;
    seenIds.add(documentId);
    return true;
  });
}

function getFileKeys({ id }: DataSource): string[] {
  const ref = parseDataSourceId(id);
  return ref?.kind === "file" ? [ref.key] : [];
}

/**
 * Returns the client's name for the data source, or its id: the stored name must not leak to a person who cannot read
 * the file.
 */
function getClientName({ name, id }: DataSource): string {
  return (name?.trim() || id).slice(0, 100);
}

function createMissingError(missingSources: readonly DataSource[]): AppError {
  const names = missingSources.map((source) => `“${getClientName(source)}”`);
  const listedNames = names.slice(0, 5).join(", ") + (names.length > 5 ? ", …" : "");
  const userMessage =
    names.length === 1
      ? `The document ${listedNames} doesn’t exist, or you don’t have access to it. Please send your message without it.`
      : `These documents don’t exist, or you don’t have access to them: ${listedNames}. Please send your message without them.`;
  return new AppError("notFound", { userMessage });
}

/** Returns the error to throw if the file cannot be used; null if it can. */
function getUnusableError({ name, state, reason }: ReadableFile): AppError | null {
  switch (state) {
    case "ready":
      return null;
    case "uploading":
      return new AppError("conflict", {
        userMessage: `“${name}” hasn’t finished uploading. Please wait until it is ready, or remove it.`,
      });
    case "queued":
    case "extracting":
      return new AppError("conflict", {
        userMessage: `“${name}” is still being read. Please wait until it is ready, or remove it.`,
      });
    case "failed":
      return new AppError("invalidInput", {
        userMessage: `“${name}” can’t be used: ${reason ?? "it couldn’t be read."} Please send your message without it.`,
      });
    default:
      return state satisfies never;
  }
}
