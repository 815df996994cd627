import type { AssistantContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { getTypeDraftKey } from "../../../entities/assistants/assistantDrafts.ts";
import { getStoredDocumentsKey } from "../../../entities/files/upload/getStoredDocumentsKey.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { listUserKeys } from "../../../lib/userStorage.ts";
import { createEmptyDraft, toContent } from "../editor/draft/assistantDraft.ts";
import { useAssistantDraft } from "../editor/draft/useAssistantDraft.ts";
import { notifyUnready } from "../editor/notifyUnready.ts";
import { useEditorDocuments } from "../editor/useEditorDocuments.ts";
import { useSaveAssistant } from "../editor/useSaveAssistant.ts";

const emptyBase = { draft: createEmptyDraft(), version: null };

/** A draft of this browser with the documents that were added to it, and what becomes of it. */
export function useLostDraft(draftKey: string) {
  const { user } = useWorkspace();
  const draftState = useAssistantDraft(user.id, draftKey, emptyBase);
  const { draft, discard } = draftState;
  // The group, which knew its types, may be gone.
  const [types] = useState(() => listTypes(user.id, draftKey, Object.keys(draft.groupTypeData)));
  const documents = useEditorDocuments(user.id, draftKey, null, draft, types);
  const { saveAsOwn, isSaving, savingText } = useSaveAssistant();
  const content = toContent(draft, documents.added);
  return {
    content: { ...content, name: content.name || t`Untitled Assistant` },
    /** Only those that were added; the others are part of the content. */
    documents: { ...documents, getSaved: () => [] },
    /** The group types, null for the assistant itself, whose documents cannot be saved yet. */
    unreadyTypes: [null, ...types].filter((type) => !documents.isTypeReady(type)),
    isSaving,
    savingText,
    /** Documents that are not ready would be missing, and deleted with the draft. */
    check() {
      if (!documents.isReady) notifyUnready(documents.all);
      return documents.isReady;
    },
    saveAsOwn: (prepare: () => Promise<AssistantContent>) => saveAsOwn(draftState, prepare),
    discard() {
      documents.discardAdded();
      discard();
    },
  };
}

/** Lists the group types of a draft, with those for which only documents were added. */
function listTypes(userId: string, draftKey: string, knownTypes: readonly string[]): string[] {
  const prefix = getStoredDocumentsKey(getTypeDraftKey(draftKey, ""));
  const keys = listUserKeys(userId).filter((key) => key.startsWith(prefix));
  return [...new Set([...knownTypes, ...keys.map((key) => key.slice(prefix.length))])];
}
