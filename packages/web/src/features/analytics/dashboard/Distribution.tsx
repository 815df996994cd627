import type { AnalysisDistribution } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { useId, useState } from "react";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { translateServerText } from "../../../lib/i18n/translateServerText.ts";
import classes from "../Analytics.module.css";

interface DistributionProps {
  title: string;
  /** The name of the property. */
  valueName: string;
  /** Shown for a value that is not known. */
  unknownName: string;
  counts: AnalysisDistribution;
}

const maxRows = 8;

/** The conversations by a property: a table whose bars compare the numbers. */
export function Distribution({ title, valueName, unknownName, counts }: DistributionProps) {
  const headingId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const largest = Math.max(...counts.map(({ count }) => count), 1);
  const shown = isWhole ? counts : counts.slice(0, maxRows);
  const hiddenCount = counts.length - shown.length;
  return (
    <section className={classes.card} aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.cardTitle}>
        {title}
      </h3>
      <table className={classes.bars} aria-labelledby={headingId}>
        <thead>
          <tr>
            {[
              valueName,
              t({ message: "Conversations", context: "analysis" }),
              t({ message: "Share", context: "percentage" }),
            ].map((name) => (
              <th key={name} scope="col">
                <VisuallyHidden>{name}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ value, count }) => (
            <tr key={value ?? ""}>
              <th scope="row" data-unknown={value === null || undefined}>
                <span className={classes.barFill} style={{ width: `${(100 * count) / largest}%` }} />
                <span className={classes.barName}>{value === null ? unknownName : translateServerText(value)}</span>
              </th>
              <td>{formatNumber(count)}</td>
              <td>{formatNumber(count / total, { style: "percent", maximumFractionDigits: 0 })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hiddenCount > 0 && (
        <button type="button" className={classes.quietButton} onClick={() => setIsWhole(true)}>
          {plural(hiddenCount, { one: "Show # more", other: "Show # more" })}
        </button>
      )}
    </section>
  );
}
