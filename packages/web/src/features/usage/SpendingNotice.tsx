import { formatDollars, formatLimitPeriod, formatResetTime, getSpending, type RateLimitInfo } from "@lectern/contract";
import { Popover, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconGauge } from "@tabler/icons-react";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "../../lib/call.ts";
import { isReached, pressingLimit } from "./pressingLimit.ts";
import classes from "./SpendingNotice.module.css";

export const spendingQuery = queryOptions({
  queryKey: ["spending"],
  queryFn: async ({ signal }) => (await call(getSpending, {}, { signal })).limits,
  // What is shown is over when its window is.
  refetchInterval: ({ state }) => untilNextReset(state.data ?? []),
});

/** What is left of one's money, once 80 % of a limit are used up, and when it resets. Nothing before. */
export function SpendingNotice({ isStreaming }: { isStreaming: boolean }) {
  const { data: limits = [] } = useQuery(spendingQuery);
  useRefreshAfterAnswer(isStreaming);
  const pressing = pressingLimit(limits);
  return (
    <>
      {pressing && <Notice pressing={pressing} limits={limits} />}
      {/* Always there, so that a change of it is heard; without the amounts, or each answer would be followed by them. */}
      <VisuallyHidden component="output">{pressing && titleOf(pressing)}</VisuallyHidden>
    </>
  );
}

function Notice({ pressing, limits }: { pressing: RateLimitInfo; limits: readonly RateLimitInfo[] }) {
  const isOver = isReached(pressing);
  const Icon = isOver ? IconAlertTriangle : IconGauge;
  const now = new Date();
  return (
    <Popover position="bottom-end" width="min(19rem, calc(100vw - 24px))" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.notice} data-reached={isOver || undefined}>
          <Icon size={16} stroke={1.6} aria-hidden />
          {isOver ? (
            <span>
              Limit reached
              <span className={classes.more}>, resets {formatResetTime(pressing.resetsAt, now)}</span>
            </span>
          ) : (
            <span>
              {formatDollars(pressing.limit - pressing.spent)} left
              <span className={classes.more}> {formatLimitPeriod(pressing.period)}</span>
            </span>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.details}>
        <p className={classes.title}>{titleOf(pressing)}</p>
        <ul className={classes.limits}>
          {limits.map((limit) => (
            <li key={limit.period}>{lineOf(limit, now)}</li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

function titleOf(pressing: RateLimitInfo): string {
  return isReached(pressing) ? "Your limit is reached" : "You are near your limit";
}

function lineOf({ period, limit, spent, resetsAt }: RateLimitInfo, now: Date): string {
  const used = `${formatDollars(spent)} of ${formatDollars(limit)} used ${formatLimitPeriod(period)}`;
  return `${used}. Starts anew ${formatResetTime(resetsAt, now)}.`;
}

/** Where there is no limit there is nothing to ask for again. */
function useRefreshAfterAnswer(isStreaming: boolean): void {
  const cache = useQueryClient();
  const wasStreaming = useRef(isStreaming);
  useEffect(() => {
    const hasEnded = wasStreaming.current && !isStreaming;
    wasStreaming.current = isStreaming;
    const known = cache.getQueryData(spendingQuery.queryKey);
    if (hasEnded && known?.length !== 0) void cache.invalidateQueries({ queryKey: spendingQuery.queryKey });
  }, [isStreaming, cache]);
}

const shortestWaitMs = 5_000;
const longestWaitMs = 60 * 60_000;
/** For a time that has passed here and not at the server: one of the clocks is wrong, perhaps for long. */
const wrongClockMs = 60_000;

/** Ms until the first of the limits that are near starts anew; false: none is. */
function untilNextReset(limits: readonly RateLimitInfo[]): number | false {
  const pressing = pressingLimit(limits);
  if (!pressing) return false;
  const ms = Date.parse(pressing.resetsAt) - Date.now() + 1_000;
  return ms <= 0 ? wrongClockMs : Math.min(Math.max(ms, shortestWaitMs), longestWaitMs);
}
