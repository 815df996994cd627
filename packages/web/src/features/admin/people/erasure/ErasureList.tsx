import { t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { LoadFailedBanner } from "../../../../ui/LoadFailedBanner.tsx";
import adminClasses from "../../Admin.module.css";
import classes from "../People.module.css";
import { erasuresQuery } from "../peopleQueries.ts";
import { formatTime } from "../peopleTexts.ts";

/** The last erasures. They have no names any more. */
export function ErasureList({ onOpen }: { onOpen: (personId: string) => void }) {
  const { data, error, refetch } = useQuery(erasuresQuery);
  if (error) {
    return <LoadFailedBanner text={t`The erasures couldn’t be loaded.`} error={error} onRetry={() => void refetch()} />;
  }
  if (!data || data.erasures.length === 0) return null;
  return (
    <section className={adminClasses.section} aria-labelledby="admin-erasures">
      <h4 id="admin-erasures" className={adminClasses.heading}>{t`Last erasures`}</h4>
      <ul className={classes.list} aria-labelledby="admin-erasures">
        {data.erasures.map(({ personId, startedAt, endedAt }) => {
          const time = formatTime(startedAt);
          return (
            <li key={personId} className={classes.row}>
              <UnstyledButton className={classes.open ?? ""} onClick={() => onOpen(personId)}>
                {t`Person erased on ${time}`}
              </UnstyledButton>
              <span className={classes.dim}>{personId}</span>
              <span className={classes.dim}>{endedAt === null ? t`In progress` : t`Everything is deleted`}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
