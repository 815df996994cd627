import type { Answer, ChatRequestInput, ContinueRequest, Message } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { getOfflineText, isOffline } from "../../../lib/network.ts";
import { getRefusalReason } from "../answer/refusalReason.ts";
import { getChatTexts } from "../chatErrorTexts.ts";
import type { RunResult } from "./reconnect.ts";

/** A person's decision about a step that waits for an approval. */
export type StepDecision = ContinueRequest["continueRun"]["decisions"][number];

/** Runs the waiting steps that a browser runs, until `signal` aborts. Resolves to their results, and never rejects. */
export type RunSteps = (signal: AbortSignal) => Promise<StepDecision[]>;

/** Why an answer could not continue. */
export interface ContinueProblem {
  /** The reason to show. */
  text: string;
  /**
   * `lost`: nothing waits any more, because it was decided earlier or the server has restarted. `decided`: it is being
   * decided or continued elsewhere. `temporary`: another try may help.
   */
  kind: "lost" | "decided" | "temporary";
}

export interface ContinuePost {
  /** Returns the request, perhaps after work that `signal` ends early when the person stops the answer. Must not reject. */
  getBody: (signal: AbortSignal) => Promise<ChatRequestInput | ContinueRequest>;
  /** The answer as it is shown until the server has accepted the request. */
  answer: Answer;
  /** The outcome if the server does not accept the request. The answer is then as it was. */
  unchangedOutcome: "waiting" | "withdrawn";
  /** Only the first call counts. Null: the answer continues. */
  reportProblem: (problem: ContinueProblem | null) => void;
}

/** Returns the message of an answer that another run continues. */
export function toContinuedMessage(answer: Message, requestId: string): Message {
  const { end: _, ...data } = answer.data;
  return { ...answer, data: { ...data, run: { requestId } } };
}

/** Returns the answer as it will be once the server has accepted the decisions. */
export function applyDecisions(answer: Answer, decisions: readonly StepDecision[]): Answer {
  const approvals = new Map(decisions.map(({ stepId, isApproved }) => [stepId, isApproved]));
  const steps = answer.steps.map((step) => {
    const isApproved = step.state === "waiting" ? approvals.get(step.id) : undefined;
    return isApproved === undefined
      ? step
      : { ...step, state: isApproved ? ("running" as const) : ("denied" as const) };
  });
  return { ...answer, steps };
}

/** Returns why the server has not accepted the request; null if the person has stopped it. */
export function toContinueProblem(result: RunResult): ContinueProblem | null {
  switch (result.kind) {
    case "aborted":
      return null;
    case "httpError": {
      const kind = result.status === 404 ? "lost" : result.status === 409 ? "decided" : "temporary";
      return { text: getRefusalReason(result, new Date()), kind };
    }
    case "noEndpoint":
      return { text: getChatTexts().endpointMissing, kind: "temporary" };
    case "signedOut":
      return { text: t`You were signed out. Sign in, then try again.`, kind: "temporary" };
    default:
      return createUnreachableProblem();
  }
}

/** The problem of a server that does not answer. */
export const createUnreachableProblem = (): ContinueProblem => ({
  text: isOffline() ? getOfflineText() : getChatTexts().unavailable,
  kind: "temporary",
});
