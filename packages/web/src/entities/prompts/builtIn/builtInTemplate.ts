import type { PromptTemplate } from "@lectern/contract";
import { toBuiltInPromptId } from "../store/promptStore.ts";

type TemplateTexts = Pick<PromptTemplate, "name" | "description" | "content">;

/** Creates a built-in template. `rootName`: the name of the built-in instructions that its conversations start with. */
export function createBuiltInTemplate(texts: TemplateTexts, rootName?: string): PromptTemplate {
  const data = rootName === undefined ? {} : { rootPromptId: toBuiltInTemplateId(rootName) };
  return {
    id: toBuiltInTemplateId(texts.name),
    ...texts,
    folderId: "amplify_helpers",
    type: "prompt",
    data: { ...data, ...restrictions },
  };
}

/** Creates built-in custom instructions. */
export function createBuiltInInstructions(texts: TemplateTexts): PromptTemplate {
  return {
    id: toBuiltInTemplateId(texts.name),
    ...texts,
    folderId: "custom_instructions",
    type: "root_prompt",
    data: restrictions,
  };
}

const restrictions = { noEdit: true, noDelete: true, noShare: true };

/** The id of the built-in template with this English name. */
export const toBuiltInTemplateId = (name: string) => toBuiltInPromptId(name.toLowerCase().replaceAll(" ", "-"));
