import { type Message, moveSteps } from "@lectern/contract";
import type { RunDependencies } from "../runs/runDependencies.ts";
import { mayBeStructured } from "./mayBeStructured.ts";

/**
 * Applies the output transformers to a complete answer, and adds a notice if the answer does not have the requested
 * form. Returns the message to store, which needs no further processing; null if there is nothing to store: no
 * transformer and no requested form applies, or nothing changes. `userMessage`: the message that `answer` answers.
 */
export async function postProcessAnswer(
  userMessage: Message | undefined,
  answer: Message,
  tags: readonly string[],
  { applyOutputTransformers }: Pick<RunDependencies, "applyOutputTransformers">,
): Promise<Message | null> {
  const notice = await loadFormNotice(userMessage?.label, answer.content);
  const transformedAnswer = tags.length > 0 ? await applyOutputTransformers(answer, tags) : null;
  if (transformedAnswer === null && !mayBeStructured(userMessage?.label)) return null;
  const processedAnswer = transformedAnswer ? withMovedSteps(transformedAnswer, answer) : answer;
  const { needsProcessing, ...data } = processedAnswer.data;
  const isChanged = processedAnswer !== answer || notice !== null || needsProcessing === true;
  if (!isChanged) return null;
  const allNotices = [notice ?? "", data.notice ?? ""].filter((each) => each !== "");
  const noticeField = allNotices.length > 0 ? { notice: allNotices.join(" ") } : {};
  return { ...processedAnswer, data: { ...data, ...noticeField } };
}

/** Returns the transformed answer with its steps between the same texts as before. */
function withMovedSteps(transformedAnswer: Message, { content, data: { steps } }: Message): Message {
  if (!steps || transformedAnswer.content === content) return transformedAnswer;
  const movedSteps = moveSteps(steps, content, transformedAnswer.content);
  return { ...transformedAnswer, data: { ...transformedAnswer.data, steps: movedSteps } };
}

async function loadFormNotice(typedText: string | undefined, answer: string): Promise<string | null> {
  if (typedText === undefined || !mayBeStructured(typedText)) return null;
  const { getFormNotice } = await import("./structuredForm.ts");
  return getFormNotice(typedText, answer);
}
