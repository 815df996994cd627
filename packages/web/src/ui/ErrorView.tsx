import { t } from "@lingui/core/macro";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./ErrorView.module.css";
import { RequestId } from "./RequestId.tsx";

interface ErrorViewProps {
  title: string;
  /** The paragraphs of the explanation: what happened, which data is safe, what to do. */
  lines: readonly string[];
  code?: string | null | undefined;
  requestId?: string | null | undefined;
  /** Buttons, with the primary one last. */
  actions?: ReactNode;
}

/** Shows an error in place of content that could not be shown. */
export function ErrorView({ title, lines, code, requestId, actions }: ErrorViewProps) {
  return (
    <div className={classes.root} role="alert">
      <IconAlertTriangle size={28} stroke={1.5} className={classes.icon} aria-hidden />
      <h2 className={classes.title}>{title}</h2>
      {lines.map((line) => (
        <p key={line} className={classes.line}>
          {line}
        </p>
      ))}
      {code && <p className={classes.code}>{t`Code: ${code}`}</p>}
      {requestId && <RequestId id={requestId} />}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
