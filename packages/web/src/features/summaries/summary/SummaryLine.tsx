import { t } from "@lingui/core/macro";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { BelowAnswerProps } from "../../../entities/chat/slots/chatSlots.ts";
import classes from "./Summary.module.css";
import { SummaryPanel } from "./SummaryPanel.tsx";
import { type ShownSummary, useShownSummary } from "./useShownSummary.ts";

/** A line between the messages that a summary stands for and those that follow. It opens the summary. */
export function SummaryLine({ message, conversationId, isReadOnly }: BelowAnswerProps) {
  const [isOpen, setIsOpen] = useState(false);
  // While it is edited, it stays, so that a newer summary does not take away what the person has typed.
  const [edited, setEdited] = useState<ShownSummary | null>(null);
  const panelId = useId();
  const newest = useShownSummary(conversationId);
  const shown = newest?.message.id === message.id ? newest : edited;
  if (!shown) return null;
  return (
    <div className={classes.root}>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.button}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => {
            setIsOpen(!isOpen);
            setEdited(null);
          }}
        >
          {shown.summary.isOff ? t`The summary of earlier messages is off` : t`Earlier messages are summarized`}
          <IconChevronDown size={14} stroke={1.8} aria-hidden className={classes.chevron} />
        </button>
      </div>
      {isOpen && (
        <section id={panelId} className={classes.panel} aria-label={t`Summary of earlier messages`}>
          <SummaryPanel
            shown={shown}
            isReadOnly={isReadOnly}
            onEditingChange={(isEditing) => setEdited(isEditing ? shown : null)}
          />
        </section>
      )}
    </div>
  );
}
