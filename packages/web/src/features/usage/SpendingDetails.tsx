import type { RateLimitInfo } from "@lectern/contract";
import { Trans } from "@lingui/react/macro";
import { Popover, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconGauge } from "@tabler/icons-react";
import { isReached } from "./findUrgentLimit.ts";
import { formatAmount } from "./formatAmount.ts";
import { describeReset, describeUse, formatDay, formatResetClock, getLimitKey, getNoticeTitle } from "./limitTexts.ts";
import classes from "./SpendingNotice.module.css";

interface SpendingDetailsProps {
  urgentLimit: RateLimitInfo;
  limits: readonly RateLimitInfo[];
}

/** The most urgent limit, as a button that opens a list of all limits. */
export function SpendingDetails({ urgentLimit, limits }: SpendingDetailsProps) {
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
            <li key={getLimitKey(limit)}>
              {limit.name !== undefined && `${limit.name}: `}
              {describeUse(limit)} {describeReset(limit, now)}
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

function ReachedText({ limit, now }: { limit: RateLimitInfo; now: Date }) {
  if (limit.limit === 0) return <Trans>Limit reached</Trans>;
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
  const amount = formatAmount(limit - spent);
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
