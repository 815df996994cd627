import type { DashboardData } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import classes from "../Analytics.module.css";
import { Distribution } from "./Distribution.tsx";

/**
 * The conversations by each property. Where people are hidden, a property has no counts if too few people have any value
 * of it; one line says so for all of them, and for the activity.
 */
export function Distributions({ data }: { data: DashboardData }) {
  const distributions = [
    { title: t`By category`, valueName: t`Category`, unknownName: t`No category`, counts: data.categoryDistribution },
    {
      title: t`By entry point`,
      valueName: t`Entry point`,
      unknownName: t`Not known`,
      counts: data.entryPointDistribution,
    },
    {
      title: t`By employee type`,
      valueName: t`Employee type`,
      unknownName: t`Not known`,
      counts: data.employeeTypeDistribution,
    },
  ];
  const shown = distributions.filter(({ counts }) => counts.length > 0);
  return (
    <>
      {shown.length > 0 && (
        <div className={classes.distributions}>
          {shown.map((distribution) => (
            <Distribution key={distribution.title} {...distribution} />
          ))}
        </div>
      )}
      {(shown.length < distributions.length || data.activity.length === 0) && (
        <p className={classes.note}>{t`There is nothing to show in the other charts.`}</p>
      )}
    </>
  );
}
