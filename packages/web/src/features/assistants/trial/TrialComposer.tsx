import { t } from "@lingui/core/macro";
import { ActionIcon, Textarea } from "@mantine/core";
import { IconArrowUp, IconPlayerStopFilled } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isComposing } from "../../../ui/isComposing.ts";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
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

/** The field for a question to the draft. Enter sends it, and Esc stops the answer. */
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
        placeholder={t`Ask your draft a question`}
        autosize
        minRows={1}
        maxRows={6}
        value={text}
        // Esc stops the answer instead of closing the editor.
        data-mantine-stop-propagation={isAnswering}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ActionButton isAnswering={isAnswering} blockedReason={blockedReason} onSend={send} onStop={onStop} />
    </div>
  );
}

interface ActionButtonProps extends Pick<TrialComposerProps, "isAnswering" | "blockedReason" | "onStop"> {
  onSend: () => void;
}

/** Sends the question or stops the answer. One button, so that it keeps the focus. */
function ActionButton({ isAnswering, blockedReason, onSend, onStop }: ActionButtonProps) {
  const Icon = isAnswering ? IconPlayerStopFilled : IconArrowUp;
  return (
    <Tooltip
      label={isAnswering ? t`Stop the answer (Esc)` : (blockedReason ?? t`Send the question`)}
      multiline
      maw={260}
    >
      <ActionIcon
        variant={isAnswering ? "default" : "filled"}
        size={36}
        radius="md"
        className={classes.action}
        aria-label={isAnswering ? t`Stop` : t`Send the question`}
        aria-disabled={(!isAnswering && blockedReason !== null) || undefined}
        // The second click of a double click must not stop what the first one has sent.
        onClick={(event) => (isAnswering ? event.detail < 2 && onStop() : onSend())}
      >
        <Icon size={isAnswering ? 16 : 20} stroke={2} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
