import type { Run } from "../../core/context.ts";
import type { AppliedAssistant } from "../../core/run/appliedAssistant.ts";
import { findFilesOfAssistant, findReadableFiles, type ReadableFile } from "../files/service.ts";
import { sealCitation, toPassageReference } from "./citations/passageCitation.ts";
import { hasText } from "./resolveTurnDataSources.ts";
import { type DocumentProtection, type SourceDocument, toFileDocument } from "./sourceDocument.ts";

/** The documents of the assistant that answers, in the form of the conversation's documents. */
export interface AssistantDocuments {
  documents: SourceDocument[];
  images: { file: ReadableFile; isHidden: boolean }[];
  /** Documents that are left out, with the reason to show to the person. Empty if the assistant is confidential. */
  leftOut: { name: string; reason: string }[];
  /** Files of a draft that belong to others, to which the right may end during the answer. */
  foreignFileIds: string[];
}

const noDocuments: AssistantDocuments = { documents: [], images: [], leftOut: [], foreignFileIds: [] };

/** True if the assistant has documents for this answer. */
export const hasDocuments = (assistant: AppliedAssistant | null) =>
  assistant !== null && assistant.fileKeys.length + assistant.addedFileKeys.length > 0;

/**
 * Finds the documents of the assistant, which belong to the assistant's owner, and those that a draft adds, which the
 * author may read. Documents that are deleted or not ready are left out.
 */
export async function resolveAssistantDocuments(
  { platform, actor, assistant }: Pick<Run, "platform" | "actor" | "assistant">,
  { supportsImages, useImages }: { supportsImages: boolean; useImages: boolean },
): Promise<AssistantDocuments> {
  if (!assistant || !hasDocuments(assistant)) return noDocuments;
  const { id, versionId, fileKeys, addedFileKeys, isConfidential } = assistant;
  const isOwner = assistant.ownerId === actor.principal.id;
  const [ownerFiles, readableFiles, addedFiles] = await Promise.all([
    findFilesOfAssistant(platform, assistant, fileKeys),
    isConfidential || isOwner ? [] : findReadableFiles(platform, actor, fileKeys),
    findReadableFiles(platform, actor, addedFileKeys),
  ]);
  const files = [...ownerFiles, ...addedFiles];
  const readableKeys = new Set([...(isOwner ? ownerFiles : readableFiles), ...addedFiles].map(({ key }) => key));
  const protect = ({ key }: ReadableFile): DocumentProtection | null => {
    if (!isConfidential && readableKeys.has(key)) return null;
    // Only an assistant that has been saved has files that the person may not read.
    const claim = { principal: actor.principal.id, assistant: id ?? "", version: versionId ?? id ?? "", file: key };
    return {
      isConfidential,
      sealCitation: (passage) => sealCitation(platform, { ...claim, passage: toPassageReference(passage) }),
    };
  };
  const readyFiles = files.filter(({ state }) => state === "ready");
  const isSentAsImage = ({ isImage }: ReadableFile) => isImage && supportsImages && useImages;
  return {
    documents: readyFiles
      .filter((file) => !isSentAsImage(file) && hasText(file))
      .map((file) => toFileDocument(file, false, protect(file))),
    images: readyFiles.filter(isSentAsImage).map((file) => ({ file, isHidden: protect(file) !== null })),
    leftOut: isConfidential ? [] : listLeftOut(files, fileKeys.length + addedFileKeys.length),
    foreignFileIds: addedFiles.filter(({ ownerId }) => ownerId !== actor.principal.id).map(({ key }) => key),
  };
}

function listLeftOut(files: readonly ReadableFile[], count: number): AssistantDocuments["leftOut"] {
  const unreadyFiles = files.filter(({ state }) => state !== "ready");
  return [
    ...unreadyFiles.map(({ name }) => ({ name, reason: "isn’t ready" })),
    ...(files.length < count ? [{ name: "One of the assistant’s documents", reason: "no longer exists" }] : []),
  ];
}
