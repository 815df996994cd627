import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { t } from "@lingui/core/macro";
import { Button, SegmentedControl } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import {
  changeHighlight,
  type Highlight,
  type HighlightMode,
  setRequest,
  useHighlightStore,
} from "../highlightStore.ts";
import { getModeLabel, getRequestLabel } from "../modeLabels.ts";
import { askAboutPart } from "../rewriting/askAboutPart.ts";
import { requestReply } from "../rewriting/requestReply.ts";
import classes from "./RequestForm.module.css";
import { useAvailability } from "./useAvailability.ts";

interface RequestFormProps {
  highlight: Highlight;
  onClose: () => void;
}

const modes: readonly HighlightMode[] = ["prompt", "fastEdit", "composite"];

/** What the person asks for in highlight mode, and the state of the reply. */
export function RequestForm({ highlight, onClose }: RequestFormProps) {
  const { conversationId, mode, phase } = highlight;
  const chat = useChat();
  const { store } = useConversationStore();
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const request = useHighlightStore(({ requests }) => requests[conversationId] ?? "");
  const availability = useAvailability(conversationId);
  const isWorking = phase.kind === "streaming" || phase.kind === "saving" || phase.kind === "unsaved";
  const hint = findHint(highlight, request) ?? availability.blockedReason;
  useFocusAtStart(fieldRef);
  const submit = () => {
    const { model } = availability;
    if (isWorking || hint !== null || !model) return;
    if (mode === "prompt") {
      askAboutPart(chat, highlight, request);
      onClose();
      return;
    }
    const { accountId } = availability;
    void requestReply({ chat, store }, { highlight, request: request.trim(), modelId: model.id, accountId });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const { key, shiftKey, nativeEvent, target } = event;
    if (nativeEvent.isComposing) return;
    if (key === "Escape" && phase.kind === "streaming") {
      event.preventDefault();
      phase.stop();
    } else if (key === "Enter" && !shiftKey && target === fieldRef.current) {
      event.preventDefault();
      submit();
    }
  };
  return (
    <form
      className={classes.form}
      aria-label={getRequestLabel(mode)}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SegmentedControl
        size="xs"
        aria-label={t`Mode`}
        value={mode}
        disabled={isWorking}
        data={modes.map((value) => ({ value, label: getModeLabel(value) }))}
        onChange={(value) => {
          const chosen = modes.find((each) => each === value);
          if (chosen) changeHighlight(highlight, { mode: chosen, insertOffset: null });
        }}
      />
      <textarea
        ref={fieldRef}
        className={classes.field}
        dir="auto"
        rows={1}
        aria-label={getRequestLabel(mode)}
        aria-describedby={hintId}
        placeholder={getRequestLabel(mode)}
        maxLength={4_000}
        readOnly={isWorking}
        value={request}
        onChange={({ target }) => setRequest(conversationId, target.value)}
      />
      <div className={classes.foot}>
        <span id={hintId} className={classes.hint}>
          {!isWorking && hint}
        </span>
        {phase.kind === "streaming" && (
          <Button size="xs" variant="default" className={classes.button} onClick={phase.stop}>{t`Stop`}</Button>
        )}
        {phase.kind === "unsaved" && (
          <>
            <span role="status" className={classes.hint}>{t`The new text isn’t saved yet.`}</span>
            <Button size="xs" variant="default" className={classes.button} onClick={onClose}>{t`Discard`}</Button>
            <Button size="xs" className={classes.button} onClick={phase.save}>{t`Save again`}</Button>
          </>
        )}
        {(phase.kind === "choosing" || phase.kind === "done") && (
          <Button
            type="submit"
            size="xs"
            className={classes.button}
            aria-disabled={hint !== null || undefined}
            title={hint ?? undefined}
          >
            {t`Send`}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Returns what the person has to do before the request can be sent, exactly as specified; null: nothing. */
function findHint({ mode, insertOffset }: Highlight, request: string): string | null {
  if (request.trim() === "") return t`Enter a message to send`;
  return mode === "composite" && insertOffset === null ? t`Activate an insert button` : null;
}

function useFocusAtStart(fieldRef: { current: HTMLTextAreaElement | null }): void {
  useEffect(() => {
    const field = fieldRef.current;
    field?.focus({ preventScroll: true });
    field?.form?.scrollIntoView({ block: "nearest" });
  }, [fieldRef]);
}
