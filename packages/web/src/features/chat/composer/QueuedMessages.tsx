import type { Conversation } from "@lectern/contract";
import { IconArrowUp, IconPaperclip, IconPencil, IconX } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import type { QueuedMessage } from "../../../entities/chat/queue/queuedMessages.ts";
import { useQueuedMessages } from "../../../entities/chat/queue/useQueuedMessages.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./QueuedMessages.module.css";

interface QueuedMessagesProps {
  conversation: Conversation;
  /** The key of the draft that a message is moved to when it is edited. */
  draftKey: string;
  /** True while an answer is being written. */
  isStreaming: boolean;
}

/** The messages that wait for the end of an answer, above the message field. */
export function QueuedMessages({ conversation, draftKey, isStreaming }: QueuedMessagesProps) {
  const { queue } = useChat();
  const { id } = conversation;
  const shownMessages = useQueuedMessages(id).filter(({ state }) => state !== "sending");
  const settleAbandoned = useEffectEvent(() => queue.settleAbandoned(conversation));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conversation that is opened
  useEffect(() => settleAbandoned(), [id]);
  const isNotSent = ({ state }: QueuedMessage) => state === "held" || !isStreaming;
  const unsentCount = shownMessages.filter(isNotSent).length;
  return (
    <div>
      <p role="status" className={classes.status}>
        {unsentCount > 0 && describeUnsent(unsentCount, conversation)}
      </p>
      {shownMessages.length > 0 && (
        <ul className={classes.list} aria-label="Queued messages">
          {shownMessages.map((message) => (
            <li key={message.id} className={classes.message} data-unsent={isNotSent(message) || undefined}>
              <span className={classes.state}>{getStateLabel(message, isNotSent(message))}</span>
              <span className={classes.text}>{message.label ?? message.text}</span>
              {message.documentNames.length > 0 && (
                <span className={classes.documents} title={message.documentNames.join(", ")}>
                  <IconPaperclip size={14} stroke={1.6} aria-hidden />
                  {message.documentNames.length}
                  <span className={classes.hidden}> documents</span>
                </span>
              )}
              <span className={classes.actions}>
                <IconButton
                  name={isStreaming ? "Send now" : "Send"}
                  size={28}
                  onClick={() => queue.sendNow(id, message.id)}
                >
                  <IconArrowUp size={16} stroke={1.8} />
                </IconButton>
                <IconButton name="Edit queued message" size={28} onClick={() => queue.edit(id, message.id, draftKey)}>
                  <IconPencil size={16} stroke={1.6} />
                </IconButton>
                <IconButton name="Remove queued message" size={28} onClick={() => queue.remove(id, message.id)}>
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

function getStateLabel({ state }: QueuedMessage, isNotSent: boolean): string {
  if (isNotSent) return "Not sent";
  return state === "next" ? "Sending next" : "Queued";
}

function describeUnsent(count: number, { messages, headId }: Conversation): string {
  const end = messages.find(({ id }) => id === headId)?.data.end?.end;
  const subject = count === 1 ? "A message was not sent" : `${count} messages were not sent`;
  if (end === "stopped") return `${subject}, because the answer was stopped.`;
  return end === "failed" ? `${subject}, because the answer failed.` : `${subject}.`;
}
