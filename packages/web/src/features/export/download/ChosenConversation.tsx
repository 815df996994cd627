import type { ConversationSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useId } from "react";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import classes from "./ChosenConversation.module.css";

interface ChosenConversationProps {
  conversation: ConversationSummary;
  onChooseOthers: () => void;
}

/** The open conversation, which the dialog downloads unless the person chooses others. */
export function ChosenConversation({ conversation, onChooseOthers }: ChosenConversationProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={classes.root}>
      <div className={classes.words}>
        <h3 id={headingId} className={classes.heading}>
          {t`This chat`}
        </h3>
        <p className={classes.name}>{getConversationName(conversation)}</p>
      </div>
      <Button variant="default" size="xs" className={classes.button} onClick={onChooseOthers}>
        {t`Choose chats`}
      </Button>
    </section>
  );
}
