import { t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./RequestId.module.css";
import { useClipboard } from "./useClipboard.ts";

/** Shows the id that identifies a failed request in the server's log. A click copies the id. */
export function RequestId({ id }: { id: string }) {
  const { isCopied, copy } = useClipboard();
  return (
    <div className={classes.root}>
      <UnstyledButton className={classes.button} aria-label={t`Request ${id}, copy`} onClick={() => copy(id)}>
        <span>
          {t({ message: "Request", comment: "Label of the id of a failed request" })} <code>{id}</code>
        </span>
        {isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </UnstyledButton>
      <span role="status">{isCopied && t`Copied`}</span>
    </div>
  );
}
