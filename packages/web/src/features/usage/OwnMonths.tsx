import type { getOwnUsage, OpOutput, UsageSums } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { formatDate, formatNumber } from "../../lib/i18n/formats.ts";
import { Details } from "../../ui/disclosure/Details.tsx";
import { LoadFailedBanner } from "../../ui/LoadFailedBanner.tsx";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import { formatAmount } from "./formatAmount.ts";
import { ownUsageQuery } from "./ownUsageQuery.ts";
import classes from "./UsageDialog.module.css";

type Month = OpOutput<typeof getOwnUsage>["months"][number];

/** The person’s usage of the last months, each with its models. `isCostShown`: false if people do not see costs. */
export function OwnMonths({ isCostShown }: { isCostShown: boolean }) {
  const { data: months, error, refetch } = useQuery(ownUsageQuery);
  if (!months && error) {
    return <LoadFailedBanner text={t`Couldn’t load your usage.`} error={error} onRetry={() => void refetch()} />;
  }
  if (!months) return <ListSkeleton rows={2} label={t`Loading your usage by month`} />;
  if (months.length === 0) return <p className={classes.text}>{t`No usage in the last 12 months.`}</p>;
  return (
    <div>
      {months.map((month, index) => (
        <MonthDetails key={month.month} month={month} isCostShown={isCostShown} isOpen={index === 0} />
      ))}
    </div>
  );
}

interface MonthDetailsProps {
  month: Month;
  isCostShown: boolean;
  /** True for what is open at first. */
  isOpen: boolean;
}

function MonthDetails({ month: { month, total, models }, isCostShown, isOpen }: MonthDetailsProps) {
  const name = formatDate(new Date(`${month}-01T00:00`), { month: "long", year: "numeric" });
  return (
    <Details
      open={isOpen}
      className={classes.month}
      summary={
        <span className={classes.monthSummary}>
          <span>{name}</span>
          <span className={classes.amount}>{isCostShown ? formatAmount(Number(total.cost)) : formatTokens(total)}</span>
        </span>
      }
    >
      <table className={classes.models} aria-label={t`Usage in ${name} by model`}>
        <thead>
          <tr>
            <th scope="col">{t`Model`}</th>
            <th scope="col">{t`Tokens read`}</th>
            <th scope="col">{t`Tokens written`}</th>
            {isCostShown && <th scope="col">{t`Cost`}</th>}
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr key={model.modelId}>
              <th scope="row">{model.name}</th>
              <td>{formatNumber(model.inputTokens)}</td>
              <td>{formatNumber(model.outputTokens)}</td>
              {isCostShown && <td>{formatAmount(Number(model.cost))}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Details>
  );
}

function formatTokens({ inputTokens, outputTokens }: UsageSums): string {
  const tokens = formatNumber(inputTokens + outputTokens);
  return t`${tokens} tokens`;
}
