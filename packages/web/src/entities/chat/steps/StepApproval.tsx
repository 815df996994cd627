import { operationTexts, type ToolStep } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { formatArguments, getStepTitle, parseArguments } from "../answer/describeStep.ts";
import { revealInvisible } from "./revealInvisible.ts";
import { StepIcon } from "./StepRow.tsx";
import classes from "./steps.module.css";

interface StepApprovalProps {
  step: ToolStep;
  /** True if the step is allowed, false if not, null if it is not decided yet. */
  decision: boolean | null;
  onDecide: (isApproved: boolean) => void;
  onWithdraw: () => void;
}

/** Asks if a tool may be called, with everything that it would be called with. */
export function StepApproval({ step, decision, onDecide, onWithdraw }: StepApprovalProps) {
  const questionId = useId();
  const title = revealInvisible(getStepTitle(step));
  const toolName = revealInvisible(step.tool);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" aria-labelledby={questionId} className={classes.approval}>
      <div id={questionId} className={classes.question}>
        <StepIcon state="waiting" />
        <span>
          {step.question === undefined ? (
            <Trans>
              Allow “{title}” <code className={classes.name}>{toolName}</code>?
            </Trans>
          ) : (
            <>
              {describeQuestion(step.question)} <span className={classes.asked}>{title}</span>
            </>
          )}
        </span>
      </div>
      <Arguments json={step.arguments} />
      {decision === null ? (
        <div className={classes.buttons}>
          <Button size="xs" variant="default" aria-describedby={questionId} onClick={() => onDecide(false)}>
            {t`Don’t allow`}
          </Button>
          <Button size="xs" data-decision aria-describedby={questionId} onClick={() => onDecide(true)}>
            {t`Allow`}
          </Button>
        </div>
      ) : (
        <div className={classes.buttons}>
          <span>{decision ? t`Allowed` : t`Not allowed`}</span>
          <button type="button" className={classes.link} aria-describedby={questionId} onClick={onWithdraw}>
            {t`Change`}
          </button>
        </div>
      )}
    </div>
  );
}

/** The default question is the product's own, and is translated. */
const describeQuestion = (question: string): string =>
  question === operationTexts.confirmation
    ? t`Do you want to allow the assistant to perform the specified operation?`
    : revealInvisible(question);

/** Shows all arguments: who approves a call must be able to read everything. */
function Arguments({ json }: { json: string }) {
  const fields = Object.entries(parseArguments(json) ?? {});
  if (fields.length === 0) {
    const isEmpty = json.trim() === "" || json.trim() === "{}";
    return isEmpty ? null : <ArgumentsBox>{revealInvisible(formatArguments(json))}</ArgumentsBox>;
  }
  return (
    <ArgumentsBox>
      {fields.map(([name, value]) => (
        <div key={name} className={classes.field}>
          <span className={classes.label}>{revealInvisible(name)}</span>
          <bdi className={classes.value}>
            {revealInvisible(typeof value === "string" ? value : JSON.stringify(value, null, 2))}
          </bdi>
        </div>
      ))}
    </ArgumentsBox>
  );
}

function ArgumentsBox({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={classes.arguments} aria-label={t`Arguments`} tabIndex={0}>
      {children}
    </section>
  );
}
