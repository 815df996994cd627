import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import classes from "./MemoryDialog.module.css";

interface LoadStateProps<Data> {
  query: Pick<UseQueryResult<Data>, "data" | "isError" | "isFetching" | "refetch">;
  loadingLabel: string;
  failedText: string;
  children: (data: Data) => ReactNode;
}

/** What a query has loaded; before that a skeleton, or quietly that it failed, which is logged. */
export function LoadState<Data>({ query, loadingLabel, failedText, children }: LoadStateProps<Data>) {
  const { data, isError, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (!isError) return <ListSkeleton label={loadingLabel} />;
  return (
    <div className={classes.empty}>
      <p role="status">{failedText}</p>
      <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
        {t`Try again`}
      </Button>
    </div>
  );
}
