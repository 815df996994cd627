import type { DashboardData } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconStarFilled } from "@tabler/icons-react";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import classes from "../Analytics.module.css";
import { formatAverage } from "./formatAverage.ts";

/** The figures at the top of the dashboard. */
export function Figures({ data }: { data: DashboardData }) {
  return (
    <dl className={classes.figures}>
      <Figure label={t`Unique users`} value={formatNumber(data.numUsers)} />
      <Figure
        label={t({ message: "Conversations", context: "analysis" })}
        value={formatNumber(data.totalConversations)}
      />
      <Figure label={t`Average prompts per conversation`} value={formatAverage(data.averagePromptsPerConversation)} />
      <Figure label={t`Average user rating`} value={formatAverage(data.averageUserRating)} isRating />
      <Figure label={t`Average system rating`} value={formatAverage(data.averageSystemRating)} isRating />
    </dl>
  );
}

interface FigureProps {
  label: string;
  /** Null: there is none. */
  value: string | null;
  /** True if it is a number of stars. */
  isRating?: boolean;
}

function Figure({ label, value, isRating = false }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd data-missing={value === null || undefined}>
        {value ?? t({ message: "N/A", comment: "Not available" })}
        {isRating && value !== null && (
          <span className={classes.ofStars}>
            <IconStarFilled size={16} aria-hidden />
            {t`of 5`}
          </span>
        )}
      </dd>
    </div>
  );
}
