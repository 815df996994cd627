import type { Conversation } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { IconArrowUp, IconPaperclip, IconPencil, IconX } from "@tabler/icons-react";
import { useEffect } from "react";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import type { QueuedMessage } from "../../../entities/chat/queue/queuedMessages.ts";
import { useQueuedMessages } from "../../../entities/chat/queue/useQueuedMessages.ts";
import { usePendingRetry } from "../../../entities/chat/retries/usePendingRetry.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import hiddenClasses from "../../../ui/visuallyHidden.module.css";
import classes from "./QueuedMessages.module.css";

interface QueuedMessagesProps {
  conversation: Conversation;
  /** The key of the draft that a message is moved to when it is edited. */
  draftKey: string;
  /** True while an answer is being written. */
  isStreaming: boolean;
  /** Moves the focus to the message field, because the focused button disappears. */
  focusField: () => void;
}

/** The messages that wait for the end of an answer, above the message field. */
export function QueuedMessages({ conversation, draftKey, isStreaming, focusField }: QueuedMessagesProps) {
  const { queue } = useChat();
  const { id } = conversation;
  const shownMessages = useQueuedMessages(id).filter(({ state }) => state !== "sending");
  useEffect(() => queue.settleAbandoned(id), [queue, id]);
  const act = (action: () => void) => {
    action();
    focusField();
  };
  const isRetried = usePendingRetry(id) !== null;
  const continues = isStreaming || isRetried || waitsForApproval(conversation);
  const isNotSent = ({ state }: QueuedMessage) => state === "held" || !continues;
  const unsentCount = shownMessages.filter(isNotSent).length;
  return (
    <div>
      <p role="status" className={unsentCount > 0 ? classes.status : hiddenClasses.visuallyHidden}>
        {unsentCount > 0 ? describeUnsent(unsentCount, conversation) : describeQueued(shownMessages.length)}
      </p>
      {shownMessages.length > 0 && (
        <ul className={classes.list} aria-label={t`Queued messages`}>
          {shownMessages.map((message) => (
            <li key={message.id} className={classes.message} data-unsent={isNotSent(message) || undefined}>
              {/* The status above says it, if it applies to all of them. */}
              <span className={unsentCount === shownMessages.length ? hiddenClasses.visuallyHidden : classes.state}>
                {getStateLabel(message, isNotSent(message))}
              </span>
              <span className={classes.text}>{message.label ?? message.text}</span>
              {message.documentNames.length > 0 && (
                <span className={classes.documents} title={message.documentNames.join(", ")}>
                  <IconPaperclip size={14} stroke={1.6} aria-hidden />
                  <span aria-hidden>{message.documentNames.length}</span>
                  <span className={hiddenClasses.visuallyHidden}>
                    {plural(message.documentNames.length, { one: "# document", other: "# documents" })}
                  </span>
                </span>
              )}
              <span className={classes.actions}>
                <IconButton
                  name={isStreaming ? t`Send now` : t`Send`}
                  size={28}
                  onClick={() => act(() => queue.sendNow(id, message.id))}
                >
                  <IconArrowUp size={16} stroke={1.8} />
                </IconButton>
                <IconButton
                  name={t`Edit queued message`}
                  size={28}
                  onClick={() => act(() => queue.edit(id, message.id, draftKey))}
                >
                  <IconPencil size={16} stroke={1.6} />
                </IconButton>
                <IconButton
                  name={t`Remove queued message`}
                  size={28}
                  onClick={() => act(() => queue.remove(id, message.id))}
                >
                  <IconX size={16} stroke={1.6} />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** True if the answer continues once the person has decided about its steps. */
function waitsForApproval({ messages, headId }: Conversation): boolean {
  const head = messages.find(({ id }) => id === headId);
  return head?.data.steps?.some(({ state }) => state === "waiting") ?? false;
}

function getStateLabel({ state }: QueuedMessage, isNotSent: boolean): string {
  if (isNotSent) return t`Not sent`;
  return state === "next" ? t`Sending next` : t`Queued`;
}

function describeQueued(count: number): string {
  return count === 0 ? "" : plural(count, { one: "A message is queued.", other: "# messages are queued." });
}

function describeUnsent(count: number, { messages, headId }: Conversation): string {
  const { end, code } = messages.find(({ id }) => id === headId)?.data.end ?? {};
  if (code === "interrupted")
    return plural(count, {
      one: "A message wasn’t sent because the answer was interrupted.",
      other: "# messages weren’t sent because the answer was interrupted.",
    });
  if (end === "stopped")
    return plural(count, {
      one: "A message wasn’t sent because the answer was stopped.",
      other: "# messages weren’t sent because the answer was stopped.",
    });
  if (end === "failed")
    return plural(count, {
      one: "A message wasn’t sent because the answer failed.",
      other: "# messages weren’t sent because the answer failed.",
    });
  return plural(count, { one: "A message wasn’t sent.", other: "# messages weren’t sent." });
}
