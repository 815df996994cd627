import type { Message } from "@lectern/contract";
import type { RunDependencies } from "../runs/runDependencies.ts";
import { mayBeStructured } from "./structuredMark.ts";

/**
 * What becomes of an answer once it has ended: output transformers make another text of it, and what is not of the form that was asked
 * for is told. Null: it stays as it is. `asked`: the message that it answers.
 */
export async function finishReply(
  asked: Message | undefined,
  reply: Message,
  tags: readonly string[],
  { applyOutputTransformers }: Pick<RunDependencies, "applyOutputTransformers">,
): Promise<Message | null> {
  const notice = await noticeOf(asked?.label, reply.content);
  const changed = tags.length > 0 ? await applyOutputTransformers(reply, tags) : null;
  if (notice === null) return changed;
  const notices = [notice, changed?.data.notice ?? ""].filter((each) => each !== "");
  const finished = changed ?? reply;
  return { ...finished, data: { ...finished.data, notice: notices.join(" ") } };
}

async function noticeOf(typed: string | undefined, answer: string): Promise<string | null> {
  if (typed === undefined || !mayBeStructured(typed)) return null;
  const { formNotice } = await import("./structuredForm.ts");
  return formNotice(typed, answer);
}
