import type { Run } from "../../core/context.ts";
import { findFilesOfAssistant, findReadableFiles, type ReadableFile } from "../files/service.ts";
import { signCitation, toPassageReference } from "./citations/passageCitation.ts";
import { hasText } from "./resolveTurnDataSources.ts";
import { type DocumentProtection, type SourceDocument, toFileDocument } from "./sourceDocument.ts";

/** The documents of the assistant that answers, in the form of the conversation's documents. */
export interface AssistantDocuments {
  documents: SourceDocument[];
  images: { file: ReadableFile; isHidden: boolean }[];
  /** Documents that are left out, with the reason to show to the person. Empty if the assistant is confidential. */
  leftOut: { name: string; reason: string }[];
}

const noDocuments: AssistantDocuments = { documents: [], images: [], leftOut: [] };

/**
 * Finds the documents of the assistant, which belong to the assistant's owner. Documents that are deleted or not ready
 * are left out.
 */
export async function resolveAssistantDocuments(
  { platform, actor, assistant }: Pick<Run, "platform" | "actor" | "assistant">,
  { supportsImages, useImages }: { supportsImages: boolean; useImages: boolean },
): Promise<AssistantDocuments> {
  if (!assistant || assistant.fileKeys.length === 0) return noDocuments;
  const { fileKeys, isConfidential } = assistant;
  const isOwner = assistant.ownerId === actor.principal.id;
  const [files, readableFiles] = await Promise.all([
    findFilesOfAssistant(platform, assistant, fileKeys),
    isConfidential || isOwner ? [] : findReadableFiles(platform, actor, fileKeys),
  ]);
  const readableKeys = new Set((isOwner ? files : readableFiles).map(({ key }) => key));
  const protect = ({ key }: ReadableFile): DocumentProtection | null => {
    if (!isConfidential && readableKeys.has(key)) return null;
    const claim = { principal: actor.principal.id, assistant: assistant.id, version: assistant.versionId, file: key };
    return {
      isConfidential,
      signCitation: (passage) => signCitation(platform, { ...claim, passage: toPassageReference(passage) }),
    };
  };
  const readyFiles = files.filter(({ state }) => state === "ready");
  const isSentAsImage = ({ isImage }: ReadableFile) => isImage && supportsImages && useImages;
  return {
    documents: readyFiles
      .filter((file) => !isSentAsImage(file) && hasText(file))
      .map((file) => toFileDocument(file, false, protect(file))),
    images: readyFiles.filter(isSentAsImage).map((file) => ({ file, isHidden: protect(file) !== null })),
    leftOut: isConfidential ? [] : listLeftOut(files, fileKeys.length),
  };
}

function listLeftOut(files: readonly ReadableFile[], count: number): AssistantDocuments["leftOut"] {
  const unreadyFiles = files.filter(({ state }) => state !== "ready");
  return [
    ...unreadyFiles.map(({ name }) => ({ name, reason: "is not ready" })),
    ...(files.length < count ? [{ name: "A document of the assistant", reason: "no longer exists" }] : []),
  ];
}
