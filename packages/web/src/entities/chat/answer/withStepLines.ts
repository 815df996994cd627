import { type Message, parseCodeInterpreterState } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { insertBlocks } from "../../../ui/markdown/parse/insertBlocks.ts";
import { describeStep } from "./describeStep.ts";

/**
 * Returns the text of an answer as Markdown for a document, with a short line for each of its steps, and the names of the
 * files that its code has made.
 */
export function withStepLines({ content, data }: Pick<Message, "content" | "data">): string {
  const steps = (data.steps ?? []).toSorted((a, b) => a.offset - b.offset);
  const lines = steps.map((step) => ({ offset: step.offset, text: `*${escapeMarkdown(describeStep(step))}*` }));
  const names = parseCodeInterpreterState(data.state)?.content.map(({ values }) => values.file_name) ?? [];
  const fileLines =
    names.length === 0
      ? []
      : [{ offset: content.length, text: `*${escapeMarkdown(`${t`Generated files`}: ${names.join(", ")}`)}*` }];
  return insertBlocks(content, [...lines, ...fileLines]);
}

const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>~$&|#]/g, "\\$&");
