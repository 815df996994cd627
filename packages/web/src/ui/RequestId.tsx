import { UnstyledButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./RequestId.module.css";
import { useCopied } from "./useCopied.ts";

/** The id by which an administrator finds a failure in the log; a click copies it. */
export function RequestId({ id }: { id: string }) {
  const { isCopied, copy } = useCopied();
  return (
    <UnstyledButton className={classes.root} onClick={() => copy(id)} aria-label={`Copy the request id ${id}`}>
      <span>
        Request <code>{id}</code>
      </span>
      {isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      <span role="status" className={classes.status}>
        {isCopied ? "Copied" : ""}
      </span>
    </UnstyledButton>
  );
}
