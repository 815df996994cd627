import { limits, parsePromptVariables, type VariableOccurrence } from "@lectern/contract";
import * as z from "zod/mini";
import { parseModelObject } from "../sideCalls/service.ts";

const Output = z.object({ prompt_template: z.string() });

/**
 * Reads the prompt that a model has written, with at most so many placeholders that `original` does not have. Further
 * ones become text in brackets. Returns null if there is none, it is empty or it is too long. Pure.
 */
export function parseOptimizedPrompt(output: string, original: string, maxPlaceholders: number): string | null {
  const { success, data } = z.safeParse(Output, parseModelObject(output));
  if (!success) return null;
  const text = data.prompt_template.toWellFormed().replaceAll("\0", "").trim();
  if (text === "" || text.length > limits.promptLength) return null;
  return limitPlaceholders(text, original, maxPlaceholders);
}

function limitPlaceholders(text: string, original: string, maxPlaceholders: number): string {
  const ownVariables = new Set(parsePromptVariables(original).map(({ start, end }) => original.slice(start, end)));
  const newNames = new Set<string>();
  let result = "";
  let position = 0;
  for (const variable of parsePromptVariables(text)) {
    const source = text.slice(variable.start, variable.end);
    result += text.slice(position, variable.start);
    position = variable.end;
    if (ownVariables.has(source)) {
      result += source;
      continue;
    }
    if (newNames.size < maxPlaceholders) newNames.add(variable.name);
    result += newNames.has(variable.name) ? toPlainPlaceholder(variable, source) : `[${variable.name}]`;
  }
  return result + text.slice(position);
}

/** A model may write a name or a choice. Other types and options, such as a pattern, are for people. */
function toPlainPlaceholder({ name, type, options, problem }: VariableOccurrence, source: string): string {
  const isChoice = type === "options" && problem === null && Object.keys(options).join() === "options";
  return isChoice && (options.options ?? []).length > 0 ? source : `{{${name}}}`;
}
