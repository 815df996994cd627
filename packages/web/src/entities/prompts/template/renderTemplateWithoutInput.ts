import { distinctVariables, type PromptTemplate, parsePromptVariables } from "@lectern/contract";
import { fillTemplate, type RenderedTemplate } from "./fillTemplate.ts";
import type { RenderedPrompt } from "./renderedPrompt.ts";
import { isGenerated } from "./validateEntries.ts";

/** Renders a template whose variables are all generated. Returns null if the person has to enter a value. */
export async function renderTemplateWithoutInput(prompt: PromptTemplate): Promise<RenderedPrompt | null> {
  const variables = distinctVariables(parsePromptVariables(prompt.content));
  if (!variables.every(isGenerated)) return null;
  const readNothing = () => Promise.reject(new Error("A template without input reads nothing."));
  const sources = { readConversation: readNothing, readDocument: readNothing, findTemplate: () => null };
  return toRenderedPrompt(prompt, await fillTemplate(prompt, variables, { values: {}, documents: {} }, sources));
}

export function toRenderedPrompt(
  { type }: PromptTemplate,
  { text, label, templateData }: RenderedTemplate,
): RenderedPrompt {
  return { text, label, type, templateData };
}
