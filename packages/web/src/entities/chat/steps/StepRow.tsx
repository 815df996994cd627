import type { ToolStep } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconChevronDown,
  IconHandStop,
  IconPlayerStop,
  IconTool,
} from "@tabler/icons-react";
import { type Ref, Suspense, useId, useState } from "react";
import { lazy } from "../../../lib/preload/lazy.ts";
import { formatStepDuration, getStateWords, getStepSubject, getStepTitle } from "../answer/describeStep.ts";
import classes from "./steps.module.css";

const StepDetails = lazy(() => import("./StepDetails.tsx").then(({ StepDetails }) => ({ default: StepDetails })));

const stateIcons: Readonly<Record<ToolStep["state"], Icon>> = {
  running: IconTool,
  waiting: IconHandStop,
  done: IconTool,
  failed: IconAlertTriangle,
  denied: IconBan,
  cancelled: IconPlayerStop,
};

interface StepRowProps {
  step: ToolStep;
  toggleRef?: Ref<HTMLButtonElement>;
}

/** One step as a line, which opens to its arguments and its result. */
export function StepRow({ step, toggleRef }: StepRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const isRunning = step.state === "running";
  return (
    <div className={classes.step} data-state={step.state}>
      <button
        ref={toggleRef}
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <StepIcon state={step.state} />
        <span className={classes.summary}>
          <span className={classes.title}>{getStepTitle(step)}</span>
          {listDetails(step).map((detail) => (
            <span key={detail}> · {detail}</span>
          ))}
          {isRunning && <RunningMark />}
        </span>
        <IconChevronDown size={14} stroke={1.8} className={classes.chevron} aria-hidden />
      </button>
      <div id={detailsId} className={classes.details} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={null}>
            <StepDetails step={step} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Says that a step is running, also without its animation. */
export function RunningMark() {
  return (
    <>
      <span aria-hidden> …</span>
      <VisuallyHidden>{t`, running`}</VisuallyHidden>
    </>
  );
}

export function StepIcon({ state }: Pick<ToolStep, "state">) {
  const Icon = stateIcons[state];
  return <Icon size={16} stroke={1.6} className={classes.icon} aria-hidden />;
}

function listDetails(step: ToolStep): string[] {
  const subject = getStepSubject(step);
  const words = getStateWords(step);
  const { state, durationMs } = step;
  return [
    ...(subject === null ? [] : [`“${subject}”`]),
    ...(words === null ? [] : [words]),
    ...(durationMs !== undefined && (state === "done" || state === "failed") ? [formatStepDuration(durationMs)] : []),
  ];
}
