import { t } from "@lingui/core/macro";
import { Anchor } from "@mantine/core";
import { IconReload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { changeSiteAdminTab } from "../../../entities/shell/siteAdminRoute.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import adminClasses from "../Admin.module.css";
import { EmbeddingRow } from "./EmbeddingRow.tsx";
import classes from "./Embeddings.module.css";
import { type EmbeddingQueue, embeddingQueueQuery } from "./embeddingQueueQuery.ts";

/** The preparation of documents for search by meaning, which administrators can stop and request again. */
export function EmbeddingsPanel() {
  const { data: queue, error, isFetching, refetch } = useQuery(embeddingQueueQuery);
  return (
    <section className={adminClasses.section} aria-labelledby="admin-embeddings" aria-busy={isFetching}>
      <header className={classes.head}>
        <h3 id="admin-embeddings" className={adminClasses.heading}>
          {t`Embeddings Circuit Breaker (Retrieve SQS Embeddings)`}
        </h3>
        <IconButton name={t`Reload the embeddings`} loading={isFetching} onClick={() => void refetch()}>
          <IconReload size={18} stroke={1.6} />
        </IconButton>
      </header>
      <p className={adminClasses.note}>
        {t`Documents that are being prepared for search by meaning. If this is terminated, search finds the document by its words only.`}
      </p>
      {error && (
        <LoadFailedBanner
          text={t`Unable to retrieve message currently in the sqs. Please try again later...`}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!queue && !error && <ListSkeleton label={t`Loading the embeddings`} />}
      {queue?.model === null && <NoModel />}
      {queue && <Queue queue={queue} />}
    </section>
  );
}

/** Nothing else says why search finds words only. */
function NoModel() {
  return (
    <div className={adminClasses.problem}>
      <p>{t`No embeddings model is in use: search finds documents by their words only.`}</p>
      <Anchor component="button" type="button" inherit onClick={() => changeSiteAdminTab("supportedModels")}>
        {t`Choose an embeddings model`}
      </Anchor>
    </div>
  );
}

function Queue({ queue: { messages, counts } }: { queue: EmbeddingQueue }) {
  const waiting = formatNumber(counts.waiting);
  const active = formatNumber(counts.active);
  const failed = formatNumber(counts.failed);
  const count = formatNumber(messages.length);
  const isCut = counts.waiting + counts.active + counts.failed > messages.length;
  return (
    <>
      <p className={classes.counts} role="status">
        {t`${waiting} waiting, ${active} active, ${failed} failed`}
      </p>
      {messages.length === 0 ? (
        <p className={adminClasses.note}>{t`No document is being prepared.`}</p>
      ) : (
        <ul className={classes.list} aria-label={t`Embeddings`}>
          {messages.map((message) => (
            <EmbeddingRow key={message.messageId} embedding={message} />
          ))}
        </ul>
      )}
      {isCut && <p className={adminClasses.note}>{t`Only ${count} are listed.`}</p>}
    </>
  );
}
