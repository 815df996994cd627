import { IconChevronRight } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import classes from "./Details.module.css";

interface DetailsProps extends ComponentProps<"details"> {
  summary: ReactNode;
  summaryClassName?: string | undefined;
}

/** What opens below its summary. Its contents stay mounted. */
export function Details({ summary, summaryClassName, className, children, ...props }: DetailsProps) {
  return (
    <details className={joinClasses(classes.details, className)} {...props}>
      <summary className={joinClasses(classes.summary, summaryClassName)}>
        <IconChevronRight size={14} stroke={1.8} className={classes.chevron} aria-hidden />
        {summary}
      </summary>
      {children}
    </details>
  );
}

const joinClasses = (...names: (string | undefined)[]) => names.filter(Boolean).join(" ");
