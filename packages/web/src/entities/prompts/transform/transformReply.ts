import { limits, type Message, type PromptTemplate } from "@lectern/contract";
import type { Transformed } from "./runTransformer.ts";

/**
 * The answer as these output transformers make it, one after the other; null where they change nothing. What the model gave is kept
 * beside it. One that fails is passed over, and the answer says so. `run` never rejects.
 */
export async function transformReply(
  reply: Message,
  transformers: readonly PromptTemplate[],
  run: (code: string, text: string) => Promise<Transformed>,
): Promise<Message | null> {
  let text = reply.content;
  const changedBy: string[] = [];
  const failures: string[] = [];
  for (const { name, data } of transformers) {
    if ((data.code ?? "").trim() === "") continue;
    const result = await run(data.code ?? "", text);
    if ("problem" in result) failures.push(`The output transformer “${name}” could not be used: ${result.problem}.`);
    else if (result.text.trim() === "")
      failures.push(`The output transformer “${name}” left nothing, so it was not used.`);
    else if (result.text !== text) {
      text = result.text;
      changedBy.push(`“${name}”`);
    }
  }
  if (changedBy.length === 0 && failures.length === 0) return null;
  const changed = changedBy.length === 0 ? [] : [`Changed by ${changedBy.join(", ")}.`];
  const notice = [...changed, ...failures].join(" ").slice(0, limits.messageNoticeLength).toWellFormed();
  const untransformed = changedBy.length === 0 ? {} : { untransformed: reply.content };
  return { ...reply, content: text, data: { ...reply.data, ...untransformed, notice } };
}
