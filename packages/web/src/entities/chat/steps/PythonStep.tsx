import type { ToolStep } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconBrandPython, IconChevronDown } from "@tabler/icons-react";
import { Suspense, use, useEffect, useId, useState } from "react";
import { lazy } from "../../../lib/preload/lazy.ts";
import { type PythonRun, toStepKey, usePythonRuns } from "../../codeInterpreter/pythonRuns.ts";
import { formatStepDuration } from "../answer/describeStep.ts";
import { AnswerSourceContext } from "../view/fenceSource.ts";
import { PythonOutput } from "./PythonOutput.tsx";
import classes from "./steps.module.css";

const StepDetails = lazy(() => import("./StepDetails.tsx").then(({ StepDetails }) => ({ default: StepDetails })));

interface PythonStepProps {
  step: ToolStep;
  /** True if a person has to decide about another step first. */
  isAfterDecision: boolean;
}

/** Python that runs in this browser: what it does, what it prints, and a button that stops it. */
export function PythonStep({ step, isAfterDecision }: PythonStepProps) {
  const messageId = use(AnswerSourceContext)?.messageId ?? "";
  const run = usePythonRuns(({ steps }) => steps[toStepKey(messageId, step.id)]);
  const problem = usePythonRuns(({ problems }) => problems[messageId]);
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const isLost = problem !== undefined && problem.retry === null;
  return (
    <div className={classes.step} data-state={problem ? "failed" : "running"}>
      <div className={classes.python}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconBrandPython size={16} stroke={1.6} className={classes.icon} aria-hidden />
          <span className={classes.summary}>
            <span role="status">{problem ? getProblemTitle(isLost) : describePhase(run, isAfterDecision)}</span>
            {run?.stop && <Elapsed key={run.startedAtMs} startedAtMs={run.startedAtMs} />}
          </span>
          <IconChevronDown size={14} stroke={1.8} className={classes.chevron} aria-hidden />
        </button>
        {run?.stop && (
          <Button size="compact-xs" variant="default" onClick={run.stop}>
            {t`Stop`}
          </Button>
        )}
      </div>
      <div id={detailsId} className={classes.details} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={null}>
            <StepDetails step={step} />
          </Suspense>
        )}
      </div>
      {run && run.output !== "" && <PythonOutput text={run.output} />}
      {problem && (
        <div role="alert" className={classes.problem}>
          {problem.text}{" "}
          {problem.retry && (
            <button type="button" className={classes.link} onClick={problem.retry}>
              {t`Try again`}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

const getProblemTitle = (isLost: boolean) => (isLost ? t`Python ran too late` : t`The result wasn’t sent`);

function describePhase(run: PythonRun | undefined, isAfterDecision: boolean): string {
  if (!run) return isAfterDecision ? t`Python runs when you have decided` : t`Running Python…`;
  switch (run.phase) {
    case "elsewhere":
      return t`Python is running in another tab`;
    case "waiting":
      return t`Python runs after the code above`;
    case "loading":
      return t`Running Python… Loading Python`;
    case "packages":
      return t`Running Python… Installing packages`;
    case "running":
      return t`Running Python…`;
    case "storing":
      return t`Running Python… Saving files`;
    case "sending":
      return t`Running Python… Sending the result`;
    default:
      return run.phase satisfies never;
  }
}

/** A shorter time is not worth a number that changes. */
const minShownMs = 2_000;

function Elapsed({ startedAtMs }: { startedAtMs: number }) {
  const [nowMs, setNowMs] = useState(startedAtMs);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const elapsedMs = Math.floor((nowMs - startedAtMs) / 1_000) * 1_000;
  return elapsedMs >= minShownMs && <span aria-hidden> · {formatElapsed(elapsedMs)}</span>;
}

function formatElapsed(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? t`${seconds} s` : formatStepDuration(ms);
}
