import type { StatusEntry } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useState } from "react";
import { translateServerText } from "../../../lib/i18n/translateServerText.ts";
import { getVisibleStatuses } from "../answer/reply.ts";
import { getStatusIcon } from "./getStatusIcon.ts";
import classes from "./StatusCards.module.css";

/** The statuses of an answer that are in progress or sticky, one line each. */
export function StatusCards({ statuses }: { statuses: readonly StatusEntry[] }) {
  const visibleStatuses = getVisibleStatuses(statuses);
  if (visibleStatuses.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t`Progress`}>
      {visibleStatuses.map((status) => (
        <li key={status.id}>
          <StatusCard status={status} />
        </li>
      ))}
    </ul>
  );
}

function StatusCard({ status }: { status: StatusEntry }) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const message = translateServerText(status.message);
  const summary = translateServerText(status.summary) || message;
  const Icon = getStatusIcon(status.icon);
  const line = (
    <>
      <Icon size={16} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.summary}>{summary}</span>
    </>
  );
  const isAnimated = status.inProgress && status.animated !== false;
  if (message === "" || message === summary) {
    return (
      <div className={classes.card} data-animated={isAnimated || undefined}>
        {line}
      </div>
    );
  }
  return (
    <div className={classes.card} data-animated={isAnimated || undefined}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {line}
        <IconChevronDown size={14} stroke={1.8} className={classes.chevron} aria-hidden />
      </button>
      <p id={detailsId} className={classes.details} hidden={!isOpen}>
        {message}
      </p>
    </div>
  );
}
