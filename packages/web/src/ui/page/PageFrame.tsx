import { t } from "@lingui/core/macro";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useUncoveredEscape } from "../focus/useUncoveredEscape.ts";
import { IconButton } from "../IconButton.tsx";
import classes from "./PageFrame.module.css";

interface PageFrameProps {
  title: string;
  className?: string | undefined;
  onClose: () => void;
  /** True if an Esc that was pressed on the page is for a field, and does not close the page. */
  isEscapeForField?: (event: KeyboardEvent) => boolean;
  children: ReactNode;
}

/** A page in place of the chat, with a title and a button to return. Esc returns too. */
export function PageFrame({ title, className, onClose, isEscapeForField, children }: PageFrameProps) {
  const titleId = useId();
  useUncoveredEscape(
    true,
    (event) => !isEscapeForField?.(event) && onClose(),
    "[data-panel-overlay],[data-detail-frame=beside]",
  );
  return (
    <section className={className ? `${classes.screen} ${className}` : classes.screen} aria-labelledby={titleId}>
      <div className={classes.top}>
        <h1 id={titleId} className={classes.title}>
          {title}
        </h1>
        <IconButton name={t`Close and return to the chat`} onClick={onClose}>
          <IconX size={20} stroke={1.6} />
        </IconButton>
      </div>
      {children}
    </section>
  );
}
