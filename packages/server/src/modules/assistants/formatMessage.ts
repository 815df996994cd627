import type { MessageOptions } from "@lectern/contract";
import type { HistoryMessage } from "../../core/run/run.ts";

/** Lines that are numbered in one context. Numbering millions blocks the server, and no model reads as many. */
const maxNumberedLines = 50_000;

/**
 * Creates a function that adds to a message what the options of an assistant ask for: its id as the first line, and the
 * numbers of its lines. Call it for the newest message first: once `maxNumberedLines` are numbered, the lines of the
 * others stay as they are.
 */
export function createMessageFormatter(options: MessageOptions): (message: HistoryMessage) => string {
  let remainingLines = maxNumberedLines;
  return ({ id, role, content }) => {
    const hasNumbers = role === "assistant" ? options.includeAssistantLineNumbers : options.includeUserLineNumbers;
    let text = content;
    if (hasNumbers && content !== "") {
      const numbered = numberLines(content, remainingLines);
      remainingLines -= numbered.lineCount;
      ({ text } = numbered);
    }
    return options.includeMessageIds && id !== undefined ? `[message ${id}]\n${text}` : text;
  };
}

/** Explains to the model what `createMessageFormatter` adds; empty if it adds nothing. Models would imitate it otherwise. */
export function describeMessageFormat(options: MessageOptions): string {
  const hasNumbers = options.includeUserLineNumbers || options.includeAssistantLineNumbers;
  const additions = [
    ...(options.includeMessageIds ? ["the id of a message precedes it in square brackets"] : []),
    ...(hasNumbers ? ["the number of a line and a colon precede each line"] : []),
  ];
  if (additions.length === 0) return "";
  return `So that you can refer to them, ${additions.join(", and ")}. Do not write such ids and numbers before your own text.`;
}

function numberLines(text: string, maxLines: number): { text: string; lineCount: number } {
  const lines = text.split("\n", maxLines);
  const numberedText = lines.map((line, index) => `${index + 1}: ${line}`).join("\n");
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0) - 1;
  return { text: lines.length === 0 ? text : numberedText + text.slice(length), lineCount: lines.length };
}
