import { type AssistantContent, type AssistantDefinition, createAssistant, type OpOutput } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { assistantQuery } from "../../../entities/assistants/useAssistants.ts";
import { toErrorDetails } from "../../../entities/conversations/toErrorDetails.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { type NoticeAction, notifyError } from "../../../ui/notices/notify.tsx";
import { closeNotices } from "../../../ui/notices/showNotice.ts";
import { useAssistantStart } from "../chat/useAssistantStart.ts";
import { getCopyLinkStep } from "../copyAssistantLink.ts";
import type { DraftState } from "./draft/useAssistantDraft.ts";
import { formatSaveFailed } from "./draft/validateDraft.ts";
import { notifySaved } from "./notifySaved.ts";
import type { SaveRequest } from "./saveRequest.ts";
import { usePublish } from "./usePublish.ts";

export type SavedAssistant = OpOutput<typeof createAssistant> & {
  /** What has been stored; null if it was not read, or somebody else has saved it again already. */
  definition: AssistantDefinition | null;
};

/** Saves assistants. A conflict is what has been saved in the meantime, by somebody else or by the person elsewhere. */
export function useSaveAssistant() {
  const cache = useQueryClient();
  const startChat = useAssistantStart();
  const { publish } = usePublish();
  const [saving, setSaving] = useState<"creating" | "updating" | null>(null);
  const [conflict, setConflict] = useState<AssistantDefinition | null>(null);

  const getNextSteps = (savedId: string, { content: { name }, nextSteps = [] }: SaveRequest) =>
    nextSteps.map((step): NoticeAction => {
      if (step === "publish") {
        return { label: t`Publish`, run: () => void publish({ assistantId: savedId, name }) };
      }
      if (step === "copyLink") return getCopyLinkStep(savedId);
      if (step === "start") return { label: t`Start chat`, run: () => void startChat(savedId) };
      return { label: t`Share…`, run: () => openDialog("assistantShare", { assistantId: savedId, name }) };
    });

  /** Returns null if it failed or is a conflict. Never rejects. */
  const save = async (request: SaveRequest): Promise<SavedAssistant | null> => {
    const { content, assistantId, groupId, baseVersion, isPublished, draftId, onDraftUsed, isRead } = request;
    setSaving(assistantId === null ? "creating" : "updating");
    setConflict(null);
    try {
      const saved = await call(createAssistant, {
        ...content,
        ...(assistantId === null ? { draftId } : { assistantId }),
        ...(baseVersion === null ? {} : { baseVersion }),
        ...(groupId === null ? {} : { groupId }),
        ...(isPublished === null ? {} : { isPublished }),
      });
      if (!saved.id) throw new Error(formatSaveFailed());
      closeNotices("assistant");
      notifySaved(saved.assistantId, request, getNextSteps(saved.assistantId, request));
      void cache.invalidateQueries({ queryKey: ["assistants"] });
      void cache.invalidateQueries({ queryKey: ["groups"] });
      const newest = isRead?.() ? await loadNewest(saved.assistantId) : null;
      // Somebody else may have saved it again already.
      return { ...saved, definition: newest?.version === saved.version ? newest : null };
    } catch (error) {
      const newest = assistantId !== null && isConflict(error) ? await loadNewest(assistantId) : null;
      // The server also refuses to save for other reasons, for example if a document was deleted meanwhile.
      if (newest && baseVersion !== null && newest.version > baseVersion) {
        setConflict(newest);
        void cache.invalidateQueries({ queryKey: ["assistants"] });
      } else {
        notifyError(formatSaveFailed(), { ...toErrorDetails(error), topic: "assistant" });
        if (assistantId === null && isConflict(error)) onDraftUsed?.();
        if (isDenied(error)) {
          // The editor then says which right the person has lost.
          void cache.invalidateQueries({ queryKey: ["assistants"] });
          void cache.invalidateQueries({ queryKey: ["groups"] });
        }
      }
      return null;
    } finally {
      setSaving(null);
    }
  };

  /**
   * Saves a draft as a new assistant of the person with the content that `prepare` returns. Returns null if it failed.
   * Rejects only if `prepare` does.
   */
  const saveAsOwn = async (
    { draftId, renewId }: Pick<DraftState, "draftId" | "renewId">,
    prepare: () => Promise<AssistantContent>,
  ): Promise<SavedAssistant | null> => {
    setSaving("creating");
    try {
      const content = await prepare();
      const target = { assistantId: null, groupId: null, baseVersion: null, isPublished: null };
      const nextSteps = ["start", "share"] as const;
      return await save({ content, ...target, draftId, onDraftUsed: renewId, nextSteps });
    } finally {
      setSaving(null);
    }
  };

  /** Returns the newest version; null if it cannot be read. */
  const loadNewest = (assistantId: string) =>
    cache
      .fetchQuery({ ...assistantQuery(assistantId), staleTime: 0 })
      .then(({ definition }) => definition)
      .catch(() => null);

  return {
    save,
    saveAsOwn,
    isSaving: saving !== null,
    /** What the overlay says while it is saved. */
    savingText: saving === "updating" ? t`Updating assistant...` : t`Creating assistant...`,
    conflict,
    closeConflict: () => setConflict(null),
  };
}

const isConflict = (error: unknown) => error instanceof CallError && error.code === "conflict";
const isDenied = (error: unknown) => error instanceof CallError && (error.status === 403 || error.status === 404);
