import { Tooltip } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import classes from "./MonthToDateCost.module.css";
import { monthToDateCostQuery } from "./monthToDateCostQuery.ts";

interface MonthToDateCostProps {
  email: string;
  /** True while an answer is streaming. The cost reloads when it ends. */
  isStreaming: boolean;
}

/** The cost of the person's model calls this month. Shows $0.00 if it could not be fetched. */
export function MonthToDateCost({ email, isStreaming }: MonthToDateCostProps) {
  const cache = useQueryClient();
  const { data = 0, isError } = useQuery(monthToDateCostQuery(email));
  const wasStreamingRef = useRef(isStreaming);
  useEffect(() => {
    const hasEnded = wasStreamingRef.current && !isStreaming;
    wasStreamingRef.current = isStreaming;
    if (hasEnded) void cache.invalidateQueries(monthToDateCostQuery(email));
  }, [isStreaming, cache, email]);
  return (
    <Tooltip label="Cost of your model calls this month (UTC)">
      <output className={classes.cost} aria-label="Month-to-date cost">
        {formatDollars(isError ? 0 : data)}
      </output>
    </Tooltip>
  );
}

function formatDollars(amount: number): string {
  return amount.toLocaleString("en-US", { style: "currency", currency: "USD" });
}
