import type { PromptTemplate } from "@lectern/contract";
import { builtInPromptId } from "../store/promptStore.ts";

type Words = Pick<PromptTemplate, "name" | "description" | "content">;

/** A built-in template; `root`: the name of the built-in instructions that its conversations begin with. */
export function template(words: Words, root?: string): PromptTemplate {
  const data = root === undefined ? {} : { rootPromptId: idOf(root) };
  return { id: idOf(words.name), ...words, folderId: "amplify_helpers", type: "prompt", data: { ...data, ...fixed } };
}

/** Built-in custom instructions. */
export function instructions(words: Words): PromptTemplate {
  return { id: idOf(words.name), ...words, folderId: "custom_instructions", type: "root_prompt", data: fixed };
}

const fixed = { noEdit: true, noDelete: true, noShare: true };

const idOf = (name: string) => builtInPromptId(name.toLowerCase().replaceAll(" ", "-"));
