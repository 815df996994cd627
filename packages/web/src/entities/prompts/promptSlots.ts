import { type ComponentType, createContext } from "react";
import type { ModelSelectorProps } from "../models/modelSelectorProps.ts";
import type { FieldDocument } from "./template/validateEntries.ts";

/** The props of a field for documents, which are stored under `draftKey` until they are used. */
export interface FileFieldProps {
  draftKey: string;
  /** True if the field accepts only one document. */
  isSingle: boolean;
  /** The ids of the elements that name and describe the field. */
  labelledBy: string;
  describedBy: string | undefined;
  /** Called with all documents whenever they change. Must be the same function at every render. */
  onDocuments: (documents: readonly FieldDocument[]) => void;
}

/** The props of a tool for the content of a prompt that is being edited. */
export interface ContentToolProps {
  text: string;
  setText: (text: string) => void;
}

/**
 * The slots in the dialogs for prompts that other features fill. `app/contributions/promptSlots.ts` lists their components.
 */
export interface PromptSlots {
  FileField: ComponentType<FileFieldProps>;
  ModelSelector: ComponentType<ModelSelectorProps>;
  /** Shown below the content in the editor. */
  ContentTool: ComponentType<ContentToolProps>;
}

export const PromptSlotsContext = createContext<PromptSlots>({
  FileField: () => null,
  ModelSelector: () => null,
  ContentTool: () => null,
});
