import type { JsonObject, StatusEntry } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, Suspense, use, useId, useState } from "react";
import { translateServerText } from "../../../lib/i18n/translateServerText.ts";
import { getVisibleStatuses } from "../answer/reply.ts";
import { ChatSlotsContext } from "../slots/chatSlots.ts";
import { getStatusIcon } from "./getStatusIcon.ts";
import classes from "./StatusCards.module.css";

interface StatusCardsProps {
  statuses: readonly StatusEntry[];
  /** The answer's state and text so far. */
  state?: JsonObject | undefined;
  text?: string;
  isStreaming?: boolean;
}

const noState: JsonObject = {};

/** The statuses of an answer that are in progress or sticky, one line each, with what another feature adds to them. */
export function StatusCards({ statuses, state = noState, text = "", isStreaming = false }: StatusCardsProps) {
  const { statusDetails } = use(ChatSlotsContext);
  const { statusIds, useSummary, Details } = statusDetails;
  const ownSummary = useSummary(state, text);
  const visibleStatuses = getVisibleStatuses(statuses);
  const hostId = statusIds.find((id) => visibleStatuses.some((status) => status.id === id));
  const lines =
    ownSummary !== null && hostId === undefined ? [...visibleStatuses, createLine(ownSummary)] : visibleStatuses;
  if (lines.length === 0) return null;
  const details = (
    <Suspense fallback={null}>
      <Details state={state} text={text} isStreaming={isStreaming} />
    </Suspense>
  );
  return (
    <ul className={classes.list} aria-label={t`Progress`}>
      {lines.map((status) => {
        const isHost = status.id === (hostId ?? ownLineId);
        return (
          <li key={status.id}>
            <StatusCard status={status} details={isHost ? details : null} hasDetails={isHost && ownSummary !== null} />
          </li>
        );
      })}
    </ul>
  );
}

const ownLineId = "statusDetails";

const createLine = (summary: string): StatusEntry => ({
  ...{ id: ownLineId, summary, message: "", type: "info", icon: "search" },
  ...{ inProgress: false, sticky: true },
});

interface StatusCardProps {
  status: StatusEntry;
  /** What follows the message of the status. */
  details: ReactNode;
  /** True if there is something in `details` now. They stay open when that ends, so that nothing moves. */
  hasDetails: boolean;
}

function StatusCard({ status, details, hasDetails }: StatusCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [areDetailsOpen, setAreDetailsOpen] = useState(false);
  if (isOpen && hasDetails && !areDetailsOpen) setAreDetailsOpen(true);
  if (!isOpen && areDetailsOpen) setAreDetailsOpen(false);
  const detailsId = useId();
  const message = translateServerText(status.message);
  const summary = translateServerText(status.summary) || message;
  const hasMessage = message !== "" && message !== summary;
  const Icon = getStatusIcon(status.icon);
  const line = (
    <>
      <Icon size={16} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.summary}>{summary}</span>
    </>
  );
  const isAnimated = status.inProgress && status.animated !== false;
  if (!hasMessage && !hasDetails && !areDetailsOpen) {
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
      <div id={detailsId} className={classes.details} hidden={!isOpen}>
        {hasMessage && <p className={classes.message}>{message}</p>}
        {areDetailsOpen && details}
      </div>
    </div>
  );
}
