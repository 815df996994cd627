import { type DataSource, parseDataSourceId, fileTexts } from "@lectern/contract";
import { AppError } from "../../../../core/appError.ts";
import type { Actor, Platform } from "../../../../core/context.ts";
import { type ReadableFile, resolveDataSources } from "../../../files/service.ts";
import { toFileDocument, toInlineDocument, type SourceDocument } from "./sourceDocument.ts";
import type { TurnDataSources } from "./collectDataSources.ts";

export interface ResolvedDataSources {
  attached: SourceDocument[];
  conversation: SourceDocument[];
  /** To be shown to the model; those of the last message, and of earlier ones, the newest first. */
  images: { attached: ReadableFile[]; earlier: { messageId: string; file: ReadableFile }[] };
  /** Names of what is not used, with why. */
  leftOut: { name: string; why: string }[];
}

/**
 * Finds what the messages name, as far as this person may read it. What the last message names must be there and ready: throws `notFound`
 * for what is not there or another person's, which cannot be told apart, `conflict` for what is not ready yet, `invalidInput` for
 * a text that is blank and what cannot be read, or seen by a model that `seesImages` says is blind. What earlier messages name is left out instead.
 */
export async function resolveTurnDataSources(
  platform: Platform,
  actor: Actor,
  given: TurnDataSources,
  { seesImages, showsImages }: { seesImages: boolean; showsImages: boolean },
): Promise<ResolvedDataSources> {
  const [attached, conversation] = await Promise.all([
    resolveDataSources(platform, actor, given.attached),
    resolveDataSources(
      platform,
      actor,
      given.conversation.map(({ source }) => source),
    ),
  ]);
  if (attached.missing.length > 0) throw missingRefusal(attached.missing);
  const blank = attached.inline.find(isBlank);
  if (blank) {
    const userMessage = `The document “${blank.name.slice(0, 100)}” has no text: it must be in its “raw”. Please send your message without it.`;
    throw new AppError("invalidInput", { userMessage });
  }
  const leftOut: ResolvedDataSources["leftOut"] = conversation.missing.map((source) => ({
    name: givenName(source),
    why: "is no longer there",
  }));

  const named = new Set(given.attached.flatMap(keyOf));
  const images: ResolvedDataSources["images"] = { attached: [], earlier: [] };
  const documents: Record<"attached" | "conversation", SourceDocument[]> = { attached: [], conversation: [] };
  for (const file of attached.files) {
    const refusal = refusalOf(file);
    if (refusal && named.has(file.key)) throw refusal;
    if (refusal) leftOut.push({ name: file.name, why: "is not ready" });
    else if (file.isImage && seesImages && showsImages) images.attached.push(file);
    else if (hasText(file)) documents.attached.push(toFileDocument(file, attached.ragOnlyKeys.has(file.key)));
    else if (file.isImage && !seesImages && named.has(file.key)) {
      throw new AppError("invalidInput", { userMessage: `“${file.name}”: ${fileTexts.imagesNotSeen}` });
    }
  }
  const messageOf = new Map(
    given.conversation.flatMap(({ messageId, source }) => keyOf(source).map((key) => [key, messageId] as const)),
  );
  for (const file of conversation.files) {
    const messageId = messageOf.get(file.key);
    if (refusalOf(file)) leftOut.push({ name: file.name, why: "is not ready" });
    else if (file.isImage && seesImages && showsImages) {
      if (messageId !== undefined) images.earlier.push({ messageId, file });
    } else if (hasText(file)) documents.conversation.push(toFileDocument(file, conversation.ragOnlyKeys.has(file.key)));
    else if (file.isImage && !seesImages)
      leftOut.push({ name: file.name, why: "is an image, which this model cannot see" });
  }
  documents.attached.push(...attached.inline.map(toInlineDocument));
  for (const text of conversation.inline) {
    if (isBlank(text)) leftOut.push({ name: text.name.slice(0, 100), why: "has no text" });
    else documents.conversation.push(toInlineDocument(text));
  }
  const known = new Set<string>();
  return {
    attached: distinct(documents.attached, known),
    conversation: distinct(documents.conversation, known),
    images,
    leftOut,
  };
}

function hasText({ contentKey, isImage, totalTokens }: ReadableFile): boolean {
  return contentKey !== null && (!isImage || (totalTokens ?? 0) > 0);
}

const isBlank = ({ content }: { content: string }) => !/\S/.test(content);

/** Without what is `known`, to which the others are added: tags may stand for thousands of documents. */
function distinct(documents: readonly SourceDocument[], known: Set<string>): SourceDocument[] {
  return documents.filter(({ documentId }) => {
    if (documentId === null) return true;
    if (known.has(documentId)) return false;
    known.add(documentId);
    return true;
  });
}

function keyOf({ id }: DataSource): string[] {
  const ref = parseDataSourceId(id);
  return ref?.kind === "file" ? [ref.key] : [];
}

/** As the client calls it: what it is called here is nobody's who may not read it. */
function givenName({ name, id }: DataSource): string {
  return (name?.trim() || id).slice(0, 100);
}

function missingRefusal(missing: readonly DataSource[]): AppError {
  const names = missing.map((source) => `“${givenName(source)}”`);
  const shown = names.slice(0, 5).join(", ") + (names.length > 5 ? ", …" : "");
  const userMessage =
    names.length === 1
      ? `The document ${shown} is not there, or you may not use it. Please send your message without it.`
      : `These documents are not there, or you may not use them: ${shown}. Please send your message without them.`;
  return new AppError("notFound", { userMessage });
}

/** Null: it can be used. */
function refusalOf({ name, state, reason }: ReadableFile): AppError | null {
  switch (state) {
    case "ready":
      return null;
    case "uploading":
      return new AppError("conflict", {
        userMessage: `“${name}” has not been uploaded completely yet. Please wait until it is ready, or remove it.`,
      });
    case "queued":
    case "extracting":
      return new AppError("conflict", {
        userMessage: `“${name}” is still being read. Please wait until it is ready, or remove it.`,
      });
    case "failed":
      return new AppError("invalidInput", {
        userMessage: `“${name}” cannot be used: ${reason ?? "it could not be read."} Please send your message without it.`,
      });
    default:
      return state satisfies never;
  }
}
