import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import type { SendRefusal } from "../../../entities/chat/sending/sendResult.ts";
import classes from "./DocumentsNotice.module.css";

interface DocumentsNoticeProps {
  refusal: SendRefusal;
  failedCount: number;
  onCancel: () => void;
  onSendWithout: () => void;
}

/** Shown above the message field when a message cannot be sent yet because of its documents. */
export function DocumentsNotice({ refusal, failedCount, onCancel, onSendWithout }: DocumentsNoticeProps) {
  const { reason, text } = refusal;
  const isFailed = reason === "documentsFailed";
  return (
    <div className={classes.notice} data-failed={isFailed || undefined}>
      <div className={classes.words} role={isFailed ? "alert" : undefined}>
        <p className={classes.reason}>{text}</p>
        {!isFailed && <p className={classes.sentence}>{t`Your message is then sent by itself.`}</p>}
      </div>
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={onCancel}>
          {isFailed ? t`Dismiss` : t`Cancel`}
        </Button>
        {isFailed && (
          <Button size="xs" onClick={onSendWithout}>
            {plural(failedCount, { one: "Send without it", other: "Send without them" })}
          </Button>
        )}
      </div>
    </div>
  );
}
