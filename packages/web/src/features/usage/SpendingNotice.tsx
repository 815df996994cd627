import { formatDollars, getSpending, type RateLimitInfo } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Popover, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconGauge } from "@tabler/icons-react";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "../../lib/call.ts";
import { findUrgentLimit, isReached } from "./findUrgentLimit.ts";
import { describeReset, describeUse, formatDay, formatResetClock } from "./limitTexts.ts";
import classes from "./SpendingNotice.module.css";

export const spendingQuery = queryOptions({
  queryKey: ["spending"],
  queryFn: async ({ signal }) => (await call(getSpending, {}, { signal })).limits,
  // Refetch after the shown limit has reset.
  refetchInterval: ({ state }) => getRefetchIntervalMs(state.data ?? []),
});

/** Once 80 % of a spending limit is used, shows the remaining amount and when the limit resets. */
export function SpendingNotice({ isStreaming }: { isStreaming: boolean }) {
  const { data: limits = [] } = useQuery(spendingQuery);
  useRefreshAfterAnswer(isStreaming);
  const urgentLimit = findUrgentLimit(limits);
  return (
    <>
      {urgentLimit && <Notice urgentLimit={urgentLimit} limits={limits} />}
      {/* Always mounted, so that screen readers announce changes. Omits amounts, which change after each answer. */}
      <VisuallyHidden component="output">{urgentLimit && getNoticeTitle(urgentLimit)}</VisuallyHidden>
    </>
  );
}

function Notice({ urgentLimit, limits }: { urgentLimit: RateLimitInfo; limits: readonly RateLimitInfo[] }) {
  const hasReachedLimit = isReached(urgentLimit);
  const Icon = hasReachedLimit ? IconAlertTriangle : IconGauge;
  const now = new Date();
  return (
    <Popover position="bottom-end" width="min(19rem, calc(100vw - 24px))" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.notice} data-reached={hasReachedLimit || undefined}>
          <Icon size={16} stroke={1.6} aria-hidden />
          <span>
            {hasReachedLimit ? <ReachedText limit={urgentLimit} now={now} /> : <LeftText limit={urgentLimit} />}
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.details}>
        <p className={classes.title}>{getNoticeTitle(urgentLimit)}</p>
        <ul className={classes.limits}>
          {limits.map((limit) => (
            <li key={limit.period}>
              {describeUse(limit)} {describeReset(limit, now)}
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

function getNoticeTitle(limit: RateLimitInfo): string {
  return isReached(limit) ? t`Your limit is reached` : t`You are near your limit`;
}

function ReachedText({ limit, now }: { limit: RateLimitInfo; now: Date }) {
  const resetTime = new Date(limit.resetsAt);
  const time = formatResetClock(resetTime);
  const day = formatDay(resetTime);
  return day === formatDay(now) ? (
    <Trans>
      Limit reached<span className={classes.more}>, resets at {time}</span>
    </Trans>
  ) : (
    <Trans>
      Limit reached
      <span className={classes.more}>
        , resets on {day} at {time}
      </span>
    </Trans>
  );
}

function LeftText({ limit: { period, limit, spent } }: { limit: RateLimitInfo }) {
  const amount = formatDollars(limit - spent);
  switch (period) {
    case "Hourly":
      return (
        <Trans>
          {amount} left<span className={classes.more}> this hour</span>
        </Trans>
      );
    case "Daily":
      return (
        <Trans>
          {amount} left<span className={classes.more}> today</span>
        </Trans>
      );
    case "Monthly":
      return (
        <Trans>
          {amount} left<span className={classes.more}> this month</span>
        </Trans>
      );
    default:
      return period satisfies never;
  }
}

/** Reloads the limits after each answer, unless the person has no limits. */
function useRefreshAfterAnswer(isStreaming: boolean): void {
  const cache = useQueryClient();
  const wasStreamingRef = useRef(isStreaming);
  useEffect(() => {
    const hasEnded = wasStreamingRef.current && !isStreaming;
    wasStreamingRef.current = isStreaming;
    const limits = cache.getQueryData(spendingQuery.queryKey);
    if (hasEnded && limits?.length !== 0) void cache.invalidateQueries({ queryKey: spendingQuery.queryKey });
  }, [isStreaming, cache]);
}

const minRefetchMs = 5_000;
const maxRefetchMs = 60 * 60_000;
/** The refetch interval while the reset time has passed here but not on the server, because their clocks differ. */
const clockSkewRefetchMs = 60_000;

/**
 * Returns the refetch interval in ms: the time until the shown limit resets, within bounds. False if no limit is shown.
 */
function getRefetchIntervalMs(limits: readonly RateLimitInfo[]): number | false {
  const urgentLimit = findUrgentLimit(limits);
  if (!urgentLimit) return false;
  const ms = Date.parse(urgentLimit.resetsAt) - Date.now() + 1_000;
  return ms <= 0 ? clockSkewRefetchMs : Math.min(Math.max(ms, minRefetchMs), maxRefetchMs);
}
