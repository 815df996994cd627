import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { formatFileType } from "../../../entities/files/typeLabels.ts";
import { formatBytes } from "../../../entities/files/upload/checkFile.ts";
import { formatDate } from "../../../lib/i18n/formats.ts";
import classes from "./Embeddings.module.css";
import type { QueuedEmbedding } from "./embeddingQueueQuery.ts";
import { useEmbeddingActions } from "./useEmbeddingActions.ts";

/** A document that is being prepared for search by meaning. Its name is content of its owner, and is not shown. */
export function EmbeddingRow({ embedding }: { embedding: QueuedEmbedding }) {
  const { object, eventTime, state } = embedding;
  const { user, key, size, type, pages } = object;
  const { termination, retry } = useEmbeddingActions(key);
  const typeLabel = formatFileType(type);
  const details = [
    typeLabel,
    ...(pages === null ? [] : [plural(pages, { one: "# page", other: "# pages" })]),
    formatBytes(size),
  ].join(" · ");
  const isRunning = state === "waiting" || state === "active";
  const isTerminated = state === "terminated" || (termination.isSuccess && isRunning);
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <span className={classes.owner}>{user || t`Nobody`}</span>
        <span className={classes.details}>{details}</span>
        <time className={classes.details} dateTime={eventTime}>
          {formatDate(new Date(eventTime), { dateStyle: "medium", timeStyle: "short" })}
        </time>
      </div>
      <div className={classes.state} role="status">
        {termination.isPending ? t`Terminating...` : isTerminated ? t`Terminated` : getStateLabel(state)}
      </div>
      {isRunning && !isTerminated && (
        <Button
          size="xs"
          variant="default"
          disabled={termination.isPending}
          aria-label={t`Terminate: ${typeLabel} of ${user}`}
          onClick={() => termination.mutate()}
        >{t`Terminate`}</Button>
      )}
      {(state === "failed" || state === "terminated") && (
        <Button
          size="xs"
          variant="default"
          loading={retry.isPending}
          aria-label={t`Retry: ${typeLabel} of ${user}`}
          onClick={() => retry.mutate()}
        >{t`Retry`}</Button>
      )}
    </li>
  );
}

function getStateLabel(state: Exclude<QueuedEmbedding["state"], "terminated">): string {
  switch (state) {
    case "waiting":
      return t({ message: "Waiting", context: "embedding" });
    case "active":
      return t({ message: "Active", context: "embedding" });
    case "failed":
      return t({ message: "Failed", context: "embedding" });
    default:
      return state satisfies never;
  }
}
