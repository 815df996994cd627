import type { RateLimitInfo, UsageCounts } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useFlag } from "../../entities/flags/useFlag.ts";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { formatNumber } from "../../lib/i18n/formats.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import { formatAmount } from "./formatAmount.ts";
import { describeReset, describeUse, getLimitHeading, getLimitKey } from "./limitTexts.ts";
import { OwnMonths } from "./OwnMonths.tsx";
import { spendingQuery } from "./spendingQuery.ts";
import classes from "./UsageDialog.module.css";
import { useMonthToDateCost } from "./useMonthToDateCost.ts";

// The last answer counts.
const fresh = { staleTime: 0 };

/** What the person's model calls have used this month, with their cost if it may be shown, and the spending limits. */
export function UsageDialog({ isOpen, onClose }: DialogProps) {
  const { user } = useWorkspace();
  const isCostShown = useFlag("mtdCost");
  const cost = useMonthToDateCost(user.email, { ...fresh, enabled: isCostShown && isOpen });
  const { data: spending, isError: hasFailed, refetch } = useQuery({ ...spendingQuery, ...fresh, enabled: isOpen });
  return (
    <Modal isOpen={isOpen} title={t`Usage`} onClose={onClose} fitsContent>
      <div className={classes.sections}>
        <section>
          <h3 className={classes.heading}>{t`This month`}</h3>
          <dl className={classes.figures}>
            {isCostShown && cost !== null && (
              <Figure label={t`Cost`} value={<output aria-label={t`Cost this month`}>{formatAmount(cost)}</output>} />
            )}
            {spending && <CountFigures counts={spending.thisMonth} />}
          </dl>
          <p className={classes.note}>
            {t`A token is a word or part of a word. Models read your messages and attachments, and write answers.`}
          </p>
          <p className={classes.note}>
            {t`These figures include naming chats and searching documents. They reset on the 1st of each month (UTC).`}
          </p>
        </section>
        <section>
          <h3 className={classes.heading}>{t`Limits`}</h3>
          {spending && <Limits limits={spending.limits} />}
          {!spending && !hasFailed && <ListSkeleton label={t`Loading your usage`} />}
          {hasFailed && (
            <p className={classes.text}>
              {t`Couldn’t load your usage.`}{" "}
              <button type="button" className={classes.retry} onClick={() => void refetch()}>
                {t`Try again`}
              </button>
            </p>
          )}
        </section>
        <section>
          <h3 className={classes.heading}>{t`By month and model`}</h3>
          {isOpen && <OwnMonths isCostShown={isCostShown} />}
        </section>
      </div>
    </Modal>
  );
}

function CountFigures({ counts: { answers, inputTokens, outputTokens } }: { counts: UsageCounts }) {
  return (
    <>
      <Figure label={t`Answers`} value={formatNumber(answers)} />
      <Figure label={t`Tokens read`} value={formatNumber(inputTokens)} />
      <Figure label={t`Tokens written`} value={formatNumber(outputTokens)} />
    </>
  );
}

function Figure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{value}</dd>
    </div>
  );
}

function Limits({ limits }: { limits: readonly RateLimitInfo[] }) {
  const now = new Date();
  if (limits.length === 0) return <p className={classes.text}>{t`No limits are set.`}</p>;
  return (
    <div className={classes.limits}>
      {limits.map((limit) => (
        <LimitLine key={getLimitKey(limit)} limit={limit} now={now} />
      ))}
    </div>
  );
}

function LimitLine({ limit, now }: { limit: RateLimitInfo; now: Date }) {
  const spentAmount = formatAmount(limit.spent);
  const limitAmount = formatAmount(limit.limit);
  return (
    <section className={classes.line}>
      <h4 className={classes.limitName}>{getLimitHeading(limit)}</h4>
      <span className={classes.amount}>{t`${spentAmount} of ${limitAmount}`}</span>
      <ProgressBar label={describeUse(limit)} value={limit.spent} max={Math.max(limit.limit, 0.01)} />
      <p className={classes.note}>{describeReset(limit, now)}</p>
    </section>
  );
}
