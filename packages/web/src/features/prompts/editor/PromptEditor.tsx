import type { PromptTemplate, PromptType } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { copyPrompt } from "../../../entities/prompts/newPrompt.ts";
import { getPromptRights } from "../../../entities/prompts/promptRights.ts";
import { isSameItem } from "../../../entities/prompts/store/isSameItem.ts";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { ModalFrame } from "../../../ui/modal/ModalFrame.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notices/notify.tsx";
import classes from "./PromptEditor.module.css";
import { PromptFields } from "./PromptFields.tsx";
import { applyDraft, type DraftProblems, validateDraft } from "./promptDraft.ts";
import { usePromptDraft } from "./usePromptDraft.ts";

interface PromptEditorProps {
  isOpen: boolean;
  prompt: PromptTemplate;
  isNew: boolean;
  userId: string;
  /** The types of templates that this person may create. */
  types: readonly PromptType[];
  onClose: () => void;
  /** Called after the template is saved, and not in place of another version. */
  onSaved?: (prompt: PromptTemplate) => void;
}

/** A dialog that edits or shows a template. Asks for confirmation before it discards unsaved changes. */
export function PromptEditor({ isOpen, prompt, isNew, userId, types, onClose, onSaved }: PromptEditorProps) {
  const promptStore = usePromptStore();
  const { name } = prompt;
  const isReadOnly = !getPromptRights(prompt).canEdit;
  const { draft, isChanged, wasRestored, change, reset, discardDraft } = usePromptDraft(userId, prompt, isNew);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [isConfirmingDiscard, setIsConfirmingDiscard] = useState(false);
  const fieldsRef = useRef<HTMLDivElement>(null);
  const problems: DraftProblems = wasSubmitted ? validateDraft(draft) : {};

  const close = () => {
    if (isSaving) return;
    if (isChanged && !isReadOnly) setIsConfirmingDiscard(true);
    else onClose();
  };
  const save = async () => {
    flushSync(() => setWasSubmitted(true));
    if (Object.keys(validateDraft(draft)).length > 0) {
      fieldsRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    setIsSaving(true);
    try {
      const savedPrompt = applyDraft(draft, prompt);
      const currentPrompt = promptStore.state.getState().prompts.find(({ id }) => id === prompt.id);
      // Another device or tab has changed the template since it was opened here: save this version as a copy.
      const isConflicting = currentPrompt !== undefined && !isSameItem(currentPrompt, prompt);
      const promptToStore = isConflicting ? copyPrompt(savedPrompt) : savedPrompt;
      await promptStore.savePrompts([promptToStore]);
      if (isConflicting) notifySuccess(describeConflict(savedPrompt.name, promptToStore.name));
      else onSaved?.(savedPrompt);
      discardDraft();
      onClose();
    } catch (error) {
      notifyFailure(error);
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <>
      <ModalFrame
        isOpen={isOpen}
        title={isReadOnly ? t`View “${name}”` : isNew ? t`New prompt` : t`Edit prompt`}
        onClose={close}
        {...(isReadOnly ? {} : { onSubmit: () => void save(), submitLabel: t`Save`, isSubmitting: isSaving })}
      >
        <div ref={fieldsRef} className={classes.fields}>
          {wasRestored && isChanged && (
            <p className={classes.restored} role="status">
              <span>{t`Your unsaved changes were restored.`}</span>
              <Button variant="subtle" size="compact-sm" onClick={reset}>
                {isNew ? t`Start over` : t`Undo changes`}
              </Button>
            </p>
          )}
          {prompt.data.isReceived === true && (
            <p className={classes.received}>
              {t`This prompt was shared with you, so you can’t change it. To remove it, move it to a folder and delete the folder.`}
            </p>
          )}
          <PromptFields
            draft={draft}
            promptId={prompt.id}
            types={types}
            problems={problems}
            isNew={isNew}
            isReadOnly={isReadOnly}
            onChange={change}
          />
        </div>
      </ModalFrame>
      <ConfirmDialog
        isOpen={isConfirmingDiscard}
        title={t`Unsaved changes`}
        message={t`Your changes to this prompt haven’t been saved.`}
        confirmLabel={t`Discard changes`}
        cancelLabel={t`Keep editing`}
        isDestructive
        onConfirm={() => {
          setIsConfirmingDiscard(false);
          discardDraft();
          onClose();
        }}
        onCancel={() => setIsConfirmingDiscard(false)}
      />
    </>
  );
}

const describeConflict = (name: string, copyName: string) =>
  t`“${name}” was also changed elsewhere. Your version was saved as “${copyName}”.`;
