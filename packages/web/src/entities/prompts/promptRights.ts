import { type Folder, isBuiltInFolder, type PromptTemplate } from "@lectern/contract";
import { isBuiltInPrompt } from "./store/promptStore.ts";

/** The actions that a person may perform on a template, besides starting it. */
export interface PromptRights {
  canEdit: boolean;
  canCopy: boolean;
  canDelete: boolean;
  canShare: boolean;
  /** True if the template can be hidden from the list and shown again. */
  canHide: boolean;
}

/**
 * Returns what the person may do with a template. A template of a group cannot be copied, deleted, shared or hidden.
 * The template's own restrictions also apply. A template that cannot be edited can still be viewed.
 */
export function getPromptRights({ id, groupId, data, type }: PromptTemplate): PromptRights {
  const isOfGroup = groupId !== undefined && groupId !== null;
  return {
    canEdit: data.noEdit !== true && data.access?.write !== false && !isBuiltInPrompt(id),
    canCopy: !isOfGroup && data.noCopy !== true,
    canDelete: !isOfGroup && data.noDelete !== true && !isBuiltInPrompt(id),
    canShare: !isOfGroup && data.noShare !== true && !isBuiltInPrompt(id),
    canHide: !isOfGroup && !isHiddenType(type),
  };
}

/** True if the person may share a folder: it is neither built in nor a group's. */
export const canShareFolder = ({ id, isGroupFolder }: Folder): boolean =>
  isGroupFolder !== true && !isBuiltInFolder(id);

/** True for types that apply automatically. Their templates are hidden from the list. */
export const isHiddenType = (type: PromptTemplate["type"]) => type === "prefix_prompt" || type === "output_transformer";
