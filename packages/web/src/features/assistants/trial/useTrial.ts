import { type Answer, type AnswerEnd, emptyAnswer, type Model } from "@lectern/contract";
import { useEffect, useRef, useState } from "react";
import { readUnstoredAnswer } from "../../../entities/chat/runs/readUnstoredAnswer.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { buildTrialRequest, type Trial } from "./buildTrialRequest.ts";

export interface TriedQuestion {
  requestId: string;
  question: string;
  answer: Answer;
  /** Null while it is being answered. */
  end: AnswerEnd | null;
  /** The draft that has answered. */
  trial: Trial;
}

/** The questions of a trial, which are in the memory of the page only, and the functions that ask and stop. */
export function useTrial() {
  const { user, config } = useWorkspace();
  const [questions, setQuestions] = useState<readonly TriedQuestion[]>([]);
  const controllerRef = useRef<AbortController | null>(null);
  const stop = () => controllerRef.current?.abort();
  useEffect(() => {
    const stopAnswer = () => controllerRef.current?.abort();
    addEventListener("pagehide", stopAnswer);
    return () => {
      removeEventListener("pagehide", stopAnswer);
      stopAnswer();
    };
  }, []);

  const ask = async (
    question: string,
    previous: readonly TriedQuestion[],
    { trial, model }: { trial: Trial; model: Model },
  ) => {
    const requestId = crypto.randomUUID();
    const controller = new AbortController();
    controllerRef.current = controller;
    const update = (changes: Partial<TriedQuestion>) =>
      setQuestions((all) => all.map((each) => (each.requestId === requestId ? { ...each, ...changes } : each)));
    setQuestions([...previous, { requestId, question, answer: emptyAnswer, end: null, trial }]);
    const body = buildTrialRequest({ trial, model, requestId, previous, question });
    const { signal } = controller;
    const onAnswer = (answer: Answer) => update({ answer });
    const connection = { endpoint: config.chatEndpoint, userId: user.id, body, requestId, signal, onAnswer };
    update(await readUnstoredAnswer(connection));
  };

  return {
    questions,
    isAnswering: questions.at(-1)?.end === null,
    ask: (question: string, draft: { trial: Trial; model: Model }) => void ask(question, questions, draft),
    /** Asks the last question once more, in place of its answer. */
    askAgain: (question: string, draft: { trial: Trial; model: Model }) =>
      void ask(question, questions.slice(0, -1), draft),
    stop,
    startOver() {
      stop();
      setQuestions([]);
    },
  };
}
