import { formatDollars, formatLimitPeriod, formatResetTime } from "@lectern/contract";
import { useQuery } from "@tanstack/react-query";
import { useFlag } from "../../entities/flags/useFlag.ts";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import { monthToDateCostQuery } from "./monthToDateCostQuery.ts";
import { spendingQuery } from "./SpendingNotice.tsx";
import classes from "./UsageDialog.module.css";

/** The cost of the person's model calls this month, if it may be shown, and the spending limits. */
export function UsageDialog({ isOpen, onClose }: DialogProps) {
  const { user } = useWorkspace();
  const isCostShown = useFlag("mtdCost");
  const { data: cost = 0, isError } = useQuery({ ...monthToDateCostQuery(user.email), enabled: isCostShown && isOpen });
  const { data: limits, isError: hasFailed, refetch } = useQuery({ ...spendingQuery, enabled: isOpen });
  const now = new Date();
  return (
    <Modal isOpen={isOpen} title="Usage" onClose={onClose} fitsContent>
      <div className={classes.sections}>
        {isCostShown && (
          <section className={classes.line}>
            <h3 className={classes.heading}>This month</h3>
            <output className={classes.amount} aria-label="Cost this month">
              {formatDollars(isError ? 0 : cost)}
            </output>
            <p className={classes.note}>The cost of your model calls in this calendar month (UTC).</p>
          </section>
        )}
        {limits?.map(({ period, limit, spent, resetsAt }) => (
          <section key={period} className={classes.line}>
            <h3 className={classes.heading}>Limit {formatLimitPeriod(period)}</h3>
            <span className={classes.amount}>
              {formatDollars(spent)} of {formatDollars(limit)}
            </span>
            <progress
              className={classes.bar}
              aria-label={`Used ${formatLimitPeriod(period)}`}
              value={Math.min(spent, limit)}
              max={Math.max(limit, 0.01)}
            />
            <p className={classes.note}>Resets {formatResetTime(resetsAt, now)}.</p>
          </section>
        ))}
        {limits?.length === 0 && <p className={classes.text}>No spending limits apply to you.</p>}
        {hasFailed && (
          <p className={classes.text}>
            Your limits could not be loaded.{" "}
            <button type="button" className={classes.retry} onClick={() => void refetch()}>
              Try again
            </button>
          </p>
        )}
      </div>
    </Modal>
  );
}
