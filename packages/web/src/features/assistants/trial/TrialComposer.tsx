import { t } from "@lingui/core/macro";
import { Textarea } from "@mantine/core";
import { IconPlayerStopFilled, IconSend } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { IconButton } from "../../../ui/IconButton.tsx";
import { isComposing } from "../../../ui/isComposing.ts";
import classes from "./Trial.module.css";

interface TrialComposerProps {
  isShown: boolean;
  isAnswering: boolean;
  /** Why nothing can be asked now; null: a question can be. */
  blockedReason: string | null;
  /** Returns false if the question was not sent. It then stays in the field. */
  onSend: (question: string) => boolean;
  onStop: () => void;
}

export function TrialComposer({ isShown, isAnswering, blockedReason, onSend, onStop }: TrialComposerProps) {
  const [text, setText] = useState("");
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isShown) fieldRef.current?.focus();
  }, [isShown]);
  const send = () => {
    if (!isAnswering && text.trim() !== "" && onSend(text.trim())) setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The editor around saves with Ctrl+Enter and closes with Esc.
    if (event.key === "Enter") event.stopPropagation();
    if (event.key === "Escape" && isAnswering) {
      event.stopPropagation();
      onStop();
    }
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={classes.composer}>
      <Textarea
        ref={fieldRef}
        className={classes.field}
        aria-label={t`Question for the trial`}
        placeholder={t`Ask the draft`}
        autosize
        minRows={1}
        maxRows={6}
        value={text}
        // Esc stops the answer instead of closing the editor.
        data-mantine-stop-propagation={isAnswering}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {isAnswering ? (
        <IconButton name={t`Stop`} size={36} onClick={onStop}>
          <IconPlayerStopFilled size={20} />
        </IconButton>
      ) : (
        <IconButton
          name={blockedReason ?? t`Send the question`}
          size={36}
          aria-disabled={blockedReason !== null || undefined}
          onClick={send}
        >
          <IconSend size={20} stroke={1.6} />
        </IconButton>
      )}
    </div>
  );
}
