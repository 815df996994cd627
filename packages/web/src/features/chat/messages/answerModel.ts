import { createContext } from "react";

/** The model that answers in the conversation. */
export interface AnswerModel {
  /** Null if there is none or it has not been loaded yet. */
  modelId: string | null;
  /** Why the person cannot choose the model; null: they can. */
  enforcedReason: string | null;
  /** True if there are other models to choose from. */
  hasOtherModels: boolean;
}

export const AnswerModelContext = createContext<AnswerModel>({
  modelId: null,
  enforcedReason: null,
  hasOtherModels: false,
});
