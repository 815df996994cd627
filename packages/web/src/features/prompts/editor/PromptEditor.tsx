import type { PromptTemplate, PromptType } from "@lectern/contract";
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { copyOf } from "../../../entities/prompts/newPrompt.ts";
import { promptRights } from "../../../entities/prompts/promptRights.ts";
import { isSameItem } from "../../../entities/prompts/store/isSameItem.ts";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { ModalFrame } from "../../../ui/modal/ModalFrame.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notices/notify.tsx";
import classes from "./PromptEditor.module.css";
import { PromptFields } from "./PromptFields.tsx";
import { type DraftProblems, problemsOf, promptOf } from "./promptDraft.ts";
import { usePromptDraft } from "./usePromptDraft.ts";

interface PromptEditorProps {
  isOpen: boolean;
  prompt: PromptTemplate;
  isNew: boolean;
  userId: string;
  /** The types that this person may make. */
  types: readonly PromptType[];
  onClose: () => void;
}

/** A template in a dialog, to be written or only to be read. What is not saved is asked about. */
export function PromptEditor({ isOpen, prompt, isNew, userId, types, onClose }: PromptEditorProps) {
  const promptStore = usePromptStore();
  const isReadOnly = !promptRights(prompt).canEdit;
  const { draft, isChanged, wasRestored, change, reset, forget } = usePromptDraft(userId, prompt, isNew);
  const [wasTried, setWasTried] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const problems: DraftProblems = wasTried ? problemsOf(draft) : {};

  const close = () => {
    if (isSaving) return;
    if (isChanged && !isReadOnly) setIsLeaving(true);
    else onClose();
  };
  const save = async () => {
    flushSync(() => setWasTried(true));
    if (Object.keys(problemsOf(draft)).length > 0) {
      fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    setIsSaving(true);
    try {
      const saved = promptOf(draft, prompt);
      const now = promptStore.state.getState().prompts.find(({ id }) => id === prompt.id);
      // Another device or tab has written it since it was opened here: both are kept.
      const isOvertaken = now !== undefined && !isSameItem(now, prompt);
      const kept = isOvertaken ? copyOf(saved) : saved;
      await promptStore.savePrompts([kept]);
      if (isOvertaken)
        notifySuccess(`“${saved.name}” was changed elsewhere meanwhile. Yours is kept as “${kept.name}”`);
      forget();
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
        title={isReadOnly ? `View “${prompt.name}”` : isNew ? "New prompt" : "Edit prompt"}
        onClose={close}
        {...(isReadOnly ? {} : { onSubmit: () => void save(), submitLabel: "Save", isSubmitting: isSaving })}
      >
        <div ref={fields} className={classes.fields}>
          {wasRestored && isChanged && (
            <p className={classes.restored} role="status">
              <span>What you had not saved is here again.</span>
              <Button variant="subtle" size="compact-sm" onClick={reset}>
                {isNew ? "Begin anew" : "Undo it"}
              </Button>
            </p>
          )}
          <PromptFields
            draft={draft}
            promptId={prompt.id}
            types={types}
            problems={problems}
            isReadOnly={isReadOnly}
            onChange={change}
          />
        </div>
      </ModalFrame>
      <ConfirmDialog
        isOpen={isLeaving}
        title="Unsaved changes"
        message="What you have changed in this prompt is not saved."
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        isDestructive
        onConfirm={() => {
          setIsLeaving(false);
          forget();
          onClose();
        }}
        onCancel={() => setIsLeaving(false)}
      />
    </>
  );
}
