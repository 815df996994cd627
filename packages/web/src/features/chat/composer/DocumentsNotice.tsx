import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import type { SendRefusal } from "../../../entities/chat/sending/sendResult.ts";
import { formatStillUploading } from "../../../entities/files/upload/draftDocuments.ts";
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
        <p className={classes.reason}>{isFailed ? text : t`Your message will be sent when its documents are ready.`}</p>
        <p className={classes.sentence}>{isFailed ? formatStillUploading() : text}</p>
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
