import { type DataSource, narrowWidthPx } from "@lectern/contract";
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconArrowUp, IconPlayerStopFilled } from "@tabler/icons-react";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { SendOutcome } from "../../../entities/chat/runs/activeRun.ts";
import { messageLimitText } from "../../../entities/chat/sending/messageLimit.ts";
import { type Offer, useOffers } from "../../../entities/chat/sending/outbox.ts";
import type { Said } from "../../../entities/chat/sending/said.ts";
import type { ComposerAttachments } from "../../../entities/chat/slots/composerAttachments.ts";
import type { ComposerPrompts } from "../../../entities/chat/slots/composerPrompts.ts";
import classes from "./Composer.module.css";
import { isMobile, isSendingKey } from "./sendingKey.ts";
import { useAutosize } from "./useAutosize.ts";
import { useDraft } from "./useDraft.ts";
import { useFocusOnWide } from "./useFocusOnWide.ts";
import { useLimitedText } from "./useLimitedText.tsx";
import { useSlash } from "./useSlash.tsx";

interface ComposerProps {
  userId: string;
  conversationId: string;
  /** Under what name the draft is kept. */
  draftKey: string;
  /** Longest message, in characters; null: not known. */
  maxLength: number | null;
  lastAsked: string | null;
  isStreaming: boolean;
  isStopping: boolean;
  /** Why nothing can be sent; null: it can. */
  blockedReason: string | null;
  /** Documents that go with the message; null: none can. */
  attachments: ComposerAttachments | null;
  /** The person's prompts; null: none are at hand. */
  prompts: ComposerPrompts | null;
  /** Where that stands which opens over the field. */
  over: HTMLElement | null;
  /** Shows a notice with exactly this text, and `more` beneath it. */
  alert: (text: string, more?: string | null) => void;
  onSend: (text: string, dataSources: readonly DataSource[], more?: MoreSaid) => Promise<SendOutcome>;
  /** Opens the last message for a change. False: there is none. */
  onEditLast: () => boolean;
  onStop: () => void;
}

type MoreSaid = Omit<Said, "text" | "dataSources">;

