import type { PromptTemplate } from "@lectern/contract";
import { builtInPromptId } from "../store/promptStore.ts";

type TemplateTexts = Pick<PromptTemplate, "name" | "description" | "content">;

/** A built-in template. `root`: the name of the built-in instructions that its conversations start with. */
export function template(texts: TemplateTexts, root?: string): PromptTemplate {
  const data = root === undefined ? {} : { rootPromptId: toBuiltInId(root) };
  return {
    id: toBuiltInId(texts.name),
    ...texts,
    folderId: "amplify_helpers",
    type: "prompt",
    data: { ...data, ...restrictions },
  };
}

/** Built-in custom instructions. */
export function instructions(texts: TemplateTexts): PromptTemplate {
  return {
    id: toBuiltInId(texts.name),
    ...texts,
    folderId: "custom_instructions",
    type: "root_prompt",
    data: restrictions,
  };
}

const restrictions = { noEdit: true, noDelete: true, noShare: true };

const toBuiltInId = (name: string) => builtInPromptId(name.toLowerCase().replaceAll(" ", "-"));
