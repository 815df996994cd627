import { t } from "@lingui/core/macro";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useClipboard } from "../../useClipboard.ts";
import { findLanguage } from "../highlight/languages.ts";
import classes from "./codeBlock.module.css";

interface CodeFrameProps {
  code: string;
  language: string;
  /** Additional buttons beside 'Copy code'. */
  actions?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** The frame of a code block: a header with the language, 'Copy code' and further buttons, and the content below. */
export function CodeFrame({ code, language, actions, className = "", children }: CodeFrameProps) {
  return (
    <div className={`${classes.block} ${className}`}>
      <div className={classes.head}>
        <span className={classes.language}>{findLanguage(language).label}</span>
        <CopyButton code={code} />
        {actions}
      </div>
      {children}
    </div>
  );
}

function CopyButton({ code }: { code: string }) {
  const { isCopied, copy } = useClipboard();
  return (
    <>
      <button type="button" className={classes.action} onClick={() => copy(code)}>
        {isCopied ? <IconCheck size={15} aria-hidden="true" /> : <IconCopy size={15} aria-hidden="true" />}
        <span>{isCopied ? t`Copied` : t`Copy code`}</span>
      </button>
      <span role="status" className={classes.visuallyHidden}>
        {isCopied ? t`Code copied` : ""}
      </span>
    </>
  );
}
