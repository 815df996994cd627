import { getMonthToDateCost, monthToDateCostField } from "@lectern/contract";
import { Tooltip } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "../../lib/call.ts";
import classes from "./MonthToDateCost.module.css";

interface MonthToDateCostProps {
  email: string;
  /** True while an answer is streaming. The cost reloads when it ends. */
  isStreaming: boolean;
}

/** The cost of the person's model calls this month. Shows $0.00 if the cost is unknown. */
export function MonthToDateCost({ email, isStreaming }: MonthToDateCostProps) {
  const cache = useQueryClient();
  const { data } = useQuery({
    queryKey: ["monthToDateCost", email],
    queryFn: async ({ signal }) => (await call(getMonthToDateCost, { email }, { signal }))[monthToDateCostField],
  });
  const wasStreamingRef = useRef(isStreaming);
  useEffect(() => {
    const hasEnded = wasStreamingRef.current && !isStreaming;
    wasStreamingRef.current = isStreaming;
    if (hasEnded) void cache.invalidateQueries({ queryKey: ["monthToDateCost", email] });
  }, [isStreaming, cache, email]);
  return (
    <Tooltip label="Cost of your model calls this month (UTC)">
      <output className={classes.cost} aria-label="Month-to-date cost">
        {formatDollars(data ?? 0)}
      </output>
    </Tooltip>
  );
}

function formatDollars(amount: number): string {
  return amount.toLocaleString("en-US", { style: "currency", currency: "USD" });
}
