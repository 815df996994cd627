import type { Message } from "@lectern/contract";
import { insertBlocks } from "../../../ui/markdown/parse/insertBlocks.ts";
import { describeStep } from "./describeStep.ts";

/** Returns the text of an answer as Markdown for a document, with a short line for each of its steps. */
export function withStepLines({ content, data }: Pick<Message, "content" | "data">): string {
  const steps = (data.steps ?? []).toSorted((a, b) => a.offset - b.offset);
  return insertBlocks(
    content,
    steps.map((step) => ({ offset: step.offset, text: `*${escapeMarkdown(describeStep(step))}*` })),
  );
}

const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>~$&|#]/g, "\\$&");
