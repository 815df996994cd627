import type { Message } from "@lectern/contract";
import type { RunDependencies } from "../runs/runDependencies.ts";
import { mayBeStructured } from "./mayBeStructured.ts";

/**
 * Applies the output transformers to a complete answer, and adds a notice if the answer does not have the requested
 * form. Returns null if nothing changes. `userMessage`: the message that `reply` answers.
 */
export async function postProcessAnswer(
  userMessage: Message | undefined,
  reply: Message,
  tags: readonly string[],
  { applyOutputTransformers }: Pick<RunDependencies, "applyOutputTransformers">,
): Promise<Message | null> {
  const notice = await loadFormNotice(userMessage?.label, reply.content);
  const transformedAnswer = tags.length > 0 ? await applyOutputTransformers(reply, tags) : null;
  if (notice === null) return transformedAnswer;
  const notices = [notice, transformedAnswer?.data.notice ?? ""].filter((each) => each !== "");
  const processedReply = transformedAnswer ?? reply;
  return { ...processedReply, data: { ...processedReply.data, notice: notices.join(" ") } };
}

async function loadFormNotice(typedText: string | undefined, answer: string): Promise<string | null> {
  if (typedText === undefined || !mayBeStructured(typedText)) return null;
  const { getFormNotice } = await import("./structuredForm.ts");
  return getFormNotice(typedText, answer);
}
