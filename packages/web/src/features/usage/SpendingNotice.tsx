import { VisuallyHidden } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSpreadReload } from "../../lib/browserEvents/useSpreadReload.ts";
import { createLoadable } from "../../lib/loadable.ts";
import { useLoadable } from "../../lib/useLoadable.ts";
import { findUrgentLimit } from "./findUrgentLimit.ts";
import { getNoticeTitle } from "./limitTexts.ts";
import { spendingQuery } from "./spendingQuery.ts";

const loadableDetails = createLoadable(() =>
  import("./SpendingDetails.tsx").then(({ SpendingDetails }) => SpendingDetails),
);

/** Once 80 % of a spending limit is used, shows the remaining amount and when the limit resets. */
export function SpendingNotice({ isStreaming }: { isStreaming: boolean }) {
  const { limits = [] } = useQuery(spendingQuery).data ?? {};
  useRefreshAfterAnswer(isStreaming);
  const cache = useQueryClient();
  // Administrators may have changed the limits.
  useSpreadReload(() => void cache.invalidateQueries({ queryKey: spendingQuery.queryKey }));
  const urgentLimit = findUrgentLimit(limits);
  const { loaded: SpendingDetails, load } = useLoadable(loadableDetails);
  useEffect(() => {
    // If the code cannot be loaded, the next change of the limits tries again.
    if (urgentLimit) load().catch(() => {});
  }, [urgentLimit, load]);
  return (
    <>
      {urgentLimit && SpendingDetails && <SpendingDetails urgentLimit={urgentLimit} limits={limits} />}
      {/* Always mounted, so that screen readers announce changes. Omits amounts, which change after each answer. */}
      <VisuallyHidden component="output">{urgentLimit && getNoticeTitle(urgentLimit)}</VisuallyHidden>
    </>
  );
}

/** Reloads the limits after each answer, unless the person has no limits. */
function useRefreshAfterAnswer(isStreaming: boolean): void {
  const cache = useQueryClient();
  const wasStreamingRef = useRef(isStreaming);
  useEffect(() => {
    const hasEnded = wasStreamingRef.current && !isStreaming;
    wasStreamingRef.current = isStreaming;
    const spending = cache.getQueryData(spendingQuery.queryKey);
    if (hasEnded && spending?.limits.length !== 0) void cache.invalidateQueries({ queryKey: spendingQuery.queryKey });
  }, [isStreaming, cache]);
}
