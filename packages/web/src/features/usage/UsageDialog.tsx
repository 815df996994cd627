import { formatDollars, type RateLimitInfo } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useFlag } from "../../entities/flags/useFlag.ts";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { describeReset, describeUse, getLimitHeading } from "./limitTexts.ts";
import { monthToDateCostQuery } from "./monthToDateCostQuery.ts";
import { spendingQuery } from "./spendingQuery.ts";
import classes from "./UsageDialog.module.css";

/** The cost of the person's model calls this month, if it may be shown, and the spending limits. */
export function UsageDialog({ isOpen, onClose }: DialogProps) {
  const { user } = useWorkspace();
  const isCostShown = useFlag("mtdCost");
  const { data: cost, isError } = useQuery({ ...monthToDateCostQuery(user.email), enabled: isCostShown && isOpen });
  const { data: limits, isError: hasFailed, refetch } = useQuery({ ...spendingQuery, enabled: isOpen });
  const now = new Date();
  return (
    <Modal isOpen={isOpen} title={t`Usage`} onClose={onClose} fitsContent>
      <div className={classes.sections}>
        {isCostShown && (
          <section className={classes.line}>
            <h3 className={classes.heading}>{t`This month`}</h3>
            <output className={classes.amount} aria-label={t`Cost this month`}>
              {formatDollars(isError ? 0 : (cost ?? 0))}
            </output>
            <p className={classes.note}>{t`What your model calls have cost in this calendar month (UTC).`}</p>
          </section>
        )}
        {limits?.map((limit) => (
          <LimitSection key={limit.period} limit={limit} now={now} />
        ))}
        {limits?.length === 0 && <p className={classes.text}>{t`No spending limits apply to you.`}</p>}
        {hasFailed && (
          <p className={classes.text}>
            {t`Your limits could not be loaded.`}{" "}
            <button type="button" className={classes.retry} onClick={() => void refetch()}>
              {t`Try again`}
            </button>
          </p>
        )}
      </div>
    </Modal>
  );
}

function LimitSection({ limit, now }: { limit: RateLimitInfo; now: Date }) {
  const spentAmount = formatDollars(limit.spent);
  const limitAmount = formatDollars(limit.limit);
  return (
    <section className={classes.line}>
      <h3 className={classes.heading}>{getLimitHeading(limit.period)}</h3>
      <span className={classes.amount}>{t`${spentAmount} of ${limitAmount}`}</span>
      <ProgressBar label={describeUse(limit)} value={limit.spent} max={Math.max(limit.limit, 0.01)} />
      <p className={classes.note}>{describeReset(limit, now)}</p>
    </section>
  );
}
