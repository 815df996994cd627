import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useChat } from "../../entities/chat/ChatProvider.tsx";
import { useIsStreaming } from "../../entities/chat/runs/useRun.ts";
import type { BelowAnswerProps } from "../../entities/chat/slots/chatSlots.ts";
import { useConversationStore } from "../../entities/conversations/ConversationsProvider.tsx";
import classes from "./RevertButton.module.css";
import { revertChanges } from "./revertChanges.ts";

/** Gives an answer its original text back. */
export function RevertButton({ message, conversationId }: BelowAnswerProps) {
  const { store } = useConversationStore();
  const { runs } = useChat();
  const isBlocked = useIsStreaming(runs.store, conversationId);
  return (
    <div className={classes.row}>
      <Button
        variant="default"
        size="xs"
        className={classes.button}
        leftSection={<IconArrowBackUp size={16} stroke={1.6} aria-hidden />}
        aria-disabled={isBlocked || undefined}
        title={isBlocked ? t`An answer is being written` : undefined}
        onClick={() => !isBlocked && void revertChanges(store, conversationId, message.id)}
      >
        {t`Revert Changes`}
      </Button>
    </div>
  );
}
