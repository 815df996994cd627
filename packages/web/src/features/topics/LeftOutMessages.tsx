import { countLeftOut, type LeftOutTopic, parseAnswerFocus } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconFocus2, IconRefresh } from "@tabler/icons-react";
import type { AnswerPartProps, AnswerPartThread } from "../../entities/chat/slots/chatSlots.ts";
import { openConversation } from "../../entities/shell/routes.ts";
import { FootDisclosure } from "../../ui/disclosure/FootDisclosure.tsx";
import classes from "./LeftOutMessages.module.css";

/** Says how many earlier messages an answer was written without. Expands to their topics, and to an answer with all. */
export function LeftOutMessages({ state, thread = null, isStreaming }: AnswerPartProps) {
  const focus = parseAnswerFocus(state);
  if (!focus) return null;
  return (
    <FootDisclosure
      icon={<IconFocus2 size={16} stroke={1.6} aria-hidden />}
      label={plural(countLeftOut(focus), {
        one: "Answered without # earlier message",
        other: "Answered without # earlier messages",
      })}
      title={t`Left out as other topics`}
      className={classes.panel}
    >
      <ul className={classes.list}>
        {focus.leftOut.map((topic) => (
          <Topic key={topic.firstId} topic={topic} conversationId={thread?.conversationId ?? null} />
        ))}
      </ul>
      {thread && !isStreaming && <AskWithAll thread={thread} />}
    </FootDisclosure>
  );
}

/** `conversationId`: null if the messages cannot be opened. */
function Topic({ topic, conversationId }: { topic: LeftOutTopic; conversationId: string | null }) {
  const { firstId: messageId, count } = topic;
  const title = topic.title ?? t`Earlier messages`;
  return (
    <li className={classes.item}>
      {conversationId === null ? (
        <span dir="auto">{title}</span>
      ) : (
        <button
          type="button"
          className={classes.title}
          dir="auto"
          onClick={() => openConversation(conversationId, { messageId })}
        >
          {title}
        </button>
      )}
      <span className={classes.count}>{plural(count, { one: "# message", other: "# messages" })}</span>
    </li>
  );
}

function AskWithAll({ thread: { blockedReason, answerWithAllMessages } }: { thread: AnswerPartThread }) {
  const isBlocked = blockedReason !== null;
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.again}
      leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />}
      // A blocked button stays focusable, so that screen readers announce the reason.
      {...(isBlocked
        ? { "aria-disabled": true, "aria-description": blockedReason, "data-disabled": true }
        : { onClick: answerWithAllMessages })}
    >
      {t`Ask again with all messages`}
    </Button>
  );
}
