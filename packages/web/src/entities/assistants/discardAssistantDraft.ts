import { listUserKeys, writeUserValue } from "../../lib/userStorage.ts";
import { discardDraftDocuments } from "../files/upload/draftDocuments.ts";
import { getStoredDocumentsKey } from "../files/upload/getStoredDocumentsKey.ts";
import { getAssistantDraftKey, getTypeDraftKey, publishAssistantDrafts } from "./assistantDrafts.ts";

/** Removes what this browser stores of an assistant that was being edited. */
export function discardAssistantDraft(userId: string, assistantId: string): void {
  const draftKey = getAssistantDraftKey(assistantId, null);
  const documentsPrefix = getStoredDocumentsKey("");
  const typePrefix = getStoredDocumentsKey(getTypeDraftKey(draftKey, ""));
  discardDraftDocuments({ userId, draftKey });
  for (const key of listUserKeys(userId))
    if (key.startsWith(typePrefix)) discardDraftDocuments({ userId, draftKey: key.slice(documentsPrefix.length) });
  writeUserValue(userId, draftKey, null);
  publishAssistantDrafts();
}
