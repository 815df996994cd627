import type { UsageSums } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { formatCost } from "./formatCost.ts";
import classes from "./Usage.module.css";

export function UsageFigures({ total: { calls, inputTokens, outputTokens, cost } }: { total: UsageSums }) {
  return (
    <dl className={classes.figures}>
      <Figure label={t`Cost`} value={formatCost(cost)} />
      <Figure label={t`Model calls`} value={formatNumber(calls)} />
      <Figure label={t`Tokens read`} value={formatNumber(inputTokens)} />
      <Figure label={t`Tokens written`} value={formatNumber(outputTokens)} />
    </dl>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
