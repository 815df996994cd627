import type { ToolStep } from "@lectern/contract";
import { type RefObject, useState } from "react";
import type { ContinueProblem, StepDecision } from "../runs/continuePost.ts";

/** Continues an answer with decisions about its waiting steps. Resolves to why that is not possible, or null. */
export type Decide = (decisions: StepDecision[]) => Promise<ContinueProblem | null>;

interface Decisions {
  /** The decisions so far, by the id of the step: true if it is allowed. */
  decisions: ReadonlyMap<string, boolean>;
  decide: (stepId: string, isApproved: boolean) => void;
  /** Takes a decision back, as long as others are missing. */
  withdraw: (stepId: string) => void;
  /** Why the answer could not continue; null if nothing went wrong. */
  problem: ContinueProblem | null;
}

const noDecisions: ReadonlyMap<string, boolean> = new Map();

/** Collects the decisions about the waiting steps of a group, and continues the answer after the last one. */
export function useDecisions(
  waitingSteps: readonly ToolStep[],
  onDecide: Decide,
  boxRef: RefObject<HTMLElement | null>,
): Decisions {
  const [decisions, setDecisions] = useState(noDecisions);
  const [problem, setProblem] = useState<ContinueProblem | null>(null);
  // The pressed button disappears: the focus moves to the next decision, or stays at the steps.
  const moveFocus = () =>
    requestAnimationFrame(() => {
      const nextButton = boxRef.current?.querySelector<HTMLElement>("[data-decision]");
      (nextButton ?? boxRef.current)?.focus({ preventScroll: nextButton === null });
    });
  const send = async (allDecisions: ReadonlyMap<string, boolean>) => {
    const list = [...allDecisions].map(([stepId, isApproved]) => ({ stepId, isApproved }));
    setProblem(await onDecide(list));
    setDecisions(noDecisions);
  };
  return {
    decisions,
    problem,
    decide: (stepId, isApproved) => {
      if (decisions.has(stepId)) return;
      const newDecisions = new Map(decisions).set(stepId, isApproved);
      setDecisions(newDecisions);
      setProblem(null);
      if (waitingSteps.every(({ id }) => newDecisions.has(id))) void send(newDecisions);
      moveFocus();
    },
    withdraw: (stepId) => {
      setDecisions(new Map([...decisions].filter(([id]) => id !== stepId)));
      moveFocus();
    },
  };
}
