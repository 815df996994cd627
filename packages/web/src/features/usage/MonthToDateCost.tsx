import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Tooltip } from "../../ui/tooltip/Tooltip.tsx";
import { formatAmount } from "./formatAmount.ts";
import classes from "./MonthToDateCost.module.css";
import { monthToDateCostQuery } from "./monthToDateCostQuery.ts";
import { useMonthToDateCost } from "./useMonthToDateCost.ts";

interface MonthToDateCostProps {
  email: string;
  /** True while an answer is streaming. The cost reloads when it ends. */
  isStreaming: boolean;
}

/**
 * The cost of the person's model calls this month. Renders nothing before anything has cost, but shows $0.00 if the cost
 * is missing or could not be fetched.
 */
export function MonthToDateCost({ email, isStreaming }: MonthToDateCostProps) {
  const cache = useQueryClient();
  const cost = useMonthToDateCost(email);
  const wasStreamingRef = useRef(isStreaming);
  useEffect(() => {
    const hasEnded = wasStreamingRef.current && !isStreaming;
    wasStreamingRef.current = isStreaming;
    if (hasEnded) void cache.invalidateQueries(monthToDateCostQuery(email));
  }, [isStreaming, cache, email]);
  if (cost === null) return null;
  return (
    <Tooltip label={t`Your cost this month (UTC)`}>
      <output className={classes.cost} aria-label={t`Month-to-date cost`}>
        {formatAmount(cost)}
      </output>
    </Tooltip>
  );
}
