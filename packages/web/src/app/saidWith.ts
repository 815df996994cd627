import type { PromptTemplate, Variable } from "@lectern/contract";
import type { Said } from "../features/chat/said.ts";
import { type FilledTemplate, fillTemplate } from "../features/prompts/variables/fillTemplate.ts";

/** The message of a template that asks nothing of the person. */
export async function saidWith(prompt: PromptTemplate, variables: readonly Variable[]): Promise<Said> {
  const nothing = () => Promise.reject(new Error("there is nothing to read"));
  const sources = { readConversation: nothing, readDocument: nothing, findTemplate: () => null };
  return saidOf(prompt, await fillTemplate(prompt, variables, { values: {}, documents: {} }, sources));
}

/** A filled template as what a person says. */
export function saidOf({ type }: PromptTemplate, { text, label, templateData }: FilledTemplate): Said {
  return { text, label, type, templateData };
}
