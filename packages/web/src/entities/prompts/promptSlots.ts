import { type ComponentType, createContext } from "react";
import type { ModelSelectorProps } from "../models/modelSelectorProps.ts";
import type { FieldDocument } from "./template/validateEntries.ts";

/** The props of a field for documents, which are stored under `draftKey` until they are used. */
export interface FileFieldProps {
  draftKey: string;
  /** Accepts one document only. */
  isSingle: boolean;
  /** Ids of the elements that name and describe the field. */
  labelledBy: string;
  describedBy: string | undefined;
  /** Called with all documents whenever they change. Must be the same function at every render. */
  onDocuments: (documents: readonly FieldDocument[]) => void;
}

/**
 * The places in the dialog for prompt variables that other features fill. `app/contributions/promptSlots.ts` lists what
 * fills them.
 */
export interface PromptSlots {
  FileField: ComponentType<FileFieldProps>;
  ModelSelector: ComponentType<ModelSelectorProps>;
}

export const PromptSlotsContext = createContext<PromptSlots>({ FileField: () => null, ModelSelector: () => null });
