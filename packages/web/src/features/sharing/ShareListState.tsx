import { t } from "@lingui/core/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import { LoadFailedBanner } from "../../ui/LoadFailedBanner.tsx";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import classes from "./ShareTab.module.css";

interface ShareListStateProps {
  query: Pick<UseQueryResult, "isPending" | "error" | "refetch">;
  isEmpty: boolean;
  failedText: string;
  emptyText: string;
}

/** Says that a list is loading, empty or could not be loaded. What was loaded before stays below. */
export function ShareListState({ query, isEmpty, failedText, emptyText }: ShareListStateProps) {
  const { isPending, error, refetch } = query;
  if (error) return <LoadFailedBanner text={failedText} error={error} onRetry={() => void refetch()} />;
  if (isPending) return <ListSkeleton rows={3} label={t`Loading shared items`} />;
  return isEmpty && <p className={classes.empty}>{emptyText}</p>;
}
