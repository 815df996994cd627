import { t } from "@lingui/core/macro";
import { IconEye } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { AboveFieldProps } from "../../entities/chat/slots/chatSlots.ts";
import classes from "./AnalysisLine.module.css";
import { describeAnalysis, isReadByEditors } from "./describeAnalysis.ts";

/** Says at the message field, in one line, what of the conversation the editors of the assistant's group see. */
export function AnalysisLine({ conversation: { isLocal }, assistant }: AboveFieldProps) {
  const detailsId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const chat = assistant?.analysis ? { assistant, isLocal } : null;
  return (
    <div className={classes.line} data-field-line={chat ? "" : undefined}>
      {chat && <IconEye size={14} stroke={1.6} aria-hidden />}
      {/* It is there before its text, so that screen readers say the text once when it appears. */}
      <span role="status">
        {chat &&
          (isReadByEditors(chat)
            ? t`The assistant’s editors can read this chat.`
            : t`The assistant’s editors see figures about this chat.`)}
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