/** The field for the next message, with the button that sends it or, while an answer comes, stops that. */
export function Composer(props: ComposerProps) {
  const { userId, draftKey, maxLength, lastAsked, isStreaming, isStopping, blockedReason, attachments } = props;
  const { alert, onSend, onEditLast, onStop } = props;
  const draft = useDraft(userId, draftKey, lastAsked);
  const [isEarly, setIsEarly] = useState(false);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const isEmpty = draft.text.trim() === "";
  const limited = useLimitedText({ fieldRef, text: draft.text, setText: draft.setText, maxLength, alert });
  /** A prompt that was put into the field; sent as it is, the message is one of that prompt. */
  const filled = useRef<Said | null>(null);
  const slash = useSlash(fieldRef, draft.text, props.prompts, (said) => {
    filled.current = said;
  });
  useAutosize(fieldRef, draft.text);
  useFocusOnWide(fieldRef, isStreaming);
  if (isEarly && (!isStreaming || isEmpty)) setIsEarly(false);

  const submit = () => {
    if (isStreaming) return setIsEarly(!isEmpty);
    const text = draft.text.trimEnd();
    if (text === "") return alert("Please enter a message");
    if (blockedReason !== null) return alert(blockedReason);
    if (maxLength !== null && text.length > maxLength) return alert(messageLimitText(maxLength, text.length));
    const refusal = attachments?.refuse(text) ?? null;
    if (refusal !== null) return alert(refusal.text, refusal.more);
    limited.forgetRefused();
    if (innerWidth < narrowWidthPx) fieldRef.current?.blur();
    const documents = attachments?.take();
    const sending = onSend(text, documents?.dataSources ?? [], moreOf(filled.current, text));
    draft.send(sending);
    void sending.then(documents?.settle);
  };

  const sendOffered = ({ said, withDocuments }: Offer) => {
    const { text, dataSources: _, ...more } = said;
    if (text.trim() === "") return alert("Please enter a message");
    const refusal = withDocuments ? (attachments?.refuse(text) ?? null) : null;
    const isTooLong = maxLength !== null && text.length > maxLength;
    const reason = blockedReason ?? refusal?.text ?? (isTooLong ? messageLimitText(maxLength, text.length) : null);
    // As it is: its label says less than it does.
    const keep = () => {
      draft.add(text);
      filled.current = said;
    };
    if (reason !== null) {
      keep();
      return alert(reason, refusal?.more);
    }
    const documents = withDocuments ? attachments?.take() : undefined;
    void onSend(text, documents?.dataSources ?? [], more).then((outcome) => {
      documents?.settle(outcome);
      if (outcome === "returned") keep();
    });
  };
  useOffers(props.conversationId, !isStreaming, sendOffered);

  const pressKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (slash.press(event)) return event.preventDefault();
    if (event.key === "ArrowUp" && draft.text === "" && isBare(event) && !isStreaming && onEditLast())
      return event.preventDefault();
    const { key, shiftKey, keyCode } = event;
    const press = { key, shiftKey, keyCode, isComposing: event.nativeEvent.isComposing };
    if (!isSendingKey(press, navigator.userAgent)) return;
    event.preventDefault();
    submit();
  };

  const paste = (event: ClipboardEvent) => {
    if (attachments?.paste(event.clipboardData)) event.preventDefault();
  };

  return (
    <form
      className={classes.form}
      aria-label="Message"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) submit();
      }}
    >
      {limited.refused}
      <div role="status" className={classes.early}>
        {isEarly && "You can send this once the answer is complete."}
      </div>
      <div className={classes.box}>
        {props.over && createPortal(slash.list, props.over)}
        {attachments && <div className={classes.shelf}>{attachments.shelf}</div>}
        {attachments?.tools}
        <textarea
          ref={fieldRef}
          className={classes.field}
          rows={1}
          aria-label="Message"
          placeholder={props.prompts ? "Ask anything, / for prompts" : "Ask anything"}
          {...slash.fieldProps}
          enterKeyHint={isMobile(navigator.userAgent) ? "enter" : "send"}
          value={draft.text}
          onChange={(event) => {
            limited.change(event);
            slash.look();
          }}
          onSelect={slash.look}
          onBlur={slash.close}
          onFocus={slash.look}
          onKeyDown={pressKey}
          onPaste={paste}
        />
        {isStreaming ? (
          <StopButton isStopping={isStopping} onStop={onStop} />
        ) : (
          <SendButton blockedReason={isEmpty ? "Write a message first" : blockedReason} />
        )}
      </div>
    </form>
  );
}

/** What the message keeps of the prompt that it is, word for word. */
function moreOf(filled: Said | null, text: string): MoreSaid {
  if (filled?.text.trimEnd() !== text) return {};
  const { text: _, dataSources: __, ...more } = filled;
  return more;
}

const isBare = ({ shiftKey, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent) =>
  !shiftKey && !ctrlKey && !metaKey && !altKey && !nativeEvent.isComposing;

function SendButton({ blockedReason }: { blockedReason: string | null }) {
  return (
    <Tooltip label={blockedReason ?? "Send message"}>
      <ActionIcon
        type="submit"
        size={36}
        radius="md"
        className={classes.send}
        aria-label="Send message"
        aria-disabled={blockedReason !== null || undefined}
      >
        <IconArrowUp size={20} stroke={2} />
      </ActionIcon>
    </Tooltip>
  );
}

function StopButton({ isStopping, onStop }: { isStopping: boolean; onStop: () => void }) {
  return (
    <Button
      variant="default"
      className={classes.stop}
      leftSection={<IconPlayerStopFilled size={14} aria-hidden />}
      loading={isStopping}
      // The second half of a double click on the button that sends, in whose place this one now stands, stops nothing.
      onClick={(event) => event.detail < 2 && onStop()}
    >
      Stop Generating
    </Button>
  );
}
