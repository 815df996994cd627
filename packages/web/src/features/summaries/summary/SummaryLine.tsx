import { t } from "@lingui/core/macro";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import type { BelowAnswerProps } from "../../../entities/chat/slots/chatSlots.ts";
import classes from "./Summary.module.css";
import { SummaryPanel } from "./SummaryPanel.tsx";
import { removeSummaryEdit, useSummaryEdits } from "./summaryEdits.ts";
import { getReplacement, useShownSummary } from "./useShownSummary.ts";

/** A line between the messages that a summary stands for and those that follow. It opens the summary. */
export function SummaryLine({ message, conversationId, isReadOnly }: BelowAnswerProps) {
  const [isOpened, setIsOpened] = useState(false);
  // While it is edited, it stays, so that a newer summary does not take away what the person has typed.
  const edit = useSummaryEdits(({ edits }) => edits[message.id]);
  const rootRef = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const newest = useShownSummary(conversationId);
  const isNewest = newest?.message.id === message.id;
  const shown = isNewest ? newest : edit?.shown;
  if (!shown) return null;
  const isOpen = isOpened || edit !== undefined;
  const replacement = newest && !isNewest ? getReplacement(newest) : null;
  return (
    <div ref={rootRef} className={classes.root}>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.button}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => {
            setIsOpened(!isOpen);
            removeSummaryEdit(message.id);
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
            editKey={message.id}
            isReadOnly={isReadOnly}
            replacement={replacement}
            onEditingEnd={() => {
              setIsOpened(true);
              if (replacement === null) return;
              // The line goes, and the focus with it.
              const row = rootRef.current?.closest<HTMLElement>("[data-message]");
              if (!row) return;
              row.tabIndex = -1;
              row.focus({ preventScroll: true });
            }}
          />
        </section>
      )}
    </div>
  );
}
