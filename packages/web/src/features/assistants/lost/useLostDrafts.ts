import type { AssistantSummary, Group } from "@lectern/contract";
import { parseAssistantDraftKey, useAssistantDraftKeys } from "../../../entities/assistants/assistantDrafts.ts";
import { useAssistants } from "../../../entities/assistants/useAssistants.ts";
import { canEditAssistants, useGroups } from "../../../entities/groups/useGroups.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { readUserValue } from "../../../lib/userStorage.ts";
import { readStoredDraft } from "../editor/draft/useAssistantDraft.ts";

/** A draft in this browser that can no longer be saved where it belongs. */
export interface LostDraft {
  key: string;
  /** Blank if the person has not named it. */
  name: string;
}

/** Finds the drafts whose assistant or group was deleted, or can no longer be edited by the person. */
export function useLostDrafts(): LostDraft[] {
  const { user } = useWorkspace();
  const keys = useAssistantDraftKeys(user.id);
  const { data: assistants } = useAssistants({ isEnabled: keys.length > 0 });
  const { data: groups } = useGroups();
  if (!assistants || !groups) return [];
  return keys
    .filter((key) => isLost(key, assistants, groups))
    .flatMap((key) => {
      // Without stored fields, only documents were added.
      const hasFields = readUserValue(user.id, key) !== null;
      const stored = hasFields ? readStoredDraft(user.id, key) : null;
      return stored || !hasFields ? [{ key, name: stored?.draft.name.trim() ?? "" }] : [];
    });
}

/** Returns whether a draft can no longer be saved. Pure. */
export function isLost(key: string, assistants: readonly AssistantSummary[], groups: readonly Group[]): boolean {
  const { assistantId, groupId } = parseAssistantDraftKey(key);
  if (assistantId !== null) return assistants.find((each) => each.assistantId === assistantId)?.noEdit ?? true;
  if (groupId === null) return false;
  return !groups.some((group) => group.id === groupId && canEditAssistants(group));
}
