import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import classes from "./Summary.module.css";
import type { ShownSummary } from "./useShownSummary.ts";
import { useSummaryActions } from "./useSummaryActions.ts";

interface SummaryPanelProps {
  shown: ShownSummary;
  isReadOnly: boolean;
  /** True if another summary is used now. */
  isReplaced?: boolean;
  /** Called when the person begins to edit, and when that ends. */
  onEditingChange?: (isEditing: boolean) => void;
}

/** The text of a summary, with what a person can do with it. */
export function SummaryPanel({ shown, isReadOnly, isReplaced = false, onEditingChange }: SummaryPanelProps) {
  const [isEditing, setIsEditing] = useState(false);
  const setEditing = (isNowEditing: boolean) => {
    setIsEditing(isNowEditing);
    onEditingChange?.(isNowEditing);
  };
  const [busyAction, setBusyAction] = useState<"switch" | "remove" | null>(null);
  const actions = useSummaryActions(shown);
  const editRef = useRef<HTMLButtonElement>(null);
  const wasEditingRef = useRef(false);
  useEffect(() => {
    // The field that had the focus is gone.
    if (wasEditingRef.current && !isEditing) editRef.current?.focus();
    wasEditingRef.current = isEditing;
  }, [isEditing]);
  const { text, isOff = false, isEdited = false } = shown.summary;
  const run = async (name: "switch" | "remove", action: () => Promise<boolean>) => {
    setBusyAction(name);
    await action();
    setBusyAction(null);
  };
  if (isEditing) return <SummaryEditor text={text} onSave={actions.edit} onEnd={() => setEditing(false)} />;
  return (
    <>
      <p className={classes.note}>
        {describeUse({ isOff, isReplaced })}
        {isEdited && ` ${t`Its text has been edited.`}`}
      </p>
      <div className={classes.text} dir="auto">
        {text}
      </div>
      {!isReadOnly && (
        <div className={classes.actions}>
          <Button ref={editRef} size="compact-sm" variant="default" onClick={() => setEditing(true)}>
            {t`Edit`}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={busyAction === "switch"}
            onClick={() => void run("switch", () => actions.switchOff(!isOff))}
          >
            {isOff ? t`Use the summary` : t`Send the messages instead`}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={busyAction === "remove"}
            onClick={() => void run("remove", actions.remove)}
          >
            {t`Delete`}
          </Button>
        </div>
      )}
    </>
  );
}

function describeUse({ isOff, isReplaced }: { isOff: boolean; isReplaced: boolean }): string {
  if (isReplaced) return t`Another summary is used now.`;
  return isOff
    ? t`This summary isn’t used: the messages are sent as they are, as far as they fit.`
    : t`If the chat is too long for the model, this is sent in place of the messages above.`;
}

interface SummaryEditorProps {
  text: string;
  onSave: (text: string) => Promise<boolean>;
  onEnd: () => void;
}

/** The text of a summary while it is edited. */
function SummaryEditor({ text, onSave, onEnd }: SummaryEditorProps) {
  const [edited, setEdited] = useState(text);
  const [isSaving, setIsSaving] = useState(false);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => fieldRef.current?.focus(), []);
  const isEmpty = edited.trim() === "";
  const save = async () => {
    if (isEmpty || isSaving) return;
    if (edited.trim() === text) return onEnd();
    setIsSaving(true);
    const isSaved = await onSave(edited.trim());
    setIsSaving(false);
    if (isSaved) onEnd();
  };
  return (
    <>
      <textarea
        ref={fieldRef}
        className={classes.field}
        aria-label={t`Summary of earlier messages`}
        dir="auto"
        maxLength={limits.summaryLength}
        value={edited}
        readOnly={isSaving}
        onChange={({ currentTarget }) => setEdited(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onEnd();
        }}
      />
      <div className={classes.actions}>
        <Button
          size="compact-sm"
          loading={isSaving}
          {...(isEmpty && { "aria-disabled": true, "data-disabled": true })}
          onClick={() => void save()}
        >
          {t`Save`}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onEnd}>
          {t`Cancel`}
        </Button>
      </div>
    </>
  );
}
