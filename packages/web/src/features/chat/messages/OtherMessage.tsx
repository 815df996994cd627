import type { Message } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { memo } from "react";
import { limitCombiningMarks } from "../../../ui/limitCombiningMarks.ts";
import classes from "./Message.module.css";
import { MessageActions } from "./MessageActions.tsx";
import type { ThreadActions } from "./threadActions.ts";

interface OtherMessageProps {
  message: Message;
  versionIds: readonly string[];
  /** The reason why the message cannot be changed now; null if it can. */
  changeBlockedReason: string | null;
  actions: ThreadActions;
}

/** A system or environment message, shown as plain text. Imported conversations may contain such messages. */
export const OtherMessage = memo(function OtherMessage(props: OtherMessageProps) {
  const { message, versionIds, changeBlockedReason, actions } = props;
  const name = message.role === "system" ? t`System` : t`Environment`;
  const text = message.label ?? message.content;
  return (
    <article className={classes.other} aria-label={name} data-message={message.id}>
      <h2 className={classes.name}>{name}</h2>
      <div className={classes.otherText}>{limitCombiningMarks(text)}</div>
      <MessageActions
        messageKind="message"
        message={message}
        text={text}
        versionIds={versionIds}
        isProminent={false}
        blockedReason={changeBlockedReason}
        actions={actions}
      />
    </article>
  );
});
