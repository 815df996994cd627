import type { Message } from "@lectern/contract";
import type { RunDependencies } from "../runs/runDependencies.ts";
import { mayBeStructured } from "./mayBeStructured.ts";

/**
 * Applies the output transformers to a complete answer, and adds a notice if the answer does not have the requested
 * form. Returns null if nothing changes. `userMessage`: the message that `answer` answers.
 */
export async function postProcessAnswer(
  userMessage: Message | undefined,
  answer: Message,
  tags: readonly string[],
  { applyOutputTransformers }: Pick<RunDependencies, "applyOutputTransformers">,
): Promise<Message | null> {
  const notice = await loadFormNotice(userMessage?.label, answer.content);
  const transformedAnswer = tags.length > 0 ? await applyOutputTransformers(answer, tags) : null;
  if (notice === null) return transformedAnswer;
  const allNotices = [notice, transformedAnswer?.data.notice ?? ""].filter((each) => each !== "");
  const processedAnswer = transformedAnswer ?? answer;
  return { ...processedAnswer, data: { ...processedAnswer.data, notice: allNotices.join(" ") } };
}

async function loadFormNotice(typedText: string | undefined, answer: string): Promise<string | null> {
  if (typedText === undefined || !mayBeStructured(typedText)) return null;
  const { getFormNotice } = await import("./structuredForm.ts");
  return getFormNotice(typedText, answer);
}
