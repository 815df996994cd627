import type { ToolStep } from "@lectern/contract";
import { plural } from "@lingui/core/macro";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, Suspense, useId, useRef, useState } from "react";
import { lazy } from "../../../lib/preload/lazy.ts";
import { waitsForBrowser } from "../../codeInterpreter/pythonCode.ts";
import { formatStepDuration, getStepTitle } from "../answer/describeStep.ts";
import { PythonStep } from "./PythonStep.tsx";
import { RunningMark, StepIcon, StepRow } from "./StepRow.tsx";
import classes from "./steps.module.css";
import { type Decide, useDecisions } from "./useDecisions.ts";

const StepApproval = lazy(() => import("./StepApproval.tsx").then(({ StepApproval }) => ({ default: StepApproval })));

interface StepGroupProps {
  /** Steps that ran in parallel. */
  steps: readonly [ToolStep, ...ToolStep[]];
  /** Continues the answer once all waiting steps of the group are decided. */
  onDecide: Decide;
}

/** The steps of one round of an answer: one line if it is one step or nothing waits for an approval. */
export function StepGroup({ steps, onDecide }: StepGroupProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const waitingSteps = steps.filter((step) => step.state === "waiting" && !waitsForBrowser(step));
  const { decisions, decide, withdraw, problem } = useDecisions(waitingSteps, onDecide, boxRef);
  const isWaiting = waitingSteps.length > 0;
  const isLost = problem?.kind === "lost";
  const rows = steps.map((step) =>
    isInBrowser(step) && !isLost ? (
      <PythonStep key={step.id} step={step} isAfterDecision={isWaiting} />
    ) : step.state === "waiting" && !isLost ? (
      <Suspense key={step.id} fallback={null}>
        <StepApproval
          step={step}
          decision={decisions.get(step.id) ?? null}
          onDecide={(isApproved) => decide(step.id, isApproved)}
          onWithdraw={() => withdraw(step.id)}
        />
      </Suspense>
    ) : (
      <StepRow key={step.id} step={isLost && step.state === "waiting" ? { ...step, state: "cancelled" } : step} />
    ),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      ref={boxRef}
      role="group"
      aria-label={plural(steps.length, { one: "Step", other: "Steps" })}
      className={classes.group}
      tabIndex={-1}
    >
      {steps.length === 1 || isWaiting || steps.some(isInBrowser) ? (
        rows
      ) : (
        <FoldedSteps steps={steps}>{rows}</FoldedSteps>
      )}
      {problem !== null && (
        <div role="alert" className={classes.problem}>
          {problem.text}
        </div>
      )}
    </div>
  );
}

/** True if a browser runs the step, or is about to. */
const isInBrowser = ({ state, runsInBrowser }: ToolStep): boolean =>
  runsInBrowser === true && (state === "waiting" || state === "running");

/** Several steps as one line, which opens to a line for each. */
function FoldedSteps({ steps, children }: { steps: StepGroupProps["steps"]; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const state = summarizeState(steps);
  return (
    <div className={classes.step} data-state={state}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <StepIcon state={state} />
        <span className={classes.summary}>
          {listSummary(steps).join(" · ")}
          {state === "running" && <RunningMark />}
        </span>
        <IconChevronDown size={14} stroke={1.8} className={classes.chevron} aria-hidden />
      </button>
      <div id={listId} className={classes.details} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}

function summarizeState(steps: StepGroupProps["steps"]): ToolStep["state"] {
  if (steps.some(({ state }) => state === "running")) return "running";
  return steps.every(({ state }) => state === steps[0].state) ? steps[0].state : "done";
}

function listSummary(steps: StepGroupProps["steps"]): string[] {
  const title = getStepTitle(steps[0]);
  const count = (wanted: ToolStep["state"]) => steps.filter(({ state }) => state === wanted).length;
  const isRunning = count("running") > 0;
  const endedCount = steps.length - count("running");
  const failedCount = count("failed");
  const deniedCount = count("denied");
  const cancelledCount = count("cancelled");
  // They ran in parallel, so the longest one is the time that they took.
  const durationMs = Math.max(...steps.map((step) => step.durationMs ?? 0));
  return [
    ...(steps.every((step) => getStepTitle(step) === title) ? [title] : []),
    plural(steps.length, { one: "# step", other: "# steps" }),
    ...(isRunning ? [plural(endedCount, { other: "# ended" })] : []),
    ...(failedCount > 0 ? [plural(failedCount, { other: "# failed" })] : []),
    ...(deniedCount > 0 ? [plural(deniedCount, { other: "# not allowed" })] : []),
    ...(cancelledCount > 0 ? [plural(cancelledCount, { other: "# cancelled" })] : []),
    ...(!isRunning && durationMs > 0 ? [formatStepDuration(durationMs)] : []),
  ];
}
