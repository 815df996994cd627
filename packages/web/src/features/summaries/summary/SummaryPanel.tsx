import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import classes from "./Summary.module.css";
import { removeSummaryEdit, setSummaryEdit, useSummaryEdits } from "./summaryEdits.ts";
import type { Replacement, ShownSummary } from "./useShownSummary.ts";
import { useSummaryActions } from "./useSummaryActions.ts";

interface SummaryPanelProps {
  shown: ShownSummary;
  isReadOnly: boolean;
  /** Where `useSummaryEdits` has what the person types. */
  editKey: string;
  /** What is used in its place; null: nothing else is. */
  replacement: Replacement | null;
  /** Called when the person stops editing. */
  onEditingEnd?: () => void;
}

/** The text of a summary, with what a person can do with it. */
export function SummaryPanel({ shown, isReadOnly, editKey, replacement, onEditingEnd }: SummaryPanelProps) {
  const edit = useSummaryEdits(({ edits }) => edits[editKey]);
  const isEditing = edit !== undefined;
  // Not while the message is scrolled back into view.
  const [isFocusNeeded, setIsFocusNeeded] = useState(false);
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
  if (edit) {
    return (
      <SummaryEditor
        text={text}
        edited={edit.text}
        isFocusNeeded={isFocusNeeded}
        replacement={replacement}
        onChange={(edited) => setSummaryEdit(editKey, { shown, text: edited })}
        onSave={actions.edit}
        onEnd={() => {
          onEditingEnd?.();
          removeSummaryEdit(editKey);
        }}
      />
    );
  }
  return (
    <>
      <p className={classes.note}>
        {describeUse(isOff, replacement)}
        {isEdited && ` ${t`Its text has been edited.`}`}
      </p>
      <div className={classes.text} dir="auto">
        {text}
      </div>
      {!isReadOnly && (
        <div className={classes.actions}>
          <Button
            ref={editRef}
            size="compact-sm"
            variant="default"
            onClick={() => {
              setIsFocusNeeded(true);
              setSummaryEdit(editKey, { shown, text });
            }}
          >
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

function describeUse(isOff: boolean, replacement: Replacement | null): string {
  if (replacement !== null) return describeReplacement(replacement);
  return isOff
    ? t`This summary isn’t used: the messages are sent as they are, as far as they fit.`
    : t`If the chat is too long for the model, this is sent in place of the messages above.`;
}

const describeReplacement = (replacement: Replacement): string =>
  replacement === "none" ? t`No summary is used now.` : t`Another summary is used now.`;

interface SummaryEditorProps {
  /** The text of the summary. */
  text: string;
  /** What the person has made of it. */
  edited: string;
  isFocusNeeded: boolean;
  replacement: Replacement | null;
  onChange: (edited: string) => void;
  onSave: (text: string) => Promise<boolean>;
  onEnd: () => void;
}

/** The text of a summary while it is edited. Once another one is used, it can only be copied. */
function SummaryEditor(props: SummaryEditorProps) {
  const { text, edited, isFocusNeeded, replacement, onChange, onSave, onEnd } = props;
  const [isSaving, setIsSaving] = useState(false);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFocusNeeded) fieldRef.current?.focus();
  }, [isFocusNeeded]);
  const cannotSave = edited.trim() === "" || replacement !== null;
  const save = async () => {
    if (cannotSave || isSaving) return;
    if (edited.trim() === text) return onEnd();
    setIsSaving(true);
    const isSaved = await onSave(edited.trim());
    setIsSaving(false);
    if (isSaved) onEnd();
  };
  return (
    <>
      <p role="status" className={classes.note}>
        {replacement !== null && describeReplacement(replacement)}
      </p>
      <textarea
        ref={fieldRef}
        className={classes.field}
        aria-label={t`Summary of earlier messages`}
        dir="auto"
        maxLength={limits.summaryLength}
        value={edited}
        readOnly={isSaving}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
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
          {...(cannotSave && { "aria-disabled": true, "data-disabled": true })}
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
