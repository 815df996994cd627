import { t } from "@lingui/core/macro";
import { use } from "react";
import { ChatSlotsContext, type EmptyChatProps } from "../../../entities/chat/slots/chatSlots.ts";
import { SlotList } from "../../../entities/chat/slots/SlotList.tsx";
import { Logo } from "../../../ui/Logo.tsx";
import classes from "./EmptyConversation.module.css";

/** Shown above the message field before the first message: a title, and what other features show there. */
export function EmptyConversation(props: EmptyChatProps) {
  const { emptyState } = use(ChatSlotsContext);
  const isTitleReplaced = emptyState.some(
    ({ replacesTitle, appliesTo }) => replacesTitle && (appliesTo?.(props) ?? true),
  );
  return (
    <div className={classes.empty} data-introduced={isTitleReplaced || undefined}>
      {!isTitleReplaced && (
        <>
          <Logo size={40} />
          <h2 className={classes.title}>{t`Start a new conversation.`}</h2>
        </>
      )}
      <SlotList list={emptyState} props={props} />
    </div>
  );
}
