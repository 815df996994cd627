import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { formatList, formatNumber } from "../../../../lib/i18n/formats.ts";
import { LoadFailedBanner } from "../../../../ui/LoadFailedBanner.tsx";
import { Modal } from "../../../../ui/modal/Modal.tsx";
import { ProgressBar } from "../../../../ui/ProgressBar.tsx";
import { ListSkeleton } from "../../../../ui/Skeletons.tsx";
import adminClasses from "../../Admin.module.css";
import classes from "../People.module.css";
import { type ErasureReport, erasureQuery } from "../peopleQueries.ts";
import { countKind, formatTime } from "../peopleTexts.ts";

/** The progress of an erasure, and in the end what it has deleted and handed over. */
export function ErasureDialog({ personId, onClose }: { personId: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(erasureQuery(personId));
  return (
    <Modal isOpen title={t`Erasure`} width="40rem" fitsContent fillsNarrowScreen onClose={onClose}>
      <div className={classes.details}>
        {error && (
          <LoadFailedBanner text={t`The erasure couldn’t be loaded.`} error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <ListSkeleton label={t`Loading the erasure`} />}
        {data && <Report report={data} />}
      </div>
    </Modal>
  );
}

function Report({ report }: { report: ErasureReport }) {
  const { endedAt, deleted } = report;
  const count = deleted.reduce((sum, kind) => sum + kind.count, 0);
  const remaining = deleted.reduce((sum, kind) => sum + kind.remaining, 0);
  const done = formatNumber(count - remaining);
  const all = formatNumber(count);
  const isRunning = endedAt === null;
  const end = endedAt === null ? "" : formatTime(endedAt);
  return (
    <>
      <p role="status">{isRunning ? t`Everything is being deleted.` : t`Everything was deleted by ${end}.`}</p>
      {isRunning && (
        <>
          <ProgressBar label={t`Deleted`} value={count - remaining} max={Math.max(count, 1)} />
          <p className={adminClasses.note}>
            {t`${done} of ${all} deleted. This goes on in the background, also after a restart of the server; you can close this dialog.`}
          </p>
        </>
      )}
      <section aria-labelledby="erasure-deleted">
        <h4 id="erasure-deleted" className={adminClasses.heading}>{t`Deleted`}</h4>
        <ul className={classes.items}>
          {deleted.map(({ kind, count: all, remaining: left }) => {
            const text = countKind(kind, all);
            const rest = formatNumber(left);
            return <li key={kind}>{isRunning && left > 0 ? t`${text}, ${rest} left` : text}</li>;
          })}
          {deleted.length === 0 && <li>{t`Nothing was stored.`}</li>}
        </ul>
      </section>
      <section aria-labelledby="erasure-handed-over">
        <h4 id="erasure-handed-over" className={adminClasses.heading}>{t`Handed over`}</h4>
        <p className={adminClasses.note}>{describeHandover(report)}</p>
      </section>
      <p className={adminClasses.note}>{describeStart(report)}</p>
    </>
  );
}

function describeHandover({ handedOver: { groups, services }, successor }: ErasureReport): string {
  if (groups + services === 0) return t`Nothing`;
  const parts = [
    ...(groups > 0 ? [plural(groups, { one: "# group", other: "# groups" })] : []),
    ...(services > 0 ? [plural(services, { one: "# service", other: "# services" })] : []),
  ];
  const things = formatList(parts);
  return successor ? t`${things}, to ${successor}` : things;
}

function describeStart({ startedAt, erasedBy }: ErasureReport): string {
  const time = formatTime(startedAt);
  return erasedBy ? t`Begun on ${time} by ${erasedBy}.` : t`Begun on ${time}.`;
}
