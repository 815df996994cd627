import type { Conversation, Message } from "@lectern/contract";
import { waitsForBrowser } from "../../codeInterpreter/pythonCode.ts";
import { changeRun, endRuns, setProblem, toStepKey, usePythonRuns } from "../../codeInterpreter/pythonRuns.ts";
import type { ChatRuns } from "../runs/chatRuns.ts";
import { type ContinueProblem, createUnreachableProblem, type StepDecision } from "../runs/continuePost.ts";
import { runSteps, type StepResults } from "./runSteps.ts";

/** Runs the steps of answers that a browser runs, and continues the answers with the results. */
export interface BrowserSteps {
  /**
   * Runs the steps that the last answer of the conversation waits for, if nobody has to approve another one first. Does
   * nothing if they run already.
   */
  resume(conversation: Conversation): void;
  /** As `ChatRuns.continueAnswer`, after it has run the steps that a browser runs. */
  continueAnswer(
    conversation: Conversation,
    answer: Message,
    decisions: StepDecision[],
  ): Promise<ContinueProblem | null>;
  /** Continues answers as soon as they wait, until the returned function is called. */
  connect(): () => void;
}

interface BrowserStepsDependencies {
  userId: string;
  runs: Pick<ChatRuns, "observe" | "resume" | "continueAnswer">;
  load: (conversationId: string) => Promise<Conversation>;
  /** Reads the conversation again; null: it is gone. */
  reload: (conversationId: string) => Promise<Conversation | null>;
  showError: (conversationId: string, problem: ContinueProblem) => void;
  locks: LockManager | undefined;
}

/** The Web Lock of the tab that runs the steps which a run waits for. */
const getLockName = (runId: string) => `browser-steps:${runId}`;

export function createBrowserSteps(dependencies: BrowserStepsDependencies): BrowserSteps {
  const { userId, runs, load, reload, showError, locks } = dependencies;
  /** The runs that this page continues now. */
  const activeRunIds = new Set<string>();
  /** The results that the server does not have yet, by run. The code must not run again to send them. */
  const resultsByRun = new Map<string, StepResults>();

  function resume(conversation: Conversation): void {
    const answer = conversation.messages.find(({ id }) => id === conversation.headId);
    if (answer && waitsForBrowserOnly(answer) && !usePythonRuns.getState().problems[answer.id])
      void continueAlone(conversation, answer);
  }

  async function continueAlone(conversation: Conversation, answer: Message): Promise<void> {
    const problem = await continueAnswer(conversation, answer, []);
    if (!problem) return;
    const retry = () => {
      setProblem(answer.id, null);
      void load(conversation.id).then(resume, () => setProblem(answer.id, { text: problem.text, retry }));
    };
    setProblem(answer.id, { text: problem.text, retry: problem.kind === "temporary" ? retry : null });
    showError(conversation.id, problem);
  }

  async function continueAnswer(
    conversation: Conversation,
    answer: Message,
    decisions: StepDecision[],
  ): Promise<ContinueProblem | null> {
    const steps = listSteps(answer);
    const runId = answer.data.run?.requestId;
    if (steps.length === 0 || runId === undefined) return runs.continueAnswer(conversation, answer, decisions);
    if (activeRunIds.has(runId)) return null;
    activeRunIds.add(runId);
    const keys = steps.map(({ id }) => toStepKey(answer.id, id));
    const results: StepResults = resultsByRun.get(runId) ?? new Map();
    resultsByRun.set(runId, results);
    try {
      const problem = await withLock(runId, keys, async (isFirst) => {
        const current = isFirst ? conversation : await reload(conversation.id);
        const currentAnswer = current?.messages.find(({ id }) => id === answer.id);
        if (!current || !currentAnswer) return null;
        if (currentAnswer.data.run?.requestId !== runId) {
          runs.resume(current);
          return null;
        }
        return runs.continueAnswer(current, currentAnswer, decisions, (signal) =>
          runSteps({ userId, conversation: current, answerId: answer.id, steps, results }, signal),
        );
      });
      if (problem?.kind !== "temporary") resultsByRun.delete(runId);
      return problem;
    } catch (error) {
      // The conversation could not be read again.
      console.error("The answer could not be continued.", error);
      return createUnreachableProblem();
    } finally {
      activeRunIds.delete(runId);
      endRuns(keys);
    }
  }

  /** Runs `work` while no other tab does. `isFirst`: none has done it before. */
  async function withLock<T>(
    runId: string,
    keys: readonly string[],
    work: (isFirst: boolean) => Promise<T>,
  ): Promise<T> {
    if (!locks) return work(true);
    const name = getLockName(runId);
    const first = await locks.request(name, { ifAvailable: true }, async (lock) =>
      lock ? { result: await work(true) } : null,
    );
    if (first) return first.result;
    for (const key of keys) changeRun(key, { phase: "elsewhere" });
    // If the other tab is closed, this one takes over.
    return locks.request(name, () => work(false));
  }

  return {
    resume,
    continueAnswer,
    connect: () =>
      runs.observe({
        onEnd: (conversationId, _, outcome) => {
          // Of a conversation that cannot be read now, they run when it is opened.
          if (outcome === "inBrowser") void load(conversationId).then(resume, () => {});
        },
      }),
  };
}

const listSteps = ({ data: { steps = [] } }: Message) => steps.filter(waitsForBrowser);

function waitsForBrowserOnly(answer: Message): boolean {
  const { steps = [] } = answer.data;
  return steps.some(waitsForBrowser) && !steps.some((step) => step.state === "waiting" && !waitsForBrowser(step));
}
