import type { Message } from "@lectern/contract";
import type { RunDependencies } from "../runs/runDependencies.ts";
import { mayBeStructured } from "./mayBeStructured.ts";

/**
 * Applies the output transformers to a complete answer, and adds a notice if the answer does not have the requested
 * form. Returns null if nothing changes. `userMessage`: the message that it answers.
 */
export async function postProcessAnswer(
  userMessage: Message | undefined,
  reply: Message,
  tags: readonly string[],
  { applyOutputTransformers }: Pick<RunDependencies, "applyOutputTransformers">,
): Promise<Message | null> {
  const notice = await noticeOf(userMessage?.label, reply.content);
  const changed = tags.length > 0 ? await applyOutputTransformers(reply, tags) : null;
  if (notice === null) return changed;
  const notices = [notice, changed?.data.notice ?? ""].filter((each) => each !== "");
  const processedReply = changed ?? reply;
  return { ...processedReply, data: { ...processedReply.data, notice: notices.join(" ") } };
}

async function noticeOf(typedText: string | undefined, answer: string): Promise<string | null> {
  if (typedText === undefined || !mayBeStructured(typedText)) return null;
  const { getFormNotice } = await import("./structuredForm.ts");
  return getFormNotice(typedText, answer);
}
