import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./RequestId.module.css";
import { useClipboard } from "./useClipboard.ts";

/** Shows the id that identifies a failed request in the server's log. A click copies the id. */
export function RequestId({ id }: { id: string }) {
  const { isCopied, copy } = useClipboard();
  return (
    <div className={classes.root}>
      <UnstyledButton className={classes.button} onClick={() => copy(id)}>
        <span>
          Request <code>{id}</code>
          <VisuallyHidden>, copy</VisuallyHidden>
        </span>
        {isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </UnstyledButton>
      <span role="status">{isCopied && "Copied"}</span>
    </div>
  );
}
