import { type AssistantDocument, retryFile } from "@lectern/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { getTypeDraftKey } from "../../../entities/assistants/assistantDrafts.ts";
import { assistantQuery } from "../../../entities/assistants/useAssistants.ts";
import type { Attachment } from "../../../entities/files/upload/attachment.ts";
import { discardDraftDocuments } from "../../../entities/files/upload/draftDocuments.ts";
import { getStoredDocumentsKey } from "../../../entities/files/upload/getStoredDocumentsKey.ts";
import { useAttachmentsByDraft, useRestoredDocuments } from "../../../entities/files/upload/useDraftAttachments.ts";
import { call } from "../../../lib/call.ts";
import { readUserValue } from "../../../lib/userStorage.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import type { AddedSources, AssistantDraft } from "./draft/assistantDraft.ts";
import { describeSavedDocuments } from "./draft/savedDocuments.ts";

export interface EditorDocuments {
  /** Returns the documents of the assistant itself (`type` null) or of a group type that it has already. */
  getSaved: (type: string | null) => readonly Attachment[];
  /** The key of the documents that were added. */
  getDraftKey: (type: string | null) => string;
  /** All documents, saved and added. */
  all: readonly Attachment[];
  added: AddedSources;
  hasAdded: boolean;
  /** True if all documents that were added are loaded and can be saved. */
  isReady: boolean;
  /** The same for the assistant itself or one group type. */
  isTypeReady: (type: string | null) => boolean;
  retrySaved: (document: Attachment) => void;
  /** Forgets the documents that were added. The files stay. */
  discardAdded: () => void;
}

const pollMs = 2_000;
const noStates: ReadonlyMap<string, AssistantDocument> = new Map();

/**
 * The documents of an assistant in the editor. Those that were added since the last save are in the store of uploads,
 * under a key for the assistant itself and one for each group type.
 */
export function useEditorDocuments(
  userId: string,
  key: string,
  assistantId: string | null,
  draft: AssistantDraft,
  groupTypes: readonly string[],
): EditorDocuments {
  const { states, reload } = useDocumentStates(assistantId);
  const byDraft = useAttachmentsByDraft(userId);
  const getDraftKey = (type: string | null) => getTypeDraftKey(key, type);
  const types = [null, ...groupTypes];
  const draftKeys = types.map(getDraftKey);
  useRestoredDocuments(userId, draftKeys.join("\n"));
  const getAdded = (type: string | null) => byDraft[getDraftKey(type)] ?? [];
  const isTypeReady = (type: string | null) => {
    const documents = byDraft[getDraftKey(type)];
    // Before the code for uploads is loaded, stored documents are not known.
    if (!documents) return readUserValue(userId, getStoredDocumentsKey(getDraftKey(type))) === null;
    return documents.every(({ progress }) => progress === 100);
  };
  const getSaved = (type: string | null) =>
    describeSavedDocuments(type === null ? draft.dataSources : (draft.groupTypeData[type]?.dataSources ?? []), states);
  const added = types.flatMap(getAdded);
  const listSources = (type: string | null) => getAdded(type).flatMap(({ source }) => source ?? []);
  return {
    getSaved,
    getDraftKey,
    all: [...types.flatMap(getSaved), ...added],
    added: { own: listSources(null), byType: Object.fromEntries(groupTypes.map((type) => [type, listSources(type)])) },
    hasAdded: added.length > 0,
    isReady: types.every(isTypeReady),
    isTypeReady,
    retrySaved({ key: fileKey }) {
      if (fileKey !== null) call(retryFile, { key: fileKey }).catch(notifyFailure).finally(reload);
    },
    discardAdded() {
      for (const draftKey of draftKeys) discardDraftDocuments({ userId, draftKey });
    },
  };
}

/** Reads the states of the documents of a saved assistant, again and again while some are not ready. */
function useDocumentStates(assistantId: string | null) {
  const { data, refetch } = useQuery({
    ...assistantQuery(assistantId ?? ""),
    enabled: assistantId !== null,
    refetchInterval: ({ state }) => (state.data?.definition?.documents.some(isBeingRead) ? pollMs : false),
  });
  const documents = data?.definition?.documents;
  const states = useMemo(
    () => (documents ? new Map(documents.map((document) => [document.key, document])) : noStates),
    [documents],
  );
  return { states, reload: () => void refetch() };
}

const isBeingRead = ({ state }: AssistantDocument) =>
  state === "uploading" || state === "queued" || state === "extracting";
