import { distinctVariables, type PromptTemplate, parsePromptVariables } from "@lectern/contract";
import type { Said } from "../../chat/sending/said.ts";
import { isGenerated } from "./checkValues.ts";
import { type FilledTemplate, fillTemplate } from "./fillTemplate.ts";

/** The message of a template that asks nothing of the person; null: it does. */
export async function saidUnasked(prompt: PromptTemplate): Promise<Said | null> {
  const variables = distinctVariables(parsePromptVariables(prompt.content));
  if (!variables.every(isGenerated)) return null;
  const nothing = () => Promise.reject(new Error("there is nothing to read"));
  const sources = { readConversation: nothing, readDocument: nothing, findTemplate: () => null };
  return saidOf(prompt, await fillTemplate(prompt, variables, { values: {}, documents: {} }, sources));
}

/** A filled template as what a person says. */
export function saidOf({ type }: PromptTemplate, { text, label, templateData }: FilledTemplate): Said {
  return { text, label, type, templateData };
}
