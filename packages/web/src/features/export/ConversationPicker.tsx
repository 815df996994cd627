import type { ConversationSummary } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useId } from "react";
import { cutConversationName } from "../../entities/conversations/cutConversationName.ts";
import { getConversationName } from "../../entities/conversations/getConversationName.ts";
import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import { CheckPicker } from "../../ui/picker/CheckPicker.tsx";
import classes from "./ConversationPicker.module.css";

interface ConversationPickerProps {
  /** The conversations, most recently changed first. */
  conversations: readonly ConversationSummary[];
  chosenIds: ReadonlySet<string>;
  /** True if the search field gets the focus when it appears. */
  hasFocus: boolean;
  onChange: (chosenIds: ReadonlySet<string>) => void;
}

/** Asks which conversations are meant. */
export function ConversationPicker({ conversations, chosenIds, hasFocus, onChange }: ConversationPickerProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <div className={classes.head}>
        <h3 id={headingId} className={classes.heading}>
          {t`Chats`}
        </h3>
        <p className={classes.count} role="status">
          {chosenIds.size === 0 ? t`None selected` : plural(chosenIds.size, { one: "# selected", other: "# selected" })}
        </p>
      </div>
      <CheckPicker
        items={conversations}
        chosenIds={chosenIds}
        searchLabel={t`Search chats`}
        allLabel={t({ message: "All", context: "conversations" })}
        emptyText={t`There are no chats yet.`}
        hasFocus={hasFocus}
        search={searchConversations}
        getName={getPickerName}
        onChange={onChange}
      />
    </section>
  );
}

const getPickerName = (conversation: ConversationSummary) => ({
  shown: cutConversationName(conversation.name),
  full: getConversationName(conversation),
});
