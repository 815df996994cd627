import { t } from "@lingui/core/macro";
import { IconEye } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { AboveFieldProps } from "../../entities/chat/slots/chatSlots.ts";
import { formatDate } from "../../lib/i18n/formats.ts";
import { translateServerText } from "../../lib/i18n/translateServerText.ts";
import classes from "./AnalysisLine.module.css";
import { describeAnalysis, isReadByEditors } from "./describeAnalysis.ts";
import { type Opening, useOpenings } from "./useOpenings.ts";

/** Says at the message field what of the conversation the editors of the assistant's group see, and who has opened it. */
export function AnalysisLine({ conversation, assistant }: AboveFieldProps) {
  const detailsId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [opening] = useOpenings(conversation);
  const chat = assistant?.analysis ? { assistant, isLocal: conversation.isLocal } : null;
  const isShown = chat !== null || opening !== undefined;
  return (
    <div className={classes.line} data-field-line={isShown ? "" : undefined}>
      {isShown && <IconEye size={14} stroke={1.6} aria-hidden />}
      {/* They are there before their texts, so that screen readers say each text once when it appears. */}
      <span role="status">
        {chat &&
          (isReadByEditors(chat)
            ? t`The assistant’s editors can read this chat.`
            : t`The assistant’s editors see figures about this chat.`)}
      </span>
      <span role="status" className={classes.opening}>
        {opening && describeOpening(opening)}
      </span>
      {chat && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t`Details`}
        </button>
      )}
      {chat && isOpen && (
        <p id={detailsId} className={classes.details}>
          {describeAnalysis(chat)}
        </p>
      )}
    </div>
  );
}

function describeOpening(opening: Opening): string {
  const openedBy = translateServerText(opening.openedBy);
  const time = formatDate(new Date(opening.openedAt), { dateStyle: "medium" });
  return t`Opened by ${openedBy} on ${time}`;
}
