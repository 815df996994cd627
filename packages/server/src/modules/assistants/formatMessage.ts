import type { MessageOptions } from "@lectern/contract";
import type { HistoryMessage } from "../../core/run/run.ts";

/** Adds to a message what the options of an assistant ask for: its id as the first line, and the numbers of its lines. */
export function formatMessage({ id, role, content }: HistoryMessage, options: MessageOptions): string {
  const hasNumbers = role === "assistant" ? options.includeAssistantLineNumbers : options.includeUserLineNumbers;
  const text = hasNumbers && content !== "" ? numberLines(content) : content;
  return options.includeMessageIds && id !== undefined ? `[message ${id}]\n${text}` : text;
}

/** Explains to the model what `formatMessage` adds; empty if it adds nothing. Models would imitate it otherwise. */
export function describeMessageFormat(options: MessageOptions): string {
  const hasNumbers = options.includeUserLineNumbers || options.includeAssistantLineNumbers;
  const additions = [
    ...(options.includeMessageIds ? ["the id of a message precedes it in square brackets"] : []),
    ...(hasNumbers ? ["the number of a line and a colon precede each line"] : []),
  ];
  if (additions.length === 0) return "";
  return `So that you can refer to them, ${additions.join(", and ")}. Do not write such ids and numbers before your own text.`;
}

function numberLines(text: string): string {
  return text
    .split("\n")
    .map((line, index) => `${index + 1}: ${line}`)
    .join("\n");
}
