import { limits, type Message, type PromptTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatList } from "../../../lib/i18n/formats.ts";
import { quoteName } from "../../../lib/text/listNames.ts";
import type { TransformResult } from "./runTransformer.ts";

/**
 * Applies output transformers to an answer, one after the other, and stores the original text with it. Skips a
 * transformer that fails and adds a notice about it. Returns `answer` itself if nothing changes. `run` must not reject.
 */
export async function transformAnswer(
  answer: Message,
  transformers: readonly PromptTemplate[],
  run: (code: string, text: string) => Promise<TransformResult>,
): Promise<Message> {
  let text = answer.content;
  const usedTransformerNames: string[] = [];
  const failures: string[] = [];
  for (const { name, data } of transformers) {
    if ((data.code ?? "").trim() === "") continue;
    const result = await run(data.code ?? "", text);
    if ("problem" in result) {
      const { problem } = result;
      failures.push(t`The output transformer “${name}” couldn’t be used: ${problem}.`);
    } else if (result.text.trim() === "")
      failures.push(t`The output transformer “${name}” returned no text, so it wasn’t used.`);
    else if (result.text !== text) {
      text = result.text;
      usedTransformerNames.push(quoteName(name));
    }
  }
  if (usedTransformerNames.length === 0 && failures.length === 0) return answer;
  const names = formatList(usedTransformerNames);
  const changeNotices = usedTransformerNames.length === 0 ? [] : [t`Changed by ${names}.`];
  const notice = [...changeNotices, ...failures].join(" ").slice(0, limits.messageNoticeLength).toWellFormed();
  const untransformedField = usedTransformerNames.length === 0 ? {} : { untransformed: answer.content };
  return { ...answer, content: text, data: { ...answer.data, ...untransformedField, notice } };
}
