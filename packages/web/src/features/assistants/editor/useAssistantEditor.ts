import type { AssistantContent, AssistantDefinition, Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { getAssistantDraftKey } from "../../../entities/assistants/assistantDrafts.ts";
import { getAssistantRights } from "../../../entities/assistants/assistantRights.ts";
import { assistantsQuery } from "../../../entities/assistants/useAssistants.ts";
import { isDetailPanelOverDialog } from "../../../entities/shell/detail/detailPanel.ts";
import { findNextName } from "../../../lib/text/findNextName.ts";
import { closeErrorNotice } from "../../../ui/notices/showNotice.ts";
import { type AssistantDraft, createEmptyDraft, keepForGroup, toContent, toDraft } from "./draft/assistantDraft.ts";
import { mergeDrafts } from "./draft/mergeDrafts.ts";
import { toTypedDraft } from "./draft/toTypedDraft.ts";
import { useAssistantDraft } from "./draft/useAssistantDraft.ts";
import { type DraftProblems, formatUploadsRunning, validateDraft } from "./draft/validateDraft.ts";
import { focusDraftField } from "./focusDraftField.ts";
import { notifyUnready } from "./notifyUnready.ts";
import type { FirstField } from "./requestedField.ts";
import { useEditorDocuments } from "./useEditorDocuments.ts";
import { useLostRight } from "./useLostRight.ts";
import { useSaveAssistant } from "./useSaveAssistant.ts";

/** What is edited. */
export interface EditorSource {
  userId: string;
  /** The saved assistant; null: a new one. */
  definition: AssistantDefinition | null;
  /** The group of the assistant; null: it belongs to the person. */
  group: Group | null;
  /** The field that gets the focus when the dialog opens. */
  firstField?: FirstField;
}

interface EditorCallbacks {
  onSaved: () => void;
  /**
   * Called if the author goes on editing an assistant that was new. `isOpen`: it stays in this editor. Otherwise it
   * could not be read, and has to be loaded.
   */
  onCreated?: (assistantId: string, isOpen: boolean) => void;
  onClose: () => void;
}

/** What follows the saving: the editor closes or stays, or it closes and the assistant is published. */
type SavePurpose = "close" | "stay" | "publish";

export type AssistantEditor = ReturnType<typeof useAssistantEditor>;

/** The state of the editor: the draft, its documents, saving, conflicts and closing. */
export function useAssistantEditor(source: EditorSource, { onSaved, onCreated, onClose }: EditorCallbacks) {
  const { userId, group, firstField = "name" } = source;
  // A new assistant that has been saved stays in its editor.
  const [created, setCreated] = useState<AssistantDefinition | null>(null);
  const definition = source.definition ?? created;
  const assistantId = definition?.assistantId ?? null;
  const groupId = group?.id ?? null;
  const groupTypes = group?.groupTypes ?? [];
  // What the editor started from, and what has taken its place since. Later versions of others must not change what
  // counts as the person's own changes.
  const cache = useQueryClient();
  const [base, setBase] = useState<Base>(() =>
    definition ? toBase(definition) : { draft: createEmptyDraft(findNewName(cache)), version: null },
  );
  const [earlierBases, setEarlierBases] = useState<readonly Base[]>([]);
  const replaceBase = (newBase: Base) => {
    setEarlierBases([...earlierBases, base]);
    setBase(newBase);
  };
  const key = getAssistantDraftKey(assistantId, groupId);
  const draftState = useAssistantDraft(userId, key, base);
  const documents = useEditorDocuments(userId, key, assistantId, draftState.draft, groupTypes);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [isTrying, setTrying] = useState(false);
  const tryButtonRef = useRef<HTMLButtonElement>(null);
  // What is to be done once the person has discarded the changes.
  const [closing, setClosing] = useState<{ then: () => void } | null>(null);
  const [requestedTool, setTool] = useState<"history" | "deletion" | null>(null);
  const discard = () => {
    // First, because the lists of drafts are read again when the draft is gone.
    documents.discardAdded();
    draftState.discard();
  };
  const saving = useSaveAssistant();
  const { draft, baseVersion } = draftState;
  const lossReason = useLostRight(assistantId, group);
  // None of them works without the right to save.
  const tool = lossReason === null ? requestedTool : null;
  const ownBase = [base, ...earlierBases].find(({ version }) => version === baseVersion)?.draft ?? null;
  const problems: DraftProblems = wasSubmitted ? validateDraft(draft, ownBase) : {};
  /** The draft on top of what somebody else has saved. Where it is not known what the person changed, all is theirs. */
  const rebase = (newest: AssistantDefinition) => (ownBase ? mergeDrafts(ownBase, draft, toDraft(newest)) : draft);
  // Saving on top of what somebody else has saved goes on with what the author has begun.
  const purposeRef = useRef<SavePurpose>("close");
  const canShare = definition === null || getAssistantRights(definition).canShare;
  const getNextSteps = (isPublished: boolean, isNewlyPublished: boolean) => {
    if (groupId !== null) {
      if (!isPublished) return ["publish"] as const;
      return isNewlyPublished ? (["copyLink"] as const) : [];
    }
    return canShare ? (["start", "share"] as const) : (["start"] as const);
  };
  /** `wasPublished`: in the version that is saved on top of. */
  const submit = async (
    version: number | null,
    edited: AssistantDraft,
    purpose: SavePurpose,
    wasPublished = base.draft.isPublished,
  ) => {
    purposeRef.current = purpose;
    const submitted = purpose === "publish" ? { ...edited, isPublished: true } : edited;
    // What is typed while it is saved keeps the editor open.
    const isStaying = () => purpose === "stay" || draftState.hasChangedSince(draft);
    const isNewlyPublished = groupId !== null && submitted.isPublished && !wasPublished;
    const content = toContent(submitted, documents.added);
    const saved = await saving.save({
      content,
      assistantId,
      groupId,
      baseVersion: version,
      isPublished: groupId === null ? null : submitted.isPublished,
      draftId: draftState.draftId,
      onDraftUsed: draftState.renewId,
      isRead: isStaying,
      isNewlyPublished,
      nextSteps: purpose === "stay" ? [] : getNextSteps(submitted.isPublished, isNewlyPublished),
    });
    if (!saved) return;
    if (!isStaying()) {
      discard();
      return onSaved();
    }
    const savedDraft = toTypedDraft(submitted, content, saved.definition);
    if (assistantId === null && !saved.definition) {
      documents.discardAdded();
      // The editor that opens next, or later, goes on with what was typed meanwhile.
      if (draftState.hasChangedSince(draft)) {
        const savedKey = getAssistantDraftKey(saved.assistantId, groupId);
        draftState.moveTo(savedKey, (typed) => mergeDrafts(draft, typed, savedDraft), saved.version);
      } else draftState.discard();
      return onCreated ? onCreated(saved.assistantId, false) : onSaved();
    }
    discard();
    if (assistantId === null) {
      onCreated?.(saved.assistantId, true);
      setCreated(saved.definition);
    }
    replaceBase({ draft: savedDraft, version: saved.version });
    draftState.reset(savedDraft, saved.version, draft, purpose === "stay" ? null : formatSavedWithout());
  };

  /** Moves the focus to a field, in a narrow window after closing the trial chat, which is in its place. */
  const focusField = (field: string) => {
    if (focusDraftField(field)) return;
    flushSync(() => setTrying(false));
    focusDraftField(field);
  };

  /** Returns true if the draft can be saved. Otherwise shows what is missing. */
  const check = (): boolean => {
    flushSync(() => setWasSubmitted(true));
    const [firstField] = Object.keys(validateDraft(draft, ownBase));
    if (firstField !== undefined) focusField(firstField);
    else if (!documents.isReady) notifyUnready(documents.all);
    return firstField === undefined && documents.isReady;
  };

  useEffect(() => {
    if (documents.isReady) closeErrorNotice(formatUploadsRunning());
  }, [documents.isReady]);

  /** True while a dialog, or what is being saved, covers the editor. */
  const isCovered = () =>
    saving.isSaving || saving.conflict !== null || tool !== null || closing !== null || isDetailPanelOverDialog();

  /** Calls `then`, if there are changes after the person has discarded them. */
  const requestClose = (then: () => void) => {
    // Esc closes only the dialog above the editor, but the editor receives it, too.
    if (isCovered()) return;
    if (draftState.isChanged || documents.hasAdded) setClosing({ then });
    else then();
  };

  return {
    userId,
    assistantId,
    definition,
    group,
    groupTypes,
    firstField,
    draftState,
    documents,
    problems,
    /** True once the person has tried to save. */
    wasSubmitted,
    isSaving: saving.isSaving,
    savingText: saving.savingText,
    conflict: saving.conflict,
    closeConflict: saving.closeConflict,
    isChanged: draftState.isChanged || documents.hasAdded,
    isConfirmingDiscard: closing !== null,
    /** The dialog above the editor that a button of it has opened. */
    tool,
    setTool,
    /** True while the trial chat is beside the fields, or in a narrow window in their place. */
    isTrying,
    setTrying,
    tryButtonRef,
    focusField,
    /** Why the draft can no longer be saved; null if it can. */
    lossReason,
    isCovered,
    check,
    save() {
      if (lossReason === null && check()) void submit(baseVersion, draft, "close");
    },
    saveAndStay() {
      if (lossReason === null && check()) void submit(baseVersion, draft, "stay");
    },
    saveAndPublish() {
      if (lossReason === null && check()) void submit(baseVersion, draft, "publish");
    },
    /** True for an assistant of a group that saving alone shows to nobody but its editors. */
    canPublish: groupId !== null && !base.draft.isPublished && !draft.isPublished,
    saveAsOwn: (prepare: () => Promise<AssistantContent>) => saving.saveAsOwn(draftState, prepare),
    /** What the draft started from; null if it is not known. */
    ownBase,
    /** True if the saved assistant is published. */
    isPublished: base.draft.isPublished,
    savedName: base.draft.name.trim(),
    rebase,
    /** Saves the draft on top of what somebody else has saved. */
    saveOnTop: (newest: AssistantDefinition) =>
      void submit(newest.latestVersion, rebase(newest), purposeRef.current, newest.isPublished),
    /** Replaces the draft by what somebody else has saved. */
    takeTheirs(newest: AssistantDefinition) {
      saving.closeConflict();
      replaceBase(toBase(newest));
      draftState.replace(toDraft(newest), t`Your draft was replaced by the newest version.`, newest.version);
    },
    /** Shows a version that has been saved again. */
    showRestored(restored: AssistantDefinition) {
      replaceBase(toBase(restored));
      draftState.replace(toDraft(restored), t`An earlier version was restored and saved.`, restored.version);
    },
    /** Moves the draft of a new assistant to a group; null: to the person. The caller then opens the form there. */
    moveTo: (otherGroup: Group | null) =>
      draftState.moveTo(getAssistantDraftKey(null, otherGroup?.id ?? null), (moved) => ({
        ...keepForGroup(moved, otherGroup?.groupTypes ?? []),
        groupUserTypeQuestion: otherGroup ? moved.groupUserTypeQuestion : "",
      })),
    discard,
    close: () => requestClose(onClose),
    requestClose,
    keepEditing: () => setClosing(null),
    discardAndClose() {
      setClosing(null);
      discard();
      closing?.then();
    },
  };
}

interface Base {
  draft: AssistantDraft;
  /** Null: nothing has been saved. */
  version: number | null;
}

const formatSavedWithout = () => t`Saved without what you typed in the meantime.`;

const toBase = (definition: AssistantDefinition): Base => ({ draft: toDraft(definition), version: definition.version });

/** Returns the name that a new assistant has until its author chooses another one. */
const findNewName = (cache: QueryClient) =>
  findNextName(
    (cache.getQueryData(assistantsQuery.queryKey) ?? []).map(({ name }) => name),
    (n) => t`Assistant ${n}`,
  );
