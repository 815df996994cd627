import type { PromptTemplate } from "@lectern/contract";
import { isBuiltInPrompt } from "./store/promptStore.ts";

/** What a person may do with a template beside starting it. */
export interface PromptRights {
  canEdit: boolean;
  canCopy: boolean;
  canDelete: boolean;
  /** It can be taken out of the list and put back. */
  canHide: boolean;
}

/**
 * [C5.30] A group's templates are neither copied nor deleted; what a template's flags take away is not offered. Whoever may not edit
 * a template may look at it.
 */
export function promptRights({ id, groupId, data, type }: PromptTemplate): PromptRights {
  const isOfGroup = groupId !== undefined && groupId !== null;
  return {
    canEdit: data.noEdit !== true && data.access?.write !== false && !isBuiltInPrompt(id),
    canCopy: !isOfGroup && data.noCopy !== true,
    canDelete: !isOfGroup && data.noDelete !== true && !isBuiltInPrompt(id),
    canHide: !isOfGroup && !isHiddenType(type),
  };
}

/** [C5.29] Templates that work by themselves are not listed. */
export const isHiddenType = (type: PromptTemplate["type"]) => type === "prefix_prompt" || type === "output_transformer";
