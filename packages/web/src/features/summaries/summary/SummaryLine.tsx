import { t } from "@lingui/core/macro";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { BelowAnswerProps } from "../../../entities/chat/slots/chatSlots.ts";
import classes from "./Summary.module.css";
import { SummaryPanel } from "./SummaryPanel.tsx";
import { useShownSummary } from "./useShownSummary.ts";

/** A line between the messages that a summary stands for and those that follow. It opens the summary. */
export function SummaryLine({ message, conversationId, isReadOnly }: BelowAnswerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const shown = useShownSummary(conversationId);
  if (shown?.message.id !== message.id) return null;
  return (
    <div className={classes.root}>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.button}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {shown.summary.isOff ? t`The summary of earlier messages is off` : t`Earlier messages are summarized`}
          <IconChevronDown size={14} stroke={1.8} aria-hidden className={classes.chevron} />
        </button>
      </div>
      {isOpen && (
        <section id={panelId} className={classes.panel} aria-label={t`Summary of earlier messages`}>
          <SummaryPanel shown={shown} isReadOnly={isReadOnly} />
        </section>
      )}
    </div>
  );
}
