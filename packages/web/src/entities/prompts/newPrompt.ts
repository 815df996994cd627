import { limits, PromptData, type PromptTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { findNextName } from "../../lib/text/findNextName.ts";
import { isHiddenType } from "./promptRights.ts";

/** Creates a template named `Prompt {n}`, where n is the first number not in use. */
export function newPrompt(existingPrompts: readonly PromptTemplate[], folderId: string | null = null): PromptTemplate {
  return {
    id: crypto.randomUUID(),
    name: findNextName(
      existingPrompts.map(({ name }) => name),
      (n) => t`Prompt ${n}`,
    ),
    description: "",
    content: "",
    folderId,
    type: "prompt",
    data: {},
  };
}

/**
 * Returns a copy of a template, named `{name} (copy)`, without its group, its restrictions and its assistant: deleting the
 * copy must not delete the assistant of the original.
 */
export function copyPrompt(prompt: PromptTemplate): PromptTemplate {
  const { groupId: _, ...promptFields } = prompt;
  const copiedEntries = Object.entries(prompt.data).filter(([key]) => !excludedKeys.has(key));
  const data = PromptData.parse(Object.fromEntries(copiedEntries));
  const suffixLength = formatCopyName("").length;
  const name = formatCopyName(prompt.name.slice(0, limits.promptNameLength - suffixLength).toWellFormed());
  return {
    ...promptFields,
    id: crypto.randomUUID(),
    name,
    data: isHiddenType(prompt.type) ? { ...data, hidden: true } : data,
  };
}

const formatCopyName = (name: string) => t`${name} (copy)`;
const excludedKeys = new Set(["access", "assistant", "hidden", "noCopy", "noEdit", "noDelete", "noShare"]);
