import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useClipboard } from "../../ui/useClipboard.ts";
import hiddenClasses from "../../ui/visuallyHidden.module.css";
import classes from "./Secret.module.css";

interface SecretProps {
  /** The name of the key, for screen readers. */
  name: string;
  secret: string;
  /** Further buttons. */
  actions?: ReactNode;
}

/** The secret of a key, to be copied. */
export function Secret({ name, secret, actions }: SecretProps) {
  const { isCopied, copy } = useClipboard();
  return (
    <div className={classes.root}>
      <code className={classes.secret}>{secret}</code>
      <Button
        variant="default"
        size="compact-sm"
        className={classes.button}
        leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        aria-label={isCopied ? t`Copied` : t`Copy the secret of ${name}`}
        onClick={() => copy(secret)}
      >
        {isCopied ? t`Copied` : t`Copy`}
      </Button>
      {actions}
      <span role="status" className={hiddenClasses.visuallyHidden}>
        {isCopied ? t`Copied` : ""}
      </span>
    </div>
  );
}
